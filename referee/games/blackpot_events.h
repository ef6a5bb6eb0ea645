/*
 * blackpot_events.h - the events of a step of Black-Pot, recorded as they
 * happen.
 *
 * Comparing two positions does not show every alignment and pass: pawns may
 * have been removed, and several seats may have passed.
 */
#ifndef GAMES_BLACKPOT_EVENTS_H
#define GAMES_BLACKPOT_EVENTS_H

#include "games/blackpot_board.h"

enum { BLACKPOT_EVENTS_MAX = 24 };

enum blackpot_event_kind {
	BLACKPOT_EVENT_START,
	BLACKPOT_EVENT_CLAIM,
	BLACKPOT_EVENT_CHALLENGE,
	BLACKPOT_EVENT_PASS,
	BLACKPOT_EVENT_ZERO,
	BLACKPOT_EVENT_ALIGNMENT,
	BLACKPOT_EVENT_LAST_PAWN,
	BLACKPOT_EVENT_STALLED
};

/* Indexed by kind, ended by a zero entry. */
extern const struct event blackpot_events_table[];

struct blackpot_events {
	int steps;                      /* since the game began */
	int count;                      /* events of the last step */
	struct blackpot_event {
		enum blackpot_event_kind kind;
		int seat;
		int by, values;         /* CHALLENGE: the seat, a move */
		bool forced;            /* PASS */
		struct blackpot_row row;    /* ALIGNMENT */
	} event[BLACKPOT_EVENTS_MAX];
};

void blackpot_events_begin_step(struct blackpot_events *events);

/* Records an event; the caller may fill in more of it. */
struct blackpot_event *blackpot_events_add(struct blackpot_events *events,
					   enum blackpot_event_kind kind,
					   int seat);

/* Writes the events of the step between the two states. */
void blackpot_events_write(const struct blackpot_events *before,
			   const struct blackpot_events *after,
			   struct json_writer *w);

#endif
