/*
 * race_chances.h - the race formula: who wins, from the scores and whose turn
 * it is.
 *
 * All points are in units of the game (worth_race.h).  The formula is a
 * softmax: the chance of seat i is proportional to
 *
 *	exp(c (R / 100)^-e x_i),  R = max(target - max x + r, r / 2)
 *
 * where x is the score of a seat and what its next turn brings: for the seat on
 * turn that of the turn in progress, for the k-th of n seats after it
 * h mu (n - k) / (n - 1).
 */
#ifndef WORTH_RACE_CHANCES_H
#define WORTH_RACE_CHANCES_H

/* Fitted to games; each above 0. */
struct race_numbers {
	double c;               /* what a unit is worth 100 before the end */
	double h;               /* of a turn, for who is next */
	double r;               /* units: how soon the end is near */
	double e;               /* how much more a unit is worth near it */
};

/*
 * The chance of each seat, f[0..seats-1], which add up to 1; `score` of each
 * seat, `turn`: the points that `mover` expects of the turn in progress, `mu`:
 * those of a whole turn.  The same bits on every machine.
 */
void race_chances(const struct race_numbers *numbers, int seats,
		  const double *score, int mover, double turn, double target,
		  double mu, double *f);

/* f[i] proportional to exp(scale x[i]). */
void race_chances_softmax(int seats, const double *x, double scale, double *f);

#endif
