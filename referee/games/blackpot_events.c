/*
 * blackpot_events.c - the events of a step of Black-Pot, recorded as they
 * happen.
 */
#include "games/blackpot_events.h"

#include <assert.h>

#include "games/blackpot_moves.h"

const struct event blackpot_events_table[] = {
	[BLACKPOT_EVENT_START] = { "start",
				   "{seat} throws highest and rolls first." },
	[BLACKPOT_EVENT_CLAIM] = { "claim", "{seat} claims a pass." },
	[BLACKPOT_EVENT_CHALLENGE] = { "challenge", "{by} holds {seat} to the "
						    "values {values}." },
	[BLACKPOT_EVENT_PASS] = { "pass", "{seat} passes." },
	[BLACKPOT_EVENT_ZERO] = { "zero",
				  "{seat} makes 0 and saves the pawns." },
	[BLACKPOT_EVENT_ALIGNMENT] = { "alignment", "{seat} aligns {cells} for "
						    "{points} points." },
	[BLACKPOT_EVENT_LAST_PAWN] = { "last_pawn", "{seat} has placed the "
						    "last pawn of the side." },
	[BLACKPOT_EVENT_STALLED] = { "stalled",
				     "Nobody places a pawn any more." },
	{ 0 }
};

void blackpot_events_begin_step(struct blackpot_events *events)
{
	events->steps++;
	events->count = 0;
}

struct blackpot_event *blackpot_events_add(struct blackpot_events *events,
					   enum blackpot_event_kind kind,
					   int seat)
{
	struct blackpot_event *event = &events->event[events->count++];

	assert(events->count <= BLACKPOT_EVENTS_MAX);
	*event = (struct blackpot_event){ .kind = kind, .seat = seat };
	return event;
}

static void write_row(const struct blackpot_row *row, struct json_writer *w)
{
	int cell[BLACKPOT_ROW];

	blackpot_board_row_cells(row->direction, row->first, cell);
	json_put_word(w, "dir", blackpot_board_directions[row->direction]);
	json_put_int(w, "points", row->pays);
	json_key(w, "cells");
	blackpot_board_show_cells(cell, BLACKPOT_ROW, w);
}

static void write_event(const struct blackpot_event *event,
			struct json_writer *w)
{
	int value[BLACKPOT_DICE], count;

	json_open(w, '{');
	json_put_word(w, "e", blackpot_events_table[event->kind].name);
	if (event->kind != BLACKPOT_EVENT_STALLED)
		json_put_int(w, "seat", event->seat);
	switch (event->kind) {
	case BLACKPOT_EVENT_CHALLENGE:
		count = blackpot_moves_items(event->values, value);
		json_put_int(w, "by", event->by);
		json_put_ints(w, "values", value, count);
		break;
	case BLACKPOT_EVENT_PASS:
		json_put_bool(w, "forced", event->forced);
		break;
	case BLACKPOT_EVENT_ALIGNMENT:
		write_row(&event->row, w);
		break;
	default:
		break;
	}
	json_close(w, '}');
}

void blackpot_events_write(const struct blackpot_events *before,
			   const struct blackpot_events *after,
			   struct json_writer *w)
{
	if (before->steps == after->steps)
		return;
	for (int i = 0; i < after->count; i++)
		write_event(&after->event[i], w);
}
