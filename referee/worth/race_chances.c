/*
 * race_chances.c - the race formula.
 */
#include "worth/race_chances.h"

#include <math.h>

#include "base/exact_math.h"
#include "games/game.h"

static double largest(int count, const double *x)
{
	double best = x[0];

	for (int i = 1; i < count; i++)
		best = fmax(best, x[i]);
	return best;
}

void race_chances_softmax(int seats, const double *x, double scale, double *f)
{
	double best = largest(seats, x), sum = 0;

	for (int s = 0; s < seats; s++) {
		f[s] = x[s] == best ? 1 :
			exact_math_exp(scale * (x[s] - best));
		sum += f[s];
	}
	for (int s = 0; s < seats; s++)
		f[s] /= sum;
}

void race_chances(const struct race_numbers *numbers, int seats,
		  const double *score, int mover, double turn, double target,
		  double mu, double *f)
{
	double x[GAME_SEATS_MAX], left;

	x[mover] = score[mover] + turn;
	for (int k = 1; k < seats; k++) {
		int s = (mover + k) % seats;

		x[s] = score[s] + numbers->h * mu * (seats - k) / (seats - 1);
	}
	left = fmax(target - largest(seats, x) + numbers->r, numbers->r / 2);
	race_chances_softmax(seats, x, numbers->c *
			     exact_math_exp(-numbers->e *
					    exact_math_log(left / 100)), f);
}
