/*
 * ladder_forms_test.c - ratings agree with closed forms and with another
 * method.
 */
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/random.h"

/* ### closed forms, with a flat prior */

static void assert_near(double got, double expected)
{
	ck_assert_msg(fabs(got - expected) <= 1e-12 * fmax(1, fabs(expected)),
		      "got %.17g, expected %.17g", got, expected);
}

static const struct ladder_options flat = { .scale = SCALE_ODDS,
					    .cluster = GAMES_CLUSTER_GAME };

/* Bradley and Terry: the difference is E ln(W/L), its error E sqrt(1/W + 1/L);
   the error of each rating is half of that. */
TEST(two_without_draws_are_the_log_of_their_wins)
{
	static const int wins[][2] = { { 7, 3 }, { 1, 1 }, { 999, 1 } };
	struct games_table table;
	struct ladder ladder;

	for (size_t k = 0; k < sizeof wins / sizeof *wins; k++) {
		double w = wins[k][0], l = wins[k][1];

		make_table(&table, 2);
		add_pair(&table, 0, 1, 1, 2, wins[k][0]);
		add_pair(&table, 0, 1, 2, 1, wins[k][1]);
		fit_well(&table, &flat, &ladder);
		assert_near(ladder.rows[0].elo,
			    EXACT_MATH_ELO_PER_LOGIT * log(w / l) / 2);
		assert_near(ladder.rows[0].se_naive,
			    EXACT_MATH_ELO_PER_LOGIT * sqrt(1 / w + 1 / l) / 2);
		ladder_release(&ladder);
		games_table_release(&table);
	}
}

/* Davidson: E ln(W/L) and nu = D / sqrt(W L); score scale: f = 2/(2 + nu). */
TEST(two_with_draws_have_the_nu_of_davidson)
{
	struct ladder_options options = flat;
	struct games_table table;
	struct ladder ladder;
	double nu = 30 / sqrt(40.0 * 20);

	make_table(&table, 2);
	add_pair(&table, 0, 1, 1, 2, 40);
	add_pair(&table, 0, 1, 1, 1, 30);
	add_pair(&table, 0, 1, 2, 1, 20);
	fit_well(&table, &options, &ladder);
	assert_near(ladder.rows[0].elo - ladder.rows[1].elo,
		    EXACT_MATH_ELO_PER_LOGIT * log(2));
	assert_near(ladder.kinds[0].delta[0], nu);
	ladder_release(&ladder);
	options.scale = SCALE_SCORE;
	fit_well(&table, &options, &ladder);
	assert_near(ladder.rows[0].elo - ladder.rows[1].elo,
		    EXACT_MATH_ELO_PER_LOGIT * log(2) * 2 / (2 + nu));
	ladder_release(&ladder);
	games_table_release(&table);
}

/* Full rotation, one winner of three: theta is the log of the wins. */
TEST(winners_of_many_are_the_log_of_their_wins)
{
	static const int wins[] = { 5, 3, 2 };
	static const int seated[] = { 0, 1, 2 };
	struct games_table table;
	struct ladder ladder;

	make_table(&table, 3);
	for (int i = 0; i < 3; i++)
		for (int k = 0; k < wins[i]; k++) {
			const long ranks[] = { i == 0 ? 1 : 2, i == 1 ? 1 : 3,
					       i == 2 ? 1 : 2 };

			games_table_add_game(&table, seated, ranks, 3,
					     GAMES_NEW_BLOCK);
		}
	fit_well(&table, &flat, &ladder);
	for (int i = 0; i < 3; i++)
		assert_near(ladder.rows[i].elo - ladder.rows[2].elo,
			    EXACT_MATH_ELO_PER_LOGIT * log(wins[i] / 2.0));
	ladder_release(&ladder);
	games_table_release(&table);
}

