/*
 * audit_result.c - the result of a log, in the form of a tournament's book.
 */
#include "audit/audit_result.h"

void audit_result_begin(struct audit_result *result, int rotation)
{
	result->rotation = rotation;
	text_clear(&result->game_faults);
	text_clear(&result->game_suspects);
}

/* In rotation r, entrant (s + r) mod n plays on seat s. */
static int entrant_of(const struct audit_result *result, int seat)
{
	return (seat + result->rotation) % result->header->entrants;
}

void audit_result_fault(struct audit_result *result, int seat,
			enum fault fault)
{
	const uint32_t game = result->games + 1;

	text_printf(&result->game_faults,
		    "%s{\"game\":%u,\"entrant\":%d,\"fault\":\"%s\"}",
		    result->game_faults.length > 0 ? "," : "",
		    game, entrant_of(result, seat), fault_words[fault]);
	if (result->marks != NULL &&
	    trace_marks_suspect(result->marks, game, seat))
		text_printf(&result->game_suspects,
			    "%s{\"game\":%u,\"entrant\":%d}",
			    result->game_suspects.length > 0 ? "," : "",
			    game, entrant_of(result, seat));
}

/* Adds the entries of a finished game. */
static void take_list(struct text *list, const struct text *of_game)
{
	if (of_game->length > 0 && list->length > 0)
		text_byte(list, ',');
	text_append(list, of_game->bytes, of_game->length);
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
	take_list(&result->faults, &result->game_faults);
	take_list(&result->suspects, &result->game_suspects);
	result->games++;
}

/* ### from an audit */

static void begin(void *context, uint32_t number, uint32_t board, int rotation)
{
	(void)number;
	(void)board;
	audit_result_begin(context, rotation);
}

static void take_fault(void *context, int seat, enum fault fault,
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

struct match_watch audit_result_watch(struct audit_result *result)
{
	return (struct match_watch){ .context = result, .begin = begin,
		.fault = take_fault, .over = over };
}

static void put_list(struct json_writer *w, const char *key,
		     const struct text *list)
{
	json_put_open(w, key, '[');
	text_append(&w->out, list->bytes, list->length);
	json_close(w, ']');
}

void audit_result_write(const struct audit_result *result,
			struct json_writer *w)
{
	put_list(w, "ranks", &result->ranks);
	put_list(w, "faults", &result->faults);
	if (result->suspects.length > 0)
		put_list(w, "suspects", &result->suspects);
}

void audit_result_release(struct audit_result *result)
{
	text_release(&result->ranks);
	text_release(&result->faults);
	text_release(&result->game_faults);
	text_release(&result->suspects);
	text_release(&result->game_suspects);
}
