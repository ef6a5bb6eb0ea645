/*
 * blackpot.h - the state of Black-Pot, for tests.
 */
#ifndef GAMES_BLACKPOT_H
#define GAMES_BLACKPOT_H

#include "games/blackpot_moves.h"
#include "games/game.h"

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

/*
 * The events of a step, recorded as they happen: comparing two positions does
 * not show every alignment and pass, as pawns may have been removed, and
 * several seats may have passed.
 */
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

enum { BLACKPOT_SIDES = 2, BLACKPOT_SEATS_MAX = 4 };

enum blackpot_phase {
	BLACKPOT_THROW,         /* for the start */
	BLACKPOT_ROLL,
	BLACKPOT_OPEN,          /* a turn has begun; can the seat place? */
	BLACKPOT_PLACE,
	BLACKPOT_CHALLENGE,
	BLACKPOT_FORCED,
	BLACKPOT_OVER
};

struct blackpot {
	int seats, max_turns;
	int stall;                      /* idle turns that end the game */
	bool division, tree, claims, shared, finish_round;
	enum blackpot_phase phase;
	enum ending ending;             /* once BLACKPOT_OVER */
	struct start_throw start;       /* during BLACKPOT_THROW */
	int starter;                    /* the first roller */
	int seat;                       /* whose turn it is */
	int roller;
	int asked;                      /* BLACKPOT_CHALLENGE: which opponent */
	int turns[BLACKPOT_SEATS_MAX];
	int idle;                       /* turns without a pawn, in a row */
	int indicated;                  /* BLACKPOT_FORCED: the values */
	bool closing;                   /* a side has placed its last pawn */
	int lost;                       /* the side of a fault, or -1 */
	int left[BLACKPOT_SIDES];       /* pawns */
	int points[BLACKPOT_SIDES];     /* from alignments */
	struct blackpot_roll roll;
	struct blackpot_sums sums;
	struct blackpot_board pots;
	struct blackpot_events events;
};

static inline int blackpot_side(int seat)
{
	return seat % BLACKPOT_SIDES;
}

#endif
