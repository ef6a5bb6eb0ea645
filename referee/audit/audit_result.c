/*
 * audit_result.c - the result of a log as a tournament's book has it.
 */
#include "audit/audit_result.h"

void audit_result_begin(struct audit_result *result, int rotation)
{
	result->rotation = rotation;
	text_clear(&result->game_faults);
}

/* In rotation r seat s is that of entrant (s + r) mod n. */
static int entrant_of(const struct audit_result *result, int seat)
{
	return (seat + result->rotation) % result->header->entrants;
}

void audit_result_fault(struct audit_result *result, int seat,
			const char *fault)
{
	text_printf(&result->game_faults,
		    "%s{\"game\":%u,\"entrant\":%d,\"fault\":\"%s\"}",
		    result->game_faults.length > 0 ? "," : "",
		    result->games + 1, entrant_of(result, seat), fault);
}

void audit_result_over(struct audit_result *result, const int *ranks)
{
	const int seats = result->header->entrants;
	int row[LOG_SEATS_MAX];

	for (int seat = 0; seat < seats; seat++)
		row[entrant_of(result, seat)] = ranks[seat];
	for (int i = 0; i < seats; i++)
		text_printf(&result->ranks, "%s%d", i > 0 ? "," :
			    result->games > 0 ? ",[" : "[", row[i]);
	text_byte(&result->ranks, ']');
	if (result->game_faults.length > 0 && result->faults.length > 0)
		text_byte(&result->faults, ',');
	text_append(&result->faults, result->game_faults.bytes,
		    result->game_faults.length);
	result->games++;
}

/* ### from an audit */

static void begin(void *context, uint32_t number, uint32_t board, int rotation)
{
	(void)number;
	(void)board;
	audit_result_begin(context, rotation);
}

static void take_fault(void *context, int seat, const char *fault,
		       const char *detail)
{
	(void)detail;
	audit_result_fault(context, seat, fault);
}

static void over(void *context, const int *scores, const int *ranks,
		 const char *end)
{
	(void)scores;
	(void)end;
	audit_result_over(context, ranks);
}

struct audit_watch audit_result_watch(struct audit_result *result)
{
	return (struct audit_watch){ .context = result, .begin = begin,
		.fault = take_fault, .over = over };
}

void audit_result_write(const struct audit_result *result,
			struct json_writer *w)
{
	json_put_open(w, "ranks", '[');
	text_append(&w->out, result->ranks.bytes, result->ranks.length);
	json_close(w, ']');
	json_put_open(w, "faults", '[');
	text_append(&w->out, result->faults.bytes, result->faults.length);
	json_close(w, ']');
}

void audit_result_release(struct audit_result *result)
{
	text_release(&result->ranks);
	text_release(&result->faults);
	text_release(&result->game_faults);
}
