/*
 * luck_ladder_test.c - the luck-adjusted ladder: figures by hand, what it
 * leaves out, what it refuses, and the errors if strength and seat cannot be
 * told apart.  tests/end_to_end/tournament/luck.py computes ladders again, with
 * seats and with thin entrants.
 */
#include "tests/support/luck_games.h"
#include "tests/support/rows.h"


static void begin(void)
{
	ladder_begin();
	options.luck = true;
	options.luck_beta = 1000000;
	options.ranks = false;
}

UNIT_EACH(begin, ladder_end)

/* A game of two; the luck of the first is in thousandths of a point. */
static void add_game(int first, int second, bool first_wins, int luck, int bits)
{
	add_two(first, second, first_wins, bits);
	games_table_add_luck(&table, (const int32_t[]){ luck * 1000,
							-luck * 1000 });
}

/* ### by hand */

/*
 * a wins 28 of 40 single games, and its luck is 160 thousandths in 20 of them
 * and 40 in the others, mean 100.  So its score on even dice would have been
 * 0.6; with beta 1/2 it is 0.65.
 */
static void add_forty(int a, int b)
{
	for (int g = 0; g < 40; g++)
		add_game(a, b, g < 28, g % 2 == 0 ? 160 : 40, ALONE);
}

TEST_ROWS(ratings_are_those_of_the_adjusted_score, "rating/games.txt",
	  "beta of a ladder, and the score that is left of 0.7")
{
	double p = row_real(row, 1), beta = row_real(row, 0) * 1e-6, sum = 0;

	make_table(2);
	add_forty(0, 1);
	options.luck_beta = row_int(row, 0);
	options.prior = 100;
	options.seat_effects = false;
	fit();
	assert_near(ladder.rows[0].elo - ladder.rows[1].elo,
		    400 * log10(p / (1 - p)), 6e-5);
	/* u = r - p - beta luck, H = 40 p (1 - p), M = 40/39 sum u^2. */
	for (int g = 0; g < 40; g++) {
		double u = (g < 28) - p - beta * (g % 2 == 0 ? 0.16 : 0.04);

		sum += u * u;
	}
	assert_near(ladder_difference_se(&ladder, 0, 1),
		    EXACT_MATH_ELO_PER_LOGIT * sqrt(40.0 / 39 * sum) /
		    (40 * p * (1 - p)), 1e-4);
	/* 39 degrees of freedom. */
	assert_near(ladder.rows[0].err95 / ladder.rows[0].se, 2.022691, 1e-6);
}

/*
 * At the maximum an entrant's points, less its luck and less those expected,
 * equal the pull of the prior: theta / 4.
 */
static void assert_maximum(void)
{
	double left[5] = {0};

	options.luck_beta = 800000;
	options.seat_effects = false;
	fit();
	for (size_t at = 0; at < table.place_count; at += 4) {
		const uint32_t *i = table.seated + at;
		double worth[4], luck[4], sum = 0;

		for (int s = 0; s < 4; s++) {
			int partner = (s + 2) % 4;

			worth[s] = exp(ladder.theta[i[s]] +
				       ladder.theta[i[partner]]);
			sum += worth[s] / 2;
			luck[s] = table.luck[at + (size_t)s] * 1e-6 +
				table.luck[at + (size_t)partner] * 1e-6;
		}
		for (int s = 0; s < 4; s++)
			left[i[s]] += (table.ranks[at + (size_t)s] == 1) -
				0.8 * luck[s] - worth[s] / sum;
	}
	for (int i = 0; i < 5; i++)
		assert_near(left[i], ladder.theta[i] / 4, 1e-9);
}

TEST(two_sides_fulfil_their_equations)
{
	make_table(5);
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
	assert_maximum();
}

/* ### errors */

/* One block against the third makes b's 30, the least; Student's t up to 100
   blocks. */
TEST_ROWS(intervals_are_students_from_30_to_100_blocks, "rating/games.txt",
	  "blocks without one, and the factor of the 95% error")
{
	int blocks = row_int(row, 0);

	make_table(3);
	for (int g = 0; g < blocks; g++)
		add_game(0, 1, g % 2, 10 * (g % 3 - 1), ALONE);
	add_game(1, 2, true, 0, ALONE);
	fit();
	ck_assert_int_eq(ladder.rows[0].thin, blocks < 30);
	ck_assert(!ladder.rows[1].thin && ladder.rows[2].thin);
	assert_near(ladder.rows[1].err95 / ladder.rows[1].se,
		    row_real(row, 1), 1e-6);
}

/* The error includes neither prior nor floor; without the adjustment the same
   games have both. */
