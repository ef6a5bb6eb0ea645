/*
 * schedule_errors_test.c - the errors of a schedule agree with closed forms.
 */
#include "base/exact_math.h"
#include "tests/support/contests.h"
#include "tests/support/rating_vectors.h"
#include "tests/unit/unit.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/plan_show.h"

UNIT_EACH(NULL, cup_end)

#define UNIT (EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT)

static struct schedule_errors errors;

static void make(const char *format, int entrants, int seats,
		 enum result result)
{
	struct error err = {0};

	cup_start(format, entrants, seats, result);
	ck_assert_msg(schedule_errors_make(&cup, &errors, &err) == 0, "%s",
		      err.text);
	ck_assert_uint_eq(cup.past.count, 0);
}

static void near(double got, double expected)
{
	assert_near(got / expected, 1, 1e-9);
}

/* K challengers, R others: a complete bipartite graph with c = games / 4 on
   each edge. */
TEST_FROM(a_gauntlet_has_challengers_and_others, 1, 5)
{
	double k = _i, r = 8 - _i, n = 8, c = 2 * 3 / 4.0;

	make(words("{'type':'gauntlet','boards':3,'challengers':%d}", _i), 8,
	     2, RESULT_RANKING);
	ck_assert_int_eq(errors.rows, 3);
	ck_assert_str_eq(errors.row[0].of, "challenger");
	ck_assert_str_eq(errors.row[1].of, "other");
	near(errors.row[0].error, UNIT * sqrt((1 - 1 / k) / (c * r) +
					      r / (n * k) / (c * n)));
	near(errors.row[1].error, UNIT * sqrt((1 - 1 / r) / (c * k) +
					      k / (n * r) / (c * n)));
	near(errors.row[2].error, UNIT * sqrt((1 - 1 / k) / (c * r) +
					      (1 - 1 / r) / (c * k) +
					      1 / (c * k * r)));
	near(errors.row[0].games, 6 * r);
	near(errors.row[1].games, 6 * k);
	near(errors.blocks, 3 * k * r);
}

TEST(a_plan_knows_the_format)
{
	struct plan_show plan = { .entrants = 7, .seats = 2,
		.result = RESULT_RANKING, .rotations = 2, .error = 20,
		.deff = NAN, .block_seconds = NAN, .format = "gauntlet",
		.boards = 10 };
	struct text out = {0};

	make("{'type':'gauntlet','boards':10}", 7, 2, RESULT_RANKING);
	plan.schedule = errors;
	plan_show_text(&plan, &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
		"error of    deff  games each  games  blocks  boards\n"
		"challenger  1.00         852    852     426      71\n"
		"other       1.00         971   5822    2911     486\n"
		"difference  1.00        6956   6956    3478     580\n\n"
		"challenger, other: against the mean of all; difference: of "
		"two of these\n"));
	text_release(&out);
	make("{'type':'round_robin'}", 7, 2, RESULT_RANKING);
	ck_assert_int_eq(errors.rows, 0);
}
