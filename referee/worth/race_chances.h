/*
 * race_chances.h - the race formula: the winning chances by the scores and the
 * seat on turn.
 *
 * All points are in units of the game (turns_values.h).  The formula is a
 * softmax: the chance of seat i is proportional to
 *
 *	exp(c (R / 100)^-e x_i),  R = max(target - max x + r, r / 2)
 *
 * where x is the score of a seat plus what its next turn brings: for the seat
 * on turn, what the turn in progress brings; for the k-th seat after it, of n
 * seats, h mu (n - k) / (n - 1).
 */
#ifndef WORTH_RACE_CHANCES_H
#define WORTH_RACE_CHANCES_H

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

#endif
