/*
 * shared_places_test.c - a shared place is the mean of all its orders, one by
 * one.
 */
#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tournaments/rating/model.h"

UNIT_EACH(ladder_begin, ladder_end)

enum { MOST = GAME_SEATS_MAX };

static double b[MOST];
static long ranks[MOST];
static struct random dice = { 26 };

struct sums {
	double likelihood, gradient[MOST], information[MOST][MOST];
};

/* Ranks of which bit i of `pattern` says that places i and i + 1 are one. */
static void rank_by(int seats, int pattern)
{
	ranks[0] = 1;
	for (int i = 1; i < seats; i++)
		ranks[i] = pattern >> (i - 1) & 1 ? ranks[i - 1] : i + 1;
}

static void be_random(int seats)
{
	for (int i = 0; i < seats; i++)
		b[i] = (random_below(&dice, 6001) - 3000) * 1e-3;
}

static void visit(void *context, const struct model_stage_terms *terms)
{
	struct sums *sums = context;

	sums->likelihood += terms->log_likelihood;
	for (int i = 0; i < terms->slots; i++) {
		int p = terms->param[i];

		sums->gradient[p] += terms->residual[terms->dim[i]];
		for (int j = 0; j <= i; j++)
			sums->information[p][terms->param[j]] +=
				terms->cov[terms->dim[i]][terms->dim[j]];
	}
}

static struct sums by_model(int seats)
{
	static const int who[MOST] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 };
	struct sums sums = {0};
	struct model model;

	make_table(seats);
	games_table_set_result(&table, RESULT_RANKING);
	games_table_add_game(&table, who, ranks, seats, ALONE);
	model_init(&model, &table, false, false, 0);
	ck_assert_int_eq(model.parameters, seats);
	model_visit_cells(&model, b, visit, &sums);
	model_release(&model);
	return sums;
}

/* Adds the model of Plackett and Luce for each order of those left; that the
   others came before them has the chance `share`. */
static void add_orders(int seats, int left, double share, struct sums *sums)
{
	double weight[MOST] = {0}, sum = 0;
	long best = MOST + 1;
	int tied = 0;

	for (int i = 0; i < seats; i++) {
		if (!(left >> i & 1))
			continue;
		weight[i] = exp(b[i]);
		sum += weight[i];
		tied = ranks[i] < best ? 1 : tied + (ranks[i] == best);
		best = ranks[i] < best ? ranks[i] : best;
	}
	sums->likelihood -= share * log(sum);
	for (int i = 0; i < seats; i++) {
		sums->gradient[i] -= share * weight[i] / sum;
		sums->information[i][i] += share * weight[i] / sum;
		for (int j = 0; j <= i; j++)
			sums->information[i][j] -= share * weight[i] / sum *
				weight[j] / sum;
		if (!(left >> i & 1) || ranks[i] != best)
			continue;
		sums->likelihood += share / tied * b[i];
		sums->gradient[i] += share / tied;
		if (left != 1 << i)
			add_orders(seats, left & ~(1 << i), share / tied, sums);
	}
}

static void compare(int seats, int pattern)
{
	struct sums got, due = {0};

	rank_by(seats, pattern);
	be_random(seats);
	add_orders(seats, (1 << seats) - 1, 1, &due);
	got = by_model(seats);
	assert_near(got.likelihood, due.likelihood, 1e-9);
	for (int i = 0; i < seats; i++) {
		ck_assert_double_le(fabs(got.gradient[i] - due.gradient[i]),
				    1e-9);
		for (int j = 0; j <= i; j++)
			ck_assert_double_le(fabs(got.information[i][j] -
						 due.information[i][j]), 1e-9);
	}
}

TEST(a_shared_place_is_the_mean_of_all_its_orders)
{
	for (int seats = 3; seats <= 7; seats++)
		for (int pattern = 0; pattern < 1 << (seats - 1); pattern++)
			compare(seats, pattern);
	/* All, two of them at the end, all but the first, fives. */
	compare(8, 0x7f);
	compare(10, 0x100);
	compare(10, 0x1fe);
	compare(10, 0x1ef);
}

/* Far apart, where exp is 0. */
TEST(a_shared_place_of_extremes_is_finite)
{
	struct sums got;

	rank_by(10, 0x1ff);
	for (int i = 0; i < 10; i++)
		b[i] = 300.0 * (i - 5);
	got = by_model(10);
	ck_assert(isfinite(got.likelihood));
	for (int i = 0; i < 10; i++)
		ck_assert(isfinite(got.gradient[i]) &&
			  isfinite(got.information[i][i]));
}
