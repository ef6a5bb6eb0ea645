/*
 * schedule_errors_test.c - the errors of a schedule agree with closed forms.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/plan_show.h"

#define UNIT (EXACT_MATH_NORMAL_97_5 * EXACT_MATH_ELO_PER_LOGIT)

static struct schedule_errors errors_of(const char *format, int entrants,
					int seats, enum result result)
{
	struct contest contest = contest_of(format, entrants, seats, result);
	struct schedule_errors errors;
	struct error err = {0};

	ck_assert_msg(schedule_errors_make(&contest, &errors, &err) == 0, "%s",
		      err.text);
	ck_assert_uint_eq(contest.past.count, 0);
	contest_release(&contest);
	return errors;
}

static void near(double got, double expected)
{
	ck_assert_msg(fabs(got / expected - 1) < 1e-9, "%.12g, expected %.12g",
		      got, expected);
}

/* Two seats, many, teams. */
TEST_EACH(a_round_robin_is_what_the_formulas_say, 4)
{
	static const struct {
		const char *format;
		int entrants, seats;
		enum result result;
	} cases[] = {
		{ "{\"type\":\"round_robin\",\"boards\":5}", 9, 2,
		  RESULT_RANKING },
		{ "{\"type\":\"round_robin\",\"matches\":3}", 6, 3,
		  RESULT_WINNER },
		{ "{\"type\":\"round_robin\"}", 6, 4, RESULT_RANKING },
		{ "{\"type\":\"round_robin\"}", 6, 4, RESULT_TEAMS },
	};
	struct schedule_errors errors = errors_of(cases[_i].format,
		cases[_i].entrants, cases[_i].seats, cases[_i].result);
	double information = plan_information(cases[_i].result,
					      cases[_i].seats);
	double games = errors.row[0].games;

	ck_assert_int_eq(errors.rows, 2);
	near(errors.row[0].error, plan_rating_error(cases[_i].entrants, games,
						    information, 1));
	near(errors.row[1].error,
	     plan_difference_error(cases[_i].entrants, games, information, 1));
	near(errors.row[1].games, games);
	near(games * cases[_i].entrants, errors.blocks * cases[_i].seats *
	     cases[_i].seats);
}

/* K challengers, R others: a complete bipartite graph with c = games / 4 on
   each edge. */
TEST_FROM(a_gauntlet_has_challengers_and_others, 1, 5)
{
	char format[80];
	double k = _i, r = 8 - _i, n = 8, c = 2 * 3 / 4.0;
	struct schedule_errors errors;

	snprintf(format, sizeof format, "{\"type\":\"gauntlet\",\"boards\":3,"
		 "\"challengers\":%d}", _i);
	errors = errors_of(format, 8, 2, RESULT_RANKING);
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

/* Two semi-finals and a final: a path of four, c = 1/2 on each edge. */
TEST(a_knockout_is_a_tree)
{
	struct schedule_errors errors = errors_of("{\"type\":\"knockout\"}", 4,
						  2, RESULT_RANKING);

	/* Each of the pairs is 1, 1, 1, 2, 2 or 3 edges apart. */
	near(errors.row[1].error, UNIT * sqrt(2 * 10 / 6.0));
	near(errors.row[1].games, 3);
	near(errors.blocks, 3);
}

TEST_EACH(who_is_not_connected_has_no_plan, 2)
{
	static const char *const formats[] = {
		"{\"type\":\"swiss\",\"rounds\":1}",
		"{\"type\":\"league\",\"pairs\":[[0,1],[2,3]]}"
	};
	struct contest contest = contest_of(formats[_i], 4, 2, RESULT_RANKING);
	struct schedule_errors errors;
	struct error err = {0};

	ck_assert_int_eq(schedule_errors_make(&contest, &errors, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "do not connect all entrants"));
	contest_release(&contest);
}

TEST(a_plan_knows_the_format)
{
	struct contest contest = contest_of("{\"type\":\"gauntlet\","
		"\"boards\":10}", 7, 2, RESULT_RANKING);
	struct plan_show plan = { .entrants = 7, .seats = 2,
		.result = RESULT_RANKING, .rotations = 2, .error = 20,
		.deff = NAN, .block_seconds = NAN, .format = "gauntlet",
		.boards = 10 };
	struct text out = {0};
	struct error err;

	ck_assert(schedule_errors_needed(&contest));
	ck_assert_int_eq(schedule_errors_make(&contest, &plan.schedule, &err),
			 0);
	plan_show_text(&plan, &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
		"error of    deff  games each  games  blocks  boards\n"
		"challenger  1.00         852    852     426      71\n"
		"other       1.00         971   5822    2911     486\n"
		"difference  1.00        6956   6956    3478     580\n\n"
		"challenger, other: against the mean of all; difference: of "
		"two of these\n"));
	text_release(&out);
	contest_release(&contest);
	contest = contest_of("{\"type\":\"round_robin\"}", 7, 2,
			     RESULT_RANKING);
	ck_assert(!schedule_errors_needed(&contest));
	contest_release(&contest);
}