TEST(an_error_may_be_as_small_as_the_games_say)
{
	options.seat_effects = false;
	make_table(2);
	for (int g = 0; g < 400; g++)
		add_game(0, 1, g % 2, (g % 2 ? 500 : -500) + (g % 8 == 0) -
			 (g % 8 == 4), g % 2 == 0 ? ALONE : 0);
	fit();
	/* 1 thousandth in 2 of 8 games. */
	assert_near(ladder_difference_se(&ladder, 0, 1),
		    EXACT_MATH_ELO_PER_LOGIT * 4 * 0.001 * sqrt(0.25 / 400),
		    0.001);
	options.luck = false;
	fit();
	ck_assert(ladder_difference_se(&ladder, 0, 1) > 2);
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
	size_t parameters;
	uint64_t hash;

	options.luck_beta = 850000;
	make_table(4);
	for (int a = 0; a < 4; a++)
		for (int b = 0; b < a; b++)
			for (int n = 0; n < 20; n++)
				luck_games_block(&games, strength,
						 (int[]){ a, b }, 2);
	fit();
	parameters = (size_t)ladder.parameters;
	hash = hash_of(14695981039346656037u, ladder.theta, 4);
	hash = hash_of(hash, ladder.covariance, parameters * parameters);
	for (int i = 0; i < 4; i++)
		hash = hash_of(hash, &ladder.rows[i].err95, 1);
	ck_assert_msg(hash == 0xdfb3207e7987b659u, "%#llx",
		      (unsigned long long)hash);
}

/* ### refusals */

TEST(a_flat_prior_is_refused)
{
	make_table(2);
	add_forty(0, 1);
	options.prior = 0;
	assert_refused("needs a prior");
}

TEST(ranks_of_three_are_refused)
{
	make_table(3);
	games_table_set_result(&table, RESULT_RANKING);
	games_table_add_game(&table, (int[]){ 0, 1, 2 }, (long[]){ 1, 2, 3 },
			     3, ALONE);
	games_table_add_luck(&table, (int32_t[]){ 0, 0, 0 });
	assert_refused("game 1 ranks 3 seats");
}

/* ### strength and seat */

/* Single games whose results are all due to luck. */
static void play_even(int a, int b, int games)
{
	for (int g = 0; g < games; g++)
		add_game(a, b, g % 2 == 0, g % 2 == 0 ? 500 : -500, ALONE);
}

static void assert_error(int entrant, double variance)
{
	ck_assert_double_le(fabs(ladder.rows[entrant].se -
				 EXACT_MATH_ELO_PER_LOGIT * sqrt(variance)),
			    0.001);
	ck_assert_int_eq(ladder.rows[entrant].held, variance > 0);
}

/*
 * The games determine nothing in the direction (1, -1, -2) / sqrt(6), in which
 * the prior has its variance of 4, and leave no error in the others.
 */
TEST(the_prior_is_in_what_games_leave_open)
{
	make_table(2);
	play_even(0, 1, 40);
	fit();
	assert_error(0, 4.0 / 6);
	assert_error(1, 4.0 / 6);
	ck_assert(fabs(ladder_difference_se(&ladder, 0, 1) -
		       2 * ladder.rows[0].se) < 0.001);
	/* Without seat effects nothing is open. */
	options.seat_effects = false;
	fit();
	assert_error(0, 0);
}

/* Games of a and its partner against b and its partner, seats swapped. */
static void play_partners(int a, int b, int games)
{
	for (int g = 0; g < games; g++) {
		int32_t luck = g / 2 % 2 == g % 2 ? 250000 : -250000;
		int first = g % 2 ? b : a, second = g % 2 ? a : b;
		long won = luck > 0 ? 1 : 2;

		games_table_add_game(&table, (int[]){ first, second, first + 1,
				     second + 1 }, (long[]){ won, 3 - won, won,
				     3 - won }, 4, ALONE);
		games_table_add_luck(&table, (int32_t[]){ luck, -luck, luck,
				     -luck });
	}
}

/* Which of two partners is stronger is open: (1, -1) / sqrt(2).  Twelve pairs
   have more open directions than are counted, so that all of the prior is in
   the errors. */
TEST_EACH(nobody_knows_who_of_two_partners_is_strong, 2)
{
	int entrants = _i == 0 ? 4 : 24;

	make_table(entrants);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int a = 0; a < entrants; a += 2)
		for (int b = _i == 0 ? 2 : 0; b < (_i == 0 ? 4 : a); b += 2)
			if (a != b)
				play_partners(a, b, _i == 0 ? 40 : 8);
	fit();
	for (int i = 0; i < entrants; i++)
		if (_i == 0)
			assert_error(i, 4.0 / 2);
		else
			ck_assert(ladder.rows[i].se >
				  EXACT_MATH_ELO_PER_LOGIT * sqrt(4.0 / 2));
}

/* Adjusted for luck, the score is more than all points: only the prior limits
   the rating. */
TEST(a_score_above_all_wins_is_held_by_the_prior)
{
	make_table(2);
	play_even(0, 1, 20);
	play_even(1, 0, 20);
	for (size_t place = 0; place < table.place_count; place++)
		table.luck[place] += table.seated[place] == 0 ? -600000 :
			600000;
	fit();
	ck_assert(ladder.rows[0].held && ladder.rows[1].held);
	ck_assert(ladder.rows[0].elo > 1000 && ladder.rows[0].se > 200);
}
