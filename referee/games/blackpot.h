/*
 * blackpot.h - the state of Black-Pot, for blackpot.c and blackpot_show.c.
 */
#ifndef GAMES_BLACKPOT_H
#define GAMES_BLACKPOT_H

#include "games/blackpot_events.h"
#include "games/blackpot_moves.h"
#include "games/start_throw.h"

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

/* ### blackpot_state.c */

/* The largest number of pawns that the seat on turn can place at once. */
int blackpot_most(const struct blackpot *b);

/* The combinations allowed now; `room` is storage for them in case they have to
   be computed. */
const struct blackpot_sums *blackpot_sums_now(const struct blackpot *b,
					      struct blackpot_sums *room);

/* ### members of struct game: blackpot_show.c */
int blackpot_read_move(const void *state, const cJSON *answer, int *move,
		       struct error *err);
void blackpot_show_move(const void *state, int move, struct json_writer *w);
bool blackpot_said(const void *state, int move, struct json_writer *w);
void blackpot_view(const void *state, int seat, struct json_writer *w);
int blackpot_read_view(void *state, const struct json_at *view,
		       struct error *err);
void blackpot_tell(const void *before, const void *after,
		   struct json_writer *w);
void blackpot_describe(const void *state, int move, struct text *out);
struct game_mark blackpot_mark(int seats, int seat);
void blackpot_picture(const void *state, bool colour, struct text *out);

#endif
