/*
 * worth.h - what a position is worth to each seat, and thus how much of a
 * result is due to the dice.
 *
 * A worth is a function f of the state alone: a share of one point for each
 * seat; the shares add up to 1.  The luck of a draw is f after it minus its
 * expectation before.  That is 0 on average for any f, as long as both use the
 * same f with the same rules; hence worth_value is the only way to compute f.
 */
#ifndef WORTH_WORTH_H
#define WORTH_WORTH_H

#include "games/game.h"
#include "worth/luck_file.h"

struct worth;
struct duel;

/* A way to value positions. */
struct worth_kind {
	/* f is exact: a move that is not the best loses the difference. */
	bool exact;
	/* Prepares worth->data; game, seats, rules and numbers are set.
	   Returns 0, or -1 with `err`. */
	int (*open)(struct worth *worth, struct error *err);
	/* Computes f if dice are due. */
	void (*value)(const struct worth *worth, const void *state, double *f);
	/* The same if a seat is to decide; NULL: f of the legal move that is
	   worth most to this seat. */
	void (*decide)(const struct worth *worth, const void *state,
		       double *f);
	/* Computes the mean of f after the roll that is due; NULL: over all
	   rolls. */
	void (*expect)(const struct worth *worth, const void *state,
		       double *f);
	/* Computes f by the formula with other numbers, if a turn of `mover`
	   begins with these scores; for fitting the numbers.  NULL for a kind
	   without numbers. */
	void (*at_turn)(const struct worth *worth, const double *number,
			int mover, const long *score, double *f);
	/* Frees worth->data. */
	void (*release)(struct worth *worth);
};

struct worth {
	/* Set by the caller; all but the first three only if the kind uses
	   them. */
	const struct worth_kind *kind;
	const struct game *game;
	int seats;
	int rule[GAME_RULES_MAX];
	double number[LUCK_NUMBERS_MAX];        /* of the formula */
	const struct duel *duel;                /* the table, borrowed */
	/* The rest starts as zeroes. */
	void *data;                     /* owned by the kind; also scratch
	                                   space, so each thread needs its own
	                                   worth */
};

/* Prepares f, with rules that rules_check has accepted.  Returns 0, or -1 with
   a sentence; only after 0 must worth_release be called. */
int worth_open(struct worth *worth, struct error *err);

/* Computes f[0..seats-1] of any state in which no seat is out.  If the game is
   over, f is the points of each seat. */
void worth_value(const struct worth *worth, const void *state, double *f);

/* Computes the mean of worth_value after the roll that is due (GAME_CHANCE). */
void worth_expect(const struct worth *worth, const void *state, double *f);

/* The same, computed from all possible rolls; every kind must agree with it.
   The dice of the draw must be interchangeable, so this does not work for a
   throw for the start. */
void worth_expect_all(const struct worth *worth, const void *state, double *f);

/* What this move is worth to the seat that is to decide. */
double worth_of_move(const struct worth *worth, const void *state, int move);

/* The seat to whose luck the due roll counts: the seat on turn, or -1 for the
   throw for the start. */
int worth_roller(const struct worth *worth, const void *state);

/* Frees the data; may be called twice. */
void worth_release(struct worth *worth);

/*
 * ### race_chances: the race formula, the winning chances by the scores and the
 * seat on turn.
 *
 * All points are in units of the game (turns.h).  The formula is a softmax: the
 * chance of seat i is proportional to
 *
 *	exp(c (R / 100)^-e x_i),  R = max(target - max x + r, r / 2)
 *
 * where x is the score of a seat plus what its next turn brings: for the seat
 * on turn, what the turn in progress brings; for the k-th seat after it, of n
 * seats, h mu (n - k) / (n - 1).
 */

/* Numbers fitted to games; each is above 0. */
struct race_numbers {
	double c;               /* worth of a unit 100 units before the end */
	double h;               /* part of a turn credited to the next seat */
	double r;               /* units: how soon the end is near */
	double e;               /* how much more a unit is worth near it */
};

/*
 * Computes the chance of each seat, f[0..seats-1], which add up to 1.  `score`
 * has the score of each seat; `turn` is the points that `mover` expects from
 * the turn in progress, `mu` those of a whole turn.  The result is the same on
 * every machine, bit for bit.
 */
void race_chances(const struct race_numbers *numbers, int seats,
		  const double *score, int mover, double turn, double target,
		  double mu, double *f);

/* Computes f[i] proportional to exp(scale x[i]), adding up to 1. */
void race_chances_softmax(int seats, const double *x, double scale, double *f);

/* ### the kinds, one file for each */

/* worth_table.c: exact, for two seats; worth_race.c; worth_volle.c. */
extern const struct worth_kind worth_table, worth_race, worth_volle;

/* Indexed by enum luck_kind. */
extern const struct worth_kind *const worth_kinds[];

#endif
