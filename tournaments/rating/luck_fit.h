/*
 * luck_fit.h - the numbers of a luck formula, from games that were played.
 *
 * Maximum likelihood of the results at the starts of turns: the numbers with
 * which the formula gives the later winners the best chances.  They are for
 * later tournaments; games must not be judged by a formula that was fitted to
 * them.
 */
#ifndef TOURNAMENTS_RATING_LUCK_FIT_H
#define TOURNAMENTS_RATING_LUCK_FIT_H

#include "base/error.h"

/* How many numbers a formula has at most. */
enum { LUCK_FIT_NUMBERS_MAX = 8 };

struct luck_fit;

/*
 * The formula: chances of each seat, which add up to 1, at the start of a turn
 * of `mover` with these scores.
 */
typedef void luck_fit_chances(const void *context, const double *number,
			      int seats, int mover, const long *score,
			      double *chance);

/* `context` is borrowed until luck_fit_free. */
struct luck_fit *luck_fit_new(luck_fit_chances *chances, const void *context,
			      int seats);

/* Adds a turn of a finished game, in which the seats scored `points`, 1 in
   total. */
void luck_fit_add(struct luck_fit *fit, int mover, const long *score,
		  const double *points);

/*
 * Finds the numbers, all positive; at first `number` has a first guess.  Sets
 * `*likelihood` to the mean log-likelihood of a turn.  Returns -1 with an error
 * if there are too few turns or no maximum is found.
 */
int luck_fit_run(const struct luck_fit *fit, double *number, int count,
		 double *likelihood, struct error *err);

/* `fit` may be NULL. */
void luck_fit_free(struct luck_fit *fit);

#endif
