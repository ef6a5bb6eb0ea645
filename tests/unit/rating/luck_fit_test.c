/*
 * luck_fit_test.c - a fit finds the numbers of a formula from games that it
 * decided.
 */
#include "tests/unit/unit.h"
#include "tests/support/luck_games.h"
#include "tournaments/rating/luck_fit.h"

enum { TARGET = 200 };

/* A race: exp(c (R / 100)^-e x), with h points for the seat on turn. */
static void race(const void *context, const double *number, int seats,
		 int mover, const long *score, double *chance)
{
	double x[GAME_SEATS_MAX], most = 0, sum = 0, left;

	(void)context;
	for (int s = 0; s < seats; s++) {
		x[s] = (double)score[s] + (s == mover ? number[1] : 0);
		most = fmax(most, x[s]);
	}
	left = fmax(TARGET - most, 5);
	for (int s = 0; s < seats; s++)
		sum += chance[s] = exact_math_exp((x[s] - most) * number[0] *
			exact_math_exp(-number[2] *
				       exact_math_log(left / 100)));
	for (int s = 0; s < seats; s++)
		chance[s] /= sum;
}

/* The same with c as the only number; the others are the context. */
static void race_of_c(const void *context, const double *number, int seats,
		      int mover, const long *score, double *chance)
{
	const double *others = context;

	race(NULL, (double[]){ number[0], others[1], others[2] }, seats, mover,
	     score, chance);
}

/* Adds turns at random scores, each decided by the formula. */
static struct luck_fit *played(const double *number, int count, int seats,
			       int turns)
{
	struct luck_games games = { .random = { 3 } };
	struct luck_fit *own = luck_fit_new(count == 1 ? race_of_c : race,
					    number, seats);

	for (int t = 0; t < turns; t++) {
		long score[GAME_SEATS_MAX];
		double chance[GAME_SEATS_MAX], points[GAME_SEATS_MAX] = {0};
		int mover = t % seats;

		for (int s = 0; s < seats; s++)
			score[s] = random_below(&games.random, TARGET - 10);
		race(NULL, number, seats, mover, score, chance);
		points[luck_games_pick(chance, seats,
				       luck_games_uniform(&games))] = 1;
		luck_fit_add(own, mover, score, points);
	}
	return own;
}

static const struct {
	double truth[3];
	int seats, count;
	double tolerance;
} fits[] = {
	{ { 0.04, 35, 0.6 }, 2, 3, 0.15 },
	{ { 0.01, 12, 0.3 }, 4, 1, 0.08 },
};

TEST_EACH(the_numbers_of_a_formula_are_found, 2)
{
	const double *truth = fits[_i].truth;
	int count = fits[_i].count;
	struct luck_fit *own = played(truth, count, fits[_i].seats, 2500);
	double number[] = { 0.02, 20, 0.5 }, likelihood, again;
	struct error err = {0};

	ck_assert_msg(luck_fit_run(own, number, count, &likelihood, &err) == 0,
		      "%s", err.text);
	for (int i = 0; i < count; i++)
		ck_assert_msg(fabs(number[i] / truth[i] - 1) <
			      fits[_i].tolerance, "%d: %g, expected %g", i,
			      number[i], truth[i]);
	/* A fit that starts there stays there. */
	ck_assert_int_eq(luck_fit_run(own, number, count, &again, &err), 0);
	ck_assert_double_le(fabs(again - likelihood), 1e-8);
	luck_fit_free(own);
}

TEST(what_cannot_be_found_is_refused)
{
	struct luck_fit *own = played((double[]){ 0.04, 35, 0.6 }, 3, 2,
				      299);
	double number[] = { 0.02, 20, 0.5 }, likelihood;
	struct error err = {0};

	ck_assert_int_eq(luck_fit_run(own, number, 3, &likelihood, &err), -1);
	ck_assert_str_eq(err.text, "3 numbers need at least 300 turns of games "
			 "without a fault, not 299");
	luck_fit_free(own);
	/* The one ahead always wins: c would grow for ever. */
	own = luck_fit_new(race_of_c, number, 2);
	for (int t = 0; t < 400; t++)
		luck_fit_add(own, 0, (long[]){ 100, 20 },
			     (double[]){ 1, 0 });
	ck_assert_int_eq(luck_fit_run(own, number, 1, &likelihood, &err), -1);
	ck_assert_str_eq(err.text, "these games do not determine the numbers "
			 "of the formula");
	luck_fit_free(own);
}
