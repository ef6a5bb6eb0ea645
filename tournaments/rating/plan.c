/*
 * plan.c - errors from numbers of games, and back.
 */
#include "tournaments/rating/plan.h"

#include <math.h>

#include "base/exact_math.h"

/*
 * At equal strength: a stage with m left, one of whom is chosen, gives
 * (1/m) (1 - 1/m) about each of them; a ranking has stages N, N-1, .., 2, and
 * one of N is still there with m left in m/N of the games.
 */
double plan_information(enum result result, int seats)
{
	double sum = 0, n = seats;

	switch (result) {
	case RESULT_TEAMS:
		return 0.25;
	case RESULT_WINNER:
		return 1 / n * (1 - 1 / n);
	case RESULT_RANKING:
		break;
	}
	for (int m = 2; m <= seats; m++)
		sum += 1 - 1.0 / m;
	return sum / n;
}

/*
 * Everyone's information is spread evenly over the n - 1 others, so the part of
 * the matrix for differences is games * information * n / (n - 1).
 */
double plan_rating_error(int entrants, double games, double information,
			 double deff)
{
	double n = entrants;

	return EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT * (n - 1) / n *
		sqrt(deff / (games * information));
}

double plan_difference_error(int entrants, double games, double information,
			     double deff)
{
	double n = entrants;

	return EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT *
		sqrt(2 * (n - 1) / n * deff / (games * information));
}

/* Errors fall with the root of the games. */
double plan_rating_games(int entrants, double error, double information,
			 double deff)
{
	double once = plan_rating_error(entrants, 1, information, deff);

	return once / error * (once / error);
}

double plan_difference_games(int entrants, double error, double information,
			     double deff)
{
	double once = plan_difference_error(entrants, 1, information, deff);

	return once / error * (once / error);
}

/* ### a running tournament */

/* Further blocks that an entrant needs, at least 0; NAN: not known yet. */
static double blocks_left(const struct ladder_row *row, double error)
{
	double left;

	if (row->blocks == 0 || isnan(row->err95))
		return NAN;
	left = (double)row->blocks *
		(row->err95 / error * (row->err95 / error) - 1);
	return left > 0 ? left : 0;
}

double plan_games_left(const struct ladder *ladder, double error)
{
	double longest = 0;

	for (int i = 0; i < ladder->count; i++) {
		const struct ladder_row *row = &ladder->rows[i];
		double left = blocks_left(row, error);

		if (isnan(left))
			return NAN;
		left *= (double)ladder->games / (double)row->blocks;
		if (left > longest)
			longest = left;
	}
	return longest;
}

bool plan_reached(const struct ladder *ladder, double error)
{
	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].blocks < PLAN_BLOCKS_MIN ||
		    !(ladder->rows[i].err95 <= error))
			return false;
	return ladder->pool_count == 1;
}
