/*
 * audit_result.c - the result of a log as a tournament's book has it.
 */
#include "audit/audit_result.h"

static void begin(void *context, uint32_t number, uint32_t board, int rotation)
{
	struct rows *rows = context;

	(void)number;
	(void)board;
	rows->rotation = rotation;
	text_clear(&rows->game_faults);
}

/* In rotation r place (s + r) mod n holds seat s. */
static int place_of(const struct rows *rows, int seat)
{
	return (seat + rows->rotation) % rows->audit->header.entrants;
}

static void take_fault(void *context, int seat, const char *fault,
		       const char *detail)
{
	struct rows *rows = context;

	(void)detail;
	text_printf(&rows->game_faults,
		    "%s{\"game\":%u,\"entrant\":%d,\"fault\":\"%s\"}",
		    rows->game_faults.length > 0 ? "," : "", rows->games + 1,
		    place_of(rows, seat), fault);
}

static void over(void *context, const int *scores, const int *ranks,
		 const char *end)
{
	struct rows *rows = context;
	int seats = rows->audit->header.entrants;
	int row[LOG_SEATS_MAX];

	(void)scores;
	(void)end;
	for (int seat = 0; seat < seats; seat++)
		row[place_of(rows, seat)] = ranks[seat];
	for (int place = 0; place < seats; place++)
		text_printf(&rows->ranks, "%s%d", place > 0 ? "," :
			    rows->games > 0 ? ",[" : "[", row[place]);
	text_byte(&rows->ranks, ']');
	if (rows->game_faults.length > 0 && rows->faults.length > 0)
		text_byte(&rows->faults, ',');
	text_append(&rows->faults, rows->game_faults.bytes,
		    rows->game_faults.length);
	rows->games++;
}

struct audit_watch rows_watch(struct rows *rows)
{
	return (struct audit_watch){ .context = rows, .begin = begin,
		.fault = take_fault, .over = over };
}

void rows_write(struct rows *rows, struct json_writer *w)
{
	json_key(w, "ranks");
	json_open(w, '[');
	text_append(&w->out, rows->ranks.bytes, rows->ranks.length);
	json_close(w, ']');
	json_key(w, "faults");
	json_open(w, '[');
	text_append(&w->out, rows->faults.bytes, rows->faults.length);
	json_close(w, ']');
}

void rows_release(struct rows *rows)
{
	text_release(&rows->ranks);
	text_release(&rows->faults);
	text_release(&rows->game_faults);
}
