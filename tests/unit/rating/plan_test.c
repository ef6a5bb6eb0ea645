/*
 * plan_test.c - how many games a rating needs for a given error.
 */
#include "tests/support/json.h"
#include "tests/support/rating_vectors.h"
#include "tests/support/rows.h"
#include "tournaments/rating/plan.h"
#include "tournaments/report/plan_show.h"

static void near(double got, double want)
{
	assert_near(got, want, 1e-9);
}

TEST(a_match_of_two_needs_what_the_vectors_say)
{
	/* They use the normal's 97.5% quantile rounded to six places. */
	const double ratio = 1.959963984540054 / 1.959964;
	const cJSON *rows = json_get(rating_vector("planning", "28_planning"),
				     "expect"), *row;

	ck_assert_int_gt(cJSON_GetArraySize(rows), 0);
	cJSON_ArrayForEach(row, rows) {
		double games = row->valuedouble * ratio * ratio;
		int error;

		ck_assert_int_eq(sscanf(row->string, "games_for_pm_%d_elo_95",
					&error), 1);
		near(plan_difference_games(2, error, 0.25, 1), games);
		near(plan_difference_error(2, games, 0.25, 1), error);
	}
}

TEST(a_round_robin_is_as_exact_as_the_vectors_say)
{
	const cJSON *round = rating_vector("planning",
					   "42_planning_round_robin"), *row;
	const cJSON *expect = json_get(round, "expect")->child;

	cJSON_ArrayForEach(row, json_get(round, "input")) {
		int n = (int)number_at(row, 0), games = (int)number_at(row, 1);
		double rating = number_at(expect, 0);
		double difference = number_at(expect, 1);

		near(plan_rating_error(n, games, 0.25, 1), rating);
		near(plan_difference_error(n, games, 0.25, 1), difference);
		near(plan_rating_games(n, rating, 0.25, 1), games);
		near(plan_difference_games(n, difference, 0.25, 1), games);
		near(plan_rating_error(n, games, 0.25, 4), 2 * rating);
		near(plan_rating_games(n, rating, 0.25, 0.5), games / 2.0);
		expect = expect->next;
	}
	ck_assert_ptr_null(expect);
}

TEST(more_seats_tell_more_if_every_place_counts)
{
	near(plan_information(RESULT_RANKING, 2), 0.25);
	near(plan_information(RESULT_WINNER, 2), 0.25);
	near(plan_information(RESULT_TEAMS, 4), 0.25);
	near(plan_information(RESULT_WINNER, 4), 3 / 16.0);
	near(plan_information(RESULT_RANKING, 4),
	     (1 / 2.0 + 2 / 3.0 + 3 / 4.0) / 4);
}

/* ### a running tournament */

TEST_ROWS(time_goes_on_until_the_last_one_is_exact, "rating/games.txt",
	  "blocks of three, their errors, games to 10 Elo after 60, reached")
{
	double blocks[3], err95[3];
	struct ladder_row rows[3];
	struct ladder ladder = { .count = 3, .rows = rows, .pool_count = 1,
		.games = 60 };

	row_list(row, 0, blocks, 3);
	row_list(row, 1, err95, 3);
	for (int i = 0; i < 3; i++)
		rows[i] = (struct ladder_row){ .blocks = (long)blocks[i],
			.err95 = err95[i] };
	near(plan_games_left(&ladder, 10), row_real(row, 2));
	ck_assert_int_eq(plan_reached(&ladder, 10), row_int(row, 3));
	ladder.pool_count = 2;
	ck_assert(!plan_reached(&ladder, 10));
}

TEST(games_left_are_never_negative)
{
	struct ladder_row row = { .blocks = 50, .err95 = 20 };
	struct ladder ladder = { .count = 1, .rows = &row, .games = 50 };

	near(plan_games_left(&ladder, 10), 150);
	row.err95 = 5;
	near(plan_games_left(&ladder, 10), 0);
	row.blocks = 0;
	ck_assert(isnan(plan_games_left(&ladder, 10)));
}

/* ### words */

TEST_ROWS(a_plan_is_a_table, "rating/games.txt",
	  "a plan: entrants, Elo, deff, seconds of a block; what it says")
{
	struct plan_show plan = { .entrants = row_int(row, 0), .seats = 2,
		.result = RESULT_RANKING, .rotations = 2,
		.error = row_int(row, 1), .deff = row_real(row, 2),
		.block_seconds = row_real(row, 3) };
	struct text out = {0};

	plan_show_text(&plan, &out);
	ck_assert_msg(strstr(text_string(&out), row->text[4]) != NULL, "%s",
		      out.bytes);
	text_release(&out);
}

TEST(json_has_the_same_plans)
{
	struct plan_show plan = { .entrants = 4, .seats = 4,
		.result = RESULT_WINNER, .rotations = 4, .error = 25,
		.deff = 0.8, .block_seconds = NAN };
	struct json_writer w = {0};
	struct error err = {0};

	json_open(&w, '{');
	plan_show_json(&plan, &w);
	json_close(&w, '}');
	ck_assert_msg(is_json(&w.out, 4, JSON_FLOATS, &err), "%s", err.text);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"{\"of\":\"rating\",\"deff\":0.800000,\"games_each\":"));
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
				     "\"hours\":null"));
	text_release(&w.out);
}
