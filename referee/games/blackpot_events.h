/*
 * blackpot_events.h - the events of a step of Black-Pot, noted as they happen.
 *
 * Two positions alone do not show every alignment and pass: pawns may have
 * left the board, and several seats may have passed.
 */
#ifndef GAMES_BLACKPOT_EVENTS_H
#define GAMES_BLACKPOT_EVENTS_H

#include "games/blackpot_board.h"

enum { TOLD_MAX = 24 };

enum told_kind {
	TOLD_START, TOLD_CLAIM, TOLD_CHALLENGE, TOLD_PASS, TOLD_ZERO,
	TOLD_ALIGNMENT, TOLD_LAST_PAWN, TOLD_STALLED
};

/* By kind, ended by a zero entry. */
extern const struct event told_events[];

struct told {
	int steps;                      /* since the game began */
	int count;                      /* events of the last one */
	struct told_event {
		enum told_kind kind;
		int seat;
		int by, values;         /* CHALLENGE: who, a move */
		bool forced;            /* PASS */
		struct pots_row row;    /* ALIGNMENT */
	} event[TOLD_MAX];
};

void told_begin_step(struct told *told);

/* Notes an event; the caller may add to it. */
struct told_event *told_add(struct told *told, enum told_kind kind, int seat);

/* Writes the events of the step between the two. */
void told_write(const struct told *before, const struct told *after,
		struct json_writer *w);

#endif