/* Two sides of two: a side is the sum of its members, so E ln(W/L) apart. */
TEST(a_side_is_the_sum_of_its_members)
{
	struct ladder_options options = { .prior = 2, .scale = SCALE_ODDS,
					  .cluster = GAMES_CLUSTER_GAME };
	struct games_table table;
	struct ladder ladder;
	double score;

	make_table(&table, 4);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int g = 0; g < 40; g++) {
		const int seated[] = { 0, 2, 1, 3 };
		/* Whatever c does, its side ranks with d. */
		const long ranks[] = { 1, g < 30 ? 3 : 1, 2, 3 };

		games_table_add_game(&table, seated, ranks, 4,
				     GAMES_NEW_BLOCK);
	}
	fit_well(&table, &options, &ladder);
	assert_near(ladder.rows[0].elo, ladder.rows[1].elo);
	ck_assert(ladder.rows[0].elo > ladder.rows[2].elo);
	/* The score that the model expects, by g = 0: w - n p = theta/sd^2. */
	score = 1 / (1 + exp(-4 * ladder.theta[0]));
	ck_assert_double_le(fabs(40 - 40 * score - ladder.theta[0] / 4), 1e-9);
	ck_assert_int_eq(ladder.rows[0].mark, '>');
	ladder_release(&ladder);
	games_table_release(&table);
}

/* a and a against b and b, both ways round, side 0 wins 30 of 40: h = ln 3
   and theta 0.  The difference of the sides is 4 theta_a + h, and each game
   has the information 3/16 about it. */
TEST(the_first_side_has_its_advantage)
{
	struct ladder_options options = flat;
	struct games_table table;
	struct ladder ladder;

	options.seat_effects = true;
	make_table(&table, 2);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int g = 0; g < 80; g++) {
		const int seated[] = { g % 2, 1 - g % 2, g % 2, 1 - g % 2 };
		bool won = g < 60;
		const long ranks[] = { 1, won ? 3 : 1, won ? 2 : 4, 1 };

		games_table_add_game(&table, seated, ranks, 4,
				     GAMES_NEW_BLOCK);
	}
	fit_well(&table, &options, &ladder);
	assert_near(ladder.kinds[0].h[0], EXACT_MATH_ELO_PER_LOGIT * log(3));
	assert_near(ladder.kinds[0].h_se_naive[0],
		    EXACT_MATH_ELO_PER_LOGIT / sqrt(15));
	assert_near(ladder.rows[0].elo, 0);
	assert_near(ladder.rows[0].se_naive,
		    EXACT_MATH_ELO_PER_LOGIT / sqrt(15) / 4);
	ladder_release(&ladder);
	games_table_release(&table);
}

/* ### a second opinion */

/* Hunter 2004: minorise, maximise.  No prior, no seats, no draws: the chance
   of i against j is w_i / (w_i + w_j). */
TEST(minorising_and_maximising_finds_the_same_ratings)
{
	enum { N = 12 };
	struct ladder_options options = { .scale = SCALE_ODDS };
	struct random random = { 77 };
	struct games_table table;
	struct ladder ladder;
	double wins[N] = {0}, games[N][N] = {{0}}, w[N], sum, product = 1;

	make_table(&table, N);
	for (int g = 0; g < 2000; g++) {
		int i = random_below(&random, N);
		int j = (i + 1 + random_below(&random, N - 1)) % N;
		int won = random_below(&random, 10 + i) > random_below(&random,
								      10 + j);

		add_pair(&table, i, j, won ? 1 : 2, won ? 2 : 1, 1);
		wins[won ? i : j]++;
		games[i][j]++;
		games[j][i]++;
	}
	for (int i = 0; i < N; i++)
		w[i] = 1;
	for (int round = 0; round < 2000; round++)
		for (int i = 0; i < N; i++) {
			sum = 0;
			for (int j = 0; j < N; j++)
				sum += games[i][j] / (w[i] + w[j]);
			w[i] = wins[i] / sum;
		}
	for (int i = 0; i < N; i++)
		product *= pow(w[i], 1.0 / N);
	fit_well(&table, &options, &ladder);
	for (int i = 0; i < N; i++)
		ck_assert_double_le(
			fabs(ladder.rows[i].elo -
			     EXACT_MATH_ELO_PER_LOGIT * log(w[i] / product)),
			1e-8);
	ladder_release(&ladder);
	games_table_release(&table);
}
