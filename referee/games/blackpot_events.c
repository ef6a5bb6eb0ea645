/*
 * blackpot_events.c - the events of a step of Black-Pot, noted as they happen.
 */
#include "games/blackpot_events.h"

#include <assert.h>

#include "games/blackpot_moves.h"

const struct event told_events[] = {
	[TOLD_START] = { "start", "{seat} throws highest and begins." },
	[TOLD_CLAIM] = { "claim", "{seat} claims a pass." },
	[TOLD_CHALLENGE] = { "challenge",
		"{by} holds {seat} to the values {values}." },
	[TOLD_PASS] = { "pass", "{seat} passes." },
	[TOLD_ZERO] = { "zero", "{seat} makes 0 and saves the pawns." },
	[TOLD_ALIGNMENT] = { "alignment",
		"{seat} aligns {cells} for {points} points." },
	[TOLD_LAST_PAWN] = { "last_pawn",
		"{seat} has placed the last pawn of the side." },
	[TOLD_STALLED] = { "stalled", "Nobody places a pawn any more." },
	{ 0 }
};

void told_begin_step(struct told *told)
{
	told->steps++;
	told->count = 0;
}

struct told_event *told_add(struct told *told, enum told_kind kind, int seat)
{
	struct told_event *event = &told->event[told->count++];

	assert(told->count <= TOLD_MAX);
	*event = (struct told_event){ .kind = kind, .seat = seat };
	return event;
}

static void write_row(const struct pots_row *row, struct json_writer *w)
{
	int cell[POTS_ROW];

	pots_row_cells(row->direction, row->first, cell);
	json_put_word(w, "dir", pots_directions[row->direction]);
	json_put_int(w, "points", row->pays);
	json_key(w, "cells");
	pots_show_cells(cell, POTS_ROW, w);
}

static void write_event(const struct told_event *event,
			struct json_writer *w)
{
	int value[SUMS_DICE], count;

	json_open(w, '{');
	json_put_word(w, "e", told_events[event->kind].name);
	if (event->kind != TOLD_STALLED)
		json_put_int(w, "seat", event->seat);
	switch (event->kind) {
	case TOLD_CHALLENGE:
		count = places_items(event->values, value);
		json_put_int(w, "by", event->by);
		json_put_ints(w, "values", value, count);
		break;
	case TOLD_PASS:
		json_key(w, "forced");
		json_bool(w, event->forced);
		break;
	case TOLD_ALIGNMENT:
		write_row(&event->row, w);
		break;
	default:
		break;
	}
	json_close(w, '}');
}

void told_write(const struct told *before, const struct told *after,
		struct json_writer *w)
{
	if (before->steps == after->steps)
		return;
	for (int i = 0; i < after->count; i++)
		write_event(&after->event[i], w);
}
