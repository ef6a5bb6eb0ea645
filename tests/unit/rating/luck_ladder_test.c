/*
 * luck_ladder_test.c - the luck-adjusted ladder: figures by hand, what it
 * leaves out, what it refuses.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/luck_games.h"

static struct games_table table;
static struct ladder ladder;

static struct ladder_options adjusted(long beta)
{
	struct ladder_options options = ladder_defaults;

	options.luck = true;
	options.luck_beta = beta;
	options.ranks = false;
	return options;
}

/* A game of two; the luck of the first is in thousandths of a point. */
static void add_game(int first, int second, bool first_wins, int luck, int bits)
{
	const int seated[] = { first, second };
	const long ranks[] = { first_wins ? 1 : 2, first_wins ? 2 : 1 };

	games_table_add_game(&table, seated, ranks, 2, bits);
	games_table_add_luck(&table, (const int32_t[]){ luck * 1000,
							-luck * 1000 });
}

enum { ALONE = GAMES_NEW_BLOCK | GAMES_NEW_MATCH };

static void release(void)
{
	ladder_release(&ladder);
	games_table_release(&table);
}

static void near(double got, double expected, double tolerance)
{
	ck_assert_msg(fabs(got - expected) <= tolerance, "%.12g, expected %.12g",
		      got, expected);
}

/* ### by hand */

/*
 * a wins 28 of 40 single games, and its luck is 160 thousandths in 20 of them
 * and 40 in the others, mean 100.  So its score on even dice would have been
 * 0.6; with beta 1/2 it is 0.65.
 */
static void play_forty(void)
{
	make_table(&table, 2);
	for (int g = 0; g < 40; g++)
		add_game(0, 1, g < 28, g % 2 == 0 ? 160 : 40, ALONE);
}

TEST_EACH(ratings_are_those_of_the_adjusted_score, 4)
{
	static const struct {
		long beta;
		double score;
	} cases[] = { { 0, 0.7 }, { 500000, 0.65 }, { 1000000, 0.6 },
		{ 2000000, 0.5 } };
	struct ladder_options options = adjusted(cases[_i].beta);
	double p = cases[_i].score, beta = cases[_i].beta * 1e-6, sum = 0;

	play_forty();
	options.prior = 100;
	options.seat_effects = false;
	fit_well(&table, &options, &ladder);
	near(ladder.rows[0].elo - ladder.rows[1].elo,
	     400 * log10(p / (1 - p)), 0.01);
	/* u = r - p - beta luck, H = 40 p (1 - p), M = 40/39 sum u^2. */
	for (int g = 0; g < 40; g++) {
		double u = (g < 28) - p - beta * (g % 2 == 0 ? 0.16 : 0.04);

		sum += u * u;
	}
	near(ladder_difference_se(&ladder, 0, 1), EXACT_MATH_ELO_PER_LOGIT *
	     sqrt(40.0 / 39 * sum) / (40 * p * (1 - p)), 0.01);
	/* 39 degrees of freedom. */
	near(ladder.rows[0].err95 / ladder.rows[0].se, 2.022691, 2e-6);
	release();
}

/* Seats are adjusted too: the first seat is lucky by 100 thousandths. */
TEST(a_lucky_seat_is_no_better_seat)
{
	struct ladder_options options = adjusted(1000000);

	make_table(&table, 2);
	for (int g = 0; g < 400; g++)
		add_game(g / 2 % 2, 1 - g / 2 % 2, g % 10 < 6, 100, g % 2 == 0
			 ? ALONE : 0);
	options.prior = 100;
	fit_well(&table, &options, &ladder);
	near(ladder.rows[0].elo, 0, 0.001);
	near(ladder.kinds[0].h[0], 0, 0.001);
	ladder_release(&ladder);
	options.luck = false;
	fit_well(&table, &options, &ladder);
	near(ladder.kinds[0].h[0], 400 * log10(0.6 / 0.4), 0.01);
	release();
}

/*
 * At the maximum an entrant's points, less its luck and less those expected,
 * equal the pull of the prior: theta / 4.
 */
static void assert_maximum(bool teams)
{
	double left[5] = {0};

	for (size_t at = 0; at < table.place_count; at += 4) {
		const uint32_t *i = table.seated + at;
		double worth[4], luck[4], sum = 0;

		for (int s = 0; s < 4; s++) {
			int partner = (s + 2) % 4;

			worth[s] = exp(ladder.theta[i[s]] + (teams ?
				ladder.theta[i[partner]] : 0));
			sum += teams ? worth[s] / 2 : worth[s];
			luck[s] = table.luck[at + (size_t)s] * 1e-6 + (teams ?
				table.luck[at + (size_t)partner] * 1e-6 : 0);
		}
		for (int s = 0; s < 4; s++)
			left[i[s]] += (table.ranks[at + (size_t)s] == 1) -
				0.8 * luck[s] - worth[s] / sum;
	}
	for (int i = 0; i < 5; i++)
		near(left[i], ladder.theta[i] / 4, 1e-9);
}

