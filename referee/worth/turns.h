/*
 * turns.h - the turns of Bolo and Pig as tables, derived from the engines.
 */
#ifndef WORTH_TURNS_H
#define WORTH_TURNS_H

#include "games/bolo5.h"
#include "games/bolo7.h"
#include "games/game.h"

enum {
	TURNS_FRESH = 0,        /* the substate in which a turn begins */
	TURNS_LANES = 8         /* turns that turns_values_8 solves at once */
};

/* A choice after a roll. */
struct turns_option {
	int points;             /* that the turn gains, in units, at least 1 */
	int next;               /* the substate for rolling on */
	bool stop;              /* a bank is possible if the minimum allows */
};

/* Rolls that allow the same options.  All options are kept, even one that
   leaves the same dice with fewer points, which can be better in bolo5. */
struct turns_outcome {
	double chance;
	int first, count;       /* options */
	int value[GAME_DICE_MAX];       /* one of the rolls */
};

struct turns_substate {
	/* The chance that the roll loses the turn, and before that the chance
	   that all dice are thrown again; an example of each. */
	double bust, again;
	int lost[GAME_DICE_MAX], thrown[GAME_DICE_MAX];
	double halt;            /* the largest chance to get to a bank */
	int first, count;       /* outcomes */
	int key;                /* private */
};

struct turns_steps;

struct turns {
	const struct game *game;
	int unit;               /* points */
	int target;             /* units that reach the target */
	int most;               /* units of the best option */
	int width;              /* doubles per row of values */
	struct turns_substate *substate;
	struct turns_outcome *outcome;
	struct turns_option *option;
	int substates, outcomes, options;
	/* Private: */
	void **sample;          /* a state of each substate */
	void *begun;            /* a game with the real rules */
	struct turns_steps *steps;      /* what turns_values does for a row */
};

/*
 * Solves a turn in which a bank of `total` is worth stop[total], -HUGE_VAL if
 * it is not allowed, and a lost turn is worth `lost`.  From the total `rows`
 * on, the player is assumed to bank as soon as the dice allow it, so the
 * minimum must not forbid it there.  `stop` has rows + turns->most entries.
 *
 * `value`, with room for (rows + turns->most) * turns->width numbers, gets what
 * rolling is worth at [total * turns->width + substate].  The numbers are the
 * same, bit for bit, on every machine with IEEE doubles.
 */
void turns_values(const struct turns *turns, const double *stop, int rows,
		  double lost, double *value);

/* The same for TURNS_LANES turns: each number becomes an array of TURNS_LANES
   numbers. */
void turns_values_8(const struct turns *turns, const double *stop, int rows,
		    const double *lost, double *value);

/* Room for a state of any of these games. */
union turns_state {
	struct bolo7 bolo7;
	struct bolo5 bolo5;
	struct race race;
	char bytes[1024];
};

/* Whether this game has turns of this kind: bolo7, bolo5 and pig do. */
bool turns_known(const struct game *game);

/* Makes the turns of a game with these rules, which rules_check has accepted.
   The caller frees them with turns_free, which accepts NULL. */
struct turns *turns_new(const struct game *game, const int *rule);
void turns_free(struct turns *turns);

/* ### a state of the game, of any number of seats */

/* The points of the turn so far, in units; 0 if a throw for the start is
   due. */
int turns_total(const struct turns *turns, const void *state);

/* The substate of a state in which dice are due. */
int turns_substate(const struct turns *turns, const void *state);

/* Whether the minimums of the rules allow a seat with this score to bank this
   total, both in units.  The dice may still forbid it. */
bool turns_may_bank(const struct turns *turns, int score, int total);

/* ### rolls: every roll of some dice and the number of ways to get it */

/* Takes one roll, ascending, which `ways` of the sides^dice sequences show. */
typedef void rolls_one(void *context, const int *value, double ways);

/*
 * Calls `one` for each roll of 1..GAME_DICE_MAX dice, in ascending order.
 * Returns the number of sequences, sides^dice, which must be below 2^53, so
 * that all ways are exact.
 */
double rolls_each(int dice, int sides, rolls_one *one, void *context);

#endif
