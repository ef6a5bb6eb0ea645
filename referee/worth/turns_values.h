/*
 * turns_values.h - a turn as a table: what each roll allows, and what rolling
 * is worth.
 *
 * Points are counted in units of 50 points in Bolo and 1 in Pig; all scores and
 * totals are multiples of them.  A substate is everything but score and total
 * that matters for the next roll: the dice in hand, the open series (bolo7,
 * same_turn) and the face of the Yahtzee clause (bolo5).
 */
#ifndef WORTH_TURNS_VALUES_H
#define WORTH_TURNS_VALUES_H

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
};

struct turns_substate {
	double bust;            /* chance that the roll loses the turn */
	double halt;            /* the largest chance to get to a bank */
	int first, count;       /* outcomes */
	int key;                /* for turns.c */
};

struct turns_steps;

/* Made by turns_new (turns.h). */
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
	/* For turns.c and turns_values.c. */
	void **sample;          /* a state of each substate */
	void *begun;            /* a game with the real rules */
	struct turns_steps *steps;      /* what turns_values does for a row */
};

/* Completes a table: sets `steps` and `width`. */
void turns_values_prepare(struct turns *turns);

/* Frees the steps. */
void turns_values_release(struct turns *turns);

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

#endif