TEST(the_winner_of_four_fulfils_its_equations)
{
	static const double strength[] = { 0.5, 0.2, 0, -0.3, -0.4 };
	struct luck_games games = { .random = { 5 }, .rest = 0.3 };
	struct ladder_options options = adjusted(800000);

	make_table(&table, 5);
	for (int out = 0; out < 5; out++)
		for (int b = 0; b < 10; b++)
			luck_games_block(&games, &table, strength, (int[]){
				(out + 1) % 5, (out + 2) % 5, (out + 3) % 5,
				(out + 4) % 5 }, 4);
	options.seat_effects = false;
	fit_well(&table, &options, &ladder);
	assert_maximum(false);
	release();
}

TEST(two_sides_fulfil_their_equations)
{
	struct ladder_options options = adjusted(800000);

	make_table(&table, 5);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int g = 0; g < 200; g++) {
		bool even = g % 7 < 4;

		games_table_add_game(&table, (int[]){ g % 5, (g + 1) % 5,
				     (g + 2) % 5, (g + 3) % 5 },
				     (long[]){ 2 - even, 1 + even, 2 - even,
				     1 + even }, 4, ALONE);
		games_table_add_luck(&table, (int32_t[]){ 1000 * g, 70000,
				     -1000 * g - 90000, 20000 });
	}
	options.seat_effects = false;
	fit_well(&table, &options, &ladder);
	assert_maximum(true);
	release();
}

/* ### what takes part */

TEST(blocks_with_a_fault_are_left_out)
{
	struct ladder_options options = adjusted(1000000);
	double elo;

	play_forty();
	fit_well(&table, &options, &ladder);
	elo = ladder.rows[0].elo;
	ladder_release(&ladder);
	/* Both games of the block, although one of them has luck. */
	add_game(1, 0, true, -500, ALONE | GAMES_FAULTED);
	games_table_add_game(&table, (int[]){ 0, 1 }, (long[]){ 2, 1 }, 2,
			     GAMES_FAULTED);
	games_table_add_luck(&table, NULL);
	fit_well(&table, &options, &ladder);
	ck_assert(ladder.rows[0].elo == elo);
	ck_assert_int_eq(ladder.left_out, 2);
	ck_assert_int_eq(ladder.rows[0].blocks, 40);
	release();
}

TEST(thirty_blocks_are_the_least)
{
	struct ladder_options options = adjusted(1000000);

	make_table(&table, 3);
	for (int g = 0; g < 29; g++)
		add_game(0, 1, g % 2, 10 * (g % 3 - 1), ALONE);
	add_game(1, 2, true, 0, ALONE);
	fit_well(&table, &options, &ladder);
	ck_assert(ladder.rows[0].thin && !ladder.rows[1].thin &&
		  ladder.rows[2].thin);
	/* 29 degrees of freedom. */
	near(ladder.rows[1].err95 / ladder.rows[1].se, 2.045230, 1e-9);
	release();
}

/* Student's t up to 100 blocks. */
TEST_EACH(intervals_are_students_up_to_a_hundred_blocks, 4)
{
	static const struct {
		int blocks;
		double quantile;
	} cases[] = { { 31, 2.042272 }, { 61, 2.000298 }, { 100, 1.984217 },
		{ 101, 1.959964 } };
	struct ladder_options options = adjusted(1000000);

	make_table(&table, 2);
	for (int g = 0; g < cases[_i].blocks; g++)
		add_game(0, 1, g % 2, 10 * (g % 3 - 1), ALONE);
	fit_well(&table, &options, &ladder);
	near(ladder.rows[1].err95 / ladder.rows[1].se, cases[_i].quantile,
	     1e-5);
	release();
}

/* The error includes neither prior nor floor; without the adjustment the same
   games have both. */
TEST(an_error_may_be_as_small_as_the_games_say)
{
	struct ladder_options options = adjusted(1000000);

	options.seat_effects = false;
	make_table(&table, 2);
	for (int g = 0; g < 400; g++)
		add_game(0, 1, g % 2, (g % 2 ? 500 : -500) + (g % 8 == 0) -
			 (g % 8 == 4), g % 2 == 0 ? ALONE : 0);
	fit_well(&table, &options, &ladder);
	/* 1 thousandth in 2 of 8 games. */
	near(ladder_difference_se(&ladder, 0, 1), EXACT_MATH_ELO_PER_LOGIT *
	     4 * 0.001 * sqrt(0.25 / 400), 0.001);
	ladder_release(&ladder);
	options.luck = false;
	fit_well(&table, &options, &ladder);
	ck_assert(ladder_difference_se(&ladder, 0, 1) > 2);
	release();
}

