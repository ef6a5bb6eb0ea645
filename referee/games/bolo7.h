/*
 * bolo7.h - the state of Bolo with seven dice, for solvers and tests.
 */
#ifndef GAMES_BOLO7_H
#define GAMES_BOLO7_H

#include "games/dice_keep.h"
#include "games/race.h"

enum { BOLO7_DICE = 7 };

enum bolo7_phase { BOLO7_NORMAL, BOLO7_FINAL, BOLO7_SUDDEN };

enum bolo7_endgame {
	BOLO7_SUDDEN_DEATH,
	BOLO7_LAST_ROUND,
	BOLO7_IMMEDIATE
};

struct bolo7 {
	struct race race;
	/* Options. */
	int target;             /* the score that starts the end */
	int opening;            /* least first bank */
	bool same_turn;         /* later rolls extend a series */
	bool must_roll;         /* with all seven dice aside */
	enum bolo7_endgame endgame;
	bool catch_more;        /* a tie does not catch up */
	/* The end. */
	enum bolo7_phase phase;
	int trigger;            /* the seat that reached the target, or -1 */
	bool contender[GAME_SEATS_MAX];         /* sudden: still in */
	/* The turn. */
	int total;              /* points put aside, at risk */
	int dice;               /* in hand, or just rolled */
	bool rolled;            /* the seat is to decide on the roll */
	int count[DICE_KEEP_FACES];  /* of the rolled dice */
	int open[DICE_KEEP_FACES];   /* dice of the face's open series, or 0 */
};

/* The dice that score if no series is open. */
extern const struct dice_keep_scoring bolo7_scoring;

/* The dice that score with the open series of the turn; `room` is storage for
   the table. */
const struct dice_keep_scoring *
bolo7_scoring_series(const struct bolo7 *b, struct dice_keep_scoring *room);

/* The contenders of a sudden death, in the order after the trigger. */
int bolo7_contenders(const struct bolo7 *b, int *seat);

/* ### asked for every move, and therefore inline */

/* The dice that score now; `room` is storage for the table in case it has to be
   computed. */
static inline const struct dice_keep_scoring *
bolo7_scoring_now(const struct bolo7 *b, struct dice_keep_scoring *room)
{
	return b->same_turn ? bolo7_scoring_series(b, room) : &bolo7_scoring;
}

/* The least total that may be banked. */
static inline int bolo7_need(const struct bolo7 *b)
{
	return b->race.score[b->race.seat] == 0 ? b->opening : 0;
}

#endif
