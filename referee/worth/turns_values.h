/*
 * turns_values.h - a turn as a table: what each roll allows, and what it is
 * worth to roll.
 *
 * Points are counted in units: 50 points in Bolo, 1 in Pig; all scores and
 * totals are multiples.  A substate is what matters for the next roll besides
 * score and total: the dice in hand, the open series (bolo7, same_turn) and the
 * face of the Yahtzee clause (bolo5).
 */
#ifndef WORTH_TURNS_VALUES_H
#define WORTH_TURNS_VALUES_H

#include "games/game.h"

enum {
	TURNS_FRESH = 0,        /* the substate in which a turn begins */
	TURNS_LANES = 8         /* turns that turns_values_8 solves at once */
};

/* Something to do after a roll. */
struct turns_option {
	int points;             /* that the turn gains, in units, at least 1 */
	int next;               /* the substate with which one rolls on */
	bool stop;              /* or may one bank, if the minimum allows it? */
};

/* Rolls that allow the same; all options are kept, also one with fewer points
   that leaves the same dice, which can be the better one in bolo5. */
struct turns_outcome {
	double chance;
	int first, count;       /* options */
};

struct turns_substate {
	double bust;            /* chance that the roll ends the turn */
	double halt;            /* the largest chance to come to a bank */
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
	int width;              /* doubles of a row of values */
	struct turns_substate *substate;
	struct turns_outcome *outcome;
	struct turns_option *option;
	int substates, outcomes, options;
	/* For turns.c and turns_values.c. */
	void **sample;          /* a state of each substate */
	void *begun;            /* a game by the real rules */
	struct turns_steps *steps;      /* what turns_values does for a row */
};

/* The steps of a table that is whole but for them: sets `steps` and `width`. */
void turns_values_prepare(struct turns *turns);

/* Frees the steps. */
void turns_values_release(struct turns *turns);

/*
 * Solves a turn in which a bank of `total` is worth stop[total], -HUGE_VAL
 * where it is not allowed, and a lost turn `lost`.  From the total `rows` on
 * the player is assumed to bank as soon as the dice allow it: there the
 * minimum must not forbid it.  `stop` has rows + turns->most entries.
 *
 * `value`, with room for (rows + turns->most) * turns->width numbers, gets at
 * [total * turns->width + substate] what it is worth to roll.  The same numbers
 * come out bit by bit on every machine with IEEE doubles.
 */
void turns_values(const struct turns *turns, const double *stop, int rows,
		  double lost, double *value);

/* The same for TURNS_LANES turns: each number has become an array of that
   many, one after the other. */
void turns_values_8(const struct turns *turns, const double *stop, int rows,
		    const double *lost, double *value);

#endif