/* ### the same bytes */

static uint64_t hash_of(uint64_t hash, const double *number, size_t count)
{
	const unsigned char *byte = (const void *)number;

	for (size_t i = 0; i < count * sizeof *number; i++)
		hash = (hash ^ byte[i]) * 1099511628211u;
	return hash;
}

/* Every bit of ratings and covariances is the same as on another machine,
   whatever compiler and options made this program. */
TEST(all_machines_have_the_same_bits)
{
	static const double strength[] = { 0.4, 0.1, -0.2, -0.3 };
	struct luck_games games = { .random = { 21 }, .rest = 0.1,
		.blind = 0.2, .mistakes = 0.3, .size = 0.1, .shared = 0.5 };
	struct ladder_options options = adjusted(850000);
	size_t parameters;
	uint64_t hash;

	make_table(&table, 4);
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < a; b++)
			for (int n = 0; n < 20; n++)
				luck_games_block(&games, &table, strength,
						 (int[]){ a, b }, 2);
	fit_well(&table, &options, &ladder);
	parameters = (size_t)ladder.parameters;
	hash = hash_of(14695981039346656037u, ladder.theta, 4);
	hash = hash_of(hash, ladder.covariance, parameters * parameters);
	for (int i = 0; i < 4; i++)
		hash = hash_of(hash, &ladder.rows[i].err95, 1);
	ck_assert_msg(hash == 0xdfb3207e7987b659u, "%#llx", (unsigned long long)hash);
	release();
}

TEST(the_order_of_blocks_does_not_matter)
{
	struct ladder_options options = adjusted(850000);
	static const int luck[] = { 311, -207, 93, -481, 27, 256 };
	double elo = 0, se = 0;

	for (int turn = 0; turn < 2; turn++) {
		make_table(&table, 3);
		for (int n = 0; n < 180; n++) {
			int g = turn == 0 ? n : 179 - n;

			add_game(g % 3, (g + 1) % 3, luck[g % 6] > 0 ||
				 g % 5 == 0, luck[g % 6] + g, ALONE);
		}
		fit_well(&table, &options, &ladder);
		if (turn == 1) {
			near(ladder.rows[0].elo, elo, 1e-9);
			near(ladder.rows[0].se, se, 1e-9);
		}
		elo = ladder.rows[0].elo;
		se = ladder.rows[0].se;
		release();
	}
}

/* Without a matrix the same numbers are computed in another way. */
TEST(very_many_entrants_are_adjusted_too)
{
	enum { MANY = 3010 };
	struct ladder_options options = adjusted(1000000);

	make_table(&table, MANY);
	for (int i = 0; i < MANY; i += 2)
		for (int g = 0; g < 40; g++)
			add_game(i, i + 1, g < 28, g % 2 == 0 ? 160 : 40,
				 ALONE);
	options.seat_effects = false;
	options.prior = 100;
	fit_well(&table, &options, &ladder);
	ck_assert(!ladder.dense);
	near(ladder.rows[0].elo - ladder.rows[1].elo, 400 * log10(1.5), 0.01);
	/* The sum of (r - 0.6 - luck)^2 is 8.544; half of the difference's
	   error, because the mean of the two is 0. */
	near(ladder.rows[0].se, EXACT_MATH_ELO_PER_LOGIT * sqrt(8.544) /
	     (40 * 0.24) / 2, 0.01);
	release();
}

/* ### refusals */

static void refused(const struct ladder_options *options, const char *part)
{
	struct error err = {0};

	ck_assert_int_eq(ladder_fit(&table, options, &ladder, &err), -1);
	ck_assert_msg(strstr(err.text, part) != NULL, "%s", err.text);
	release();
}

TEST(a_flat_prior_is_refused)
{
	struct ladder_options options = adjusted(1000000);

	play_forty();
	options.prior = 0;
	refused(&options, "needs a prior");
}

TEST(ranks_of_three_are_refused)
{
	struct ladder_options options = adjusted(1000000);

	make_table(&table, 3);
	games_table_set_result(&table, RESULT_RANKING);
	games_table_add_game(&table, (int[]){ 0, 1, 2 }, (long[]){ 1, 2, 3 },
			     3, ALONE);
	games_table_add_luck(&table, (int32_t[]){ 0, 0, 0 });
	refused(&options, "game 1 ranks 3 seats");
}
