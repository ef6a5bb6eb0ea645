/*
 * luck_pairs_test.c - the luck of pairs: figures by hand, which do not depend
 * on the order of games; a wrong measure of luck is noticed.
 */
#include "tests/support/luck_games.h"
#include "tests/support/rows.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/report/luck_show.h"

static struct luck_pairs pairs;

static void end(void)
{
	luck_pairs_release(&pairs);
	ladder_end();
}

UNIT_EACH(ladder_begin, end)

static void near(double got, double expected)
{
	assert_near(got, expected, 1e-12);
}

static void make_pairs(long beta)
{
	luck_pairs_release(&pairs);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, beta, &pairs);
}

/* Adds a game with the luck of the first, in millionths. */
static void add_game(int first, int second, bool wins, int32_t luck, int bits)
{
	add_two(first, second, wins, bits);
	games_table_add_luck(&table, (int32_t[]){ luck, -luck });
}

/* A block of two games between a and b with the seats swapped; luck is a's, in
   thousandths. */
static void add_block(int a, int b, int wins_first, int wins_second,
		      int luck_first, int luck_second)
{
	add_game(a, b, wins_first, luck_first * 1000, ALONE);
	add_game(b, a, !wins_second, -luck_second * 1000, 0);
}

/*
 * Block scores of b against c: 1, 1/2, 1/2, 0; b's mean luck in them: 0.4,
 * 0.1, -0.1, -0.4; with beta 1/2 adjusted: 0.8, 0.45, 0.55, 0.2.
 */
TEST(a_pair_has_its_means)
{
	const struct luck_pair *pair;

	make_table(3);
	add_block(1, 2, 1, 1, 500, 300);
	add_block(1, 2, 1, 0, 400, -200);
	add_block(2, 1, 1, 0, 300, -100);
	add_block(1, 2, 0, 0, -400, -400);
	make_pairs(500000);
	ck_assert_int_eq(pairs.count, 1);
	ck_assert_int_eq(pairs.games, 8);
	ck_assert_int_eq(pairs.blocks, 4);
	pair = &pairs.list[0];
	ck_assert(pair->first == 1 && pair->second == 2 && pair->blocks == 4);
	near(pair->raw.mean, 0.5);
	near(pair->raw.se, sqrt(0.5 / 12));
	near(pair->luck.mean, 0);
	near(pair->luck.se, sqrt(0.34 / 12));
	near(pair->z, 0);
	near(pair->adjusted.mean, 0.5);
	near(pair->adjusted.se, sqrt(0.185 / 12));
	near(pair->gain, 0.5 / 0.185);
	/* cov = 0.5 * 0.4 + 0.5 * 0.4, var = 0.34. */
	near(pairs.beta, 0.4 / 0.34);
	/* Fewer than 30 blocks are too few for a warning. */
	ck_assert_int_eq(pairs.chi2_pairs, 0);
	ck_assert(isnan(pairs.chi2_z) && pairs.worst_z == 0);
	near(pairs.entrants[1].luck.mean, 0);
	near(pairs.entrants[2].luck.se, sqrt(0.34 / 12));
	ck_assert_int_eq(pairs.entrants[2].games, 8);
	ck_assert(pairs.entrants[0].blocks == 0 &&
		  isnan(pairs.entrants[0].z));
}

/* Luck explains every game except for a constant tenth: the rest is rounding
   of doubles, which is no error to compare. */
TEST(no_error_no_gain)
{
	make_table(2);
	add_block(0, 1, 1, 1, 900, 900);
	add_block(0, 1, 1, 0, 900, -100);
	add_block(0, 1, 0, 0, -100, -100);
	make_pairs(1000000);
	near(pairs.list[0].adjusted.mean, 0.1);
	near(pairs.list[0].adjusted.se, 0);
	ck_assert(isnan(pairs.list[0].gain));
}

/* The luck of one entrant against another in a game: 1/2 (1 + share of one -
   share of the other).  In teams 7 and 9 are a side; so are both seats of 8. */
TEST_ROWS(luck_goes_with_the_score, "rating/games.txt",
	  "result, seats, who against whom, luck")
{
	static const int32_t many[] = { 300000, -100000, -50000, -150000 };
	static const int32_t two[] = { 200000, -200000 };

	ck_assert_int_eq(luck_pairs_against((enum result)row_word(row, 0,
			 game_result_words), row_int(row, 1),
			 (int[]){ 7, 8, 9, 8 }, row_int(row, 1) == 2 ? two :
			 many, row_int(row, 2), row_int(row, 3)),
			 row_int(row, 4));
}

/* A mean is the double nearest to its exact value, with fractions of a
   millionth, so that another program finds the same. */
TEST(a_mean_has_no_rounding_of_its_own)
{
	long sum = 0;

	make_table(2);
	for (int g = 0; g < 64; g++) {
		int32_t luck = g * g * 997 % 70001 - 35000;

		sum += luck;
		add_game(0, 1, true, luck, g % 2 == 0 ? ALONE : 0);
	}
	make_pairs(1000000);
	ck_assert(pairs.entrants[0].luck.mean == (double)sum / 64e6);
	ck_assert(pairs.list[0].luck.mean == (double)sum / 64e6);
}

/* 3 games of luck 0.2 and one of -0.4: the mean by game, not block, is 0.05. */
TEST(blocks_of_different_sizes_count_by_games)
{
	make_table(2);
	for (int g = 0; g < 4; g++)
		add_game(0, 1, true, g < 3 ? 200000 : -400000, g % 3 == 0 ?
			 ALONE : 0);
	make_pairs(1000000);
	near(pairs.list[0].luck.mean, 0.05);
	/* Sums 0.6 and -0.4 against 0.15 and 0.05 expected. */
	near(pairs.list[0].luck.se, sqrt(2 * (0.45 * 0.45 + 0.45 * 0.45)) / 4);
}

/* ### simulated games */

enum { ENTRANTS = 5 };

/* The strengths of the entrants, and of one more. */
static const double strength[] = { 0.8, 0.3, 0, -0.4, -0.7, 0 };

static void simulate(struct luck_games games, int blocks)
{
	make_table(ENTRANTS);
	for (int a = 0; a < ENTRANTS; a++)
		for (int b = 0; b < a; b++)
			for (int n = 0; n < blocks; n++)
				luck_games_block(&games, strength,
						 (int[]){ a, b }, 2);
}

static void show(long beta, enum report_form format)
{
	const struct luck_show_source source = { "race", beta, true, false };

	luck_show_pairs(&table, &pairs, &source, format, &out);
}

/* The blocks in reverse order, with the same entrants. */
static void reverse(void)
{
	struct games_table other = take_table(ENTRANTS);

	for (size_t block = other.game_count / 2; block-- > 0;)
		for (size_t g = 2 * block; g < 2 * block + 2; g++) {
			const uint32_t *who = other.seated + 2 * g;

			add_game((int)who[0], (int)who[1],
				 other.ranks[2 * g] == 1, other.luck[2 * g],
				 other.games[g] & ~GAMES_SEATS);
		}
	games_table_release(&other);
}

TEST(the_order_of_games_does_not_matter)
{
	struct text first = {0};

	simulate((struct luck_games){ .random = { 9 }, .rest = 0.2,
		 .blind = 0.3, .shared = 0.5 }, 40);
	for (int turn = 0; turn < 2; turn++) {
		make_pairs(850000);
		show(850000, REPORT_CSV);
		show(850000, REPORT_TEXT);
		if (turn == 1)
			break;
		text_add(&first, text_string(&out));
		text_clear(&out);
		reverse();
	}
	ck_assert_str_eq(text_string(&first), text_string(&out));
	text_release(&first);
}

/* beta = 3/2 makes up for a measure that misses a third of the luck; what is
   left of the variance is 1 - (1 - rest)^2 = 0.19.  Twice the best beta leaves
   as much noise as none; more leaves more. */
TEST(beta_gain_and_noise_are_found)
{
	static const long betas[] = { 0, 2900000, 3300000, 1500000 };
	double gain = 0;

	simulate((struct luck_games){ .random = { 11 }, .rest = 0.1,
		 .blind = 1.0 / 3 }, 400);
	for (int i = 0; i < 4; i++) {
		make_pairs(betas[i]);
		ck_assert_msg(pairs.beta_se > 0.001 && pairs.beta_se < 0.03,
			      "%g", pairs.beta_se);
		ck_assert_int_eq(pairs.noisy, betas[i] == 3300000);
		show(betas[i], REPORT_TEXT);
		ck_assert((strstr(text_string(&out), "WARNING: beta 3.3 is too "
				  "much for these games") != NULL) == (i >= 2));
	}
	ck_assert_msg(fabs(pairs.beta - 1.5) < 0.03, "%g", pairs.beta);
	for (int i = 0; i < pairs.count; i++)
		gain += pairs.list[i].gain / pairs.count;
	ck_assert_msg(gain > 4.5 && gain < 6, "%g", gain);
	ck_assert_int_eq(pairs.chi2_pairs, 10);
	ck_assert_msg(pairs.worst_z < 4, "%g", pairs.worst_z);
	ck_assert_msg(fabs(pairs.chi2_z) < 3, "%g", pairs.chi2_z);
}

/* A few games are no proof. */
TEST(few_games_do_not_tell_of_noise)
{
	simulate((struct luck_games){ .random = { 11 }, .rest = 0.1 }, 2);
	make_pairs(9000000);
	ck_assert(!pairs.noisy);
}

/* Luck is 8% of a point too high for the first entrant of each pair. */
TEST(a_wrong_expectation_is_noticed)
{
	simulate((struct luck_games){ .random = { 12 }, .rest = 0.1 }, 400);
	for (size_t place = 0; place < table.place_count; place += 2) {
		int sign = table.seated[place] < table.seated[place + 1] ? 1 :
			-1;

		table.luck[place] += sign * 80000;
		table.luck[place + 1] -= sign * 80000;
	}
	make_pairs(1000000);
	ck_assert_msg(pairs.worst_z > 4 && pairs.chi2_z > 4, "%g %g",
		      pairs.worst_z, pairs.chi2_z);
	show(1000000, REPORT_TEXT);
	assert_shown("WARNING: mean luck of a against b is +");
	assert_shown("WARNING: mean luck of e is -");
	assert_shown("Do not trust");
}

/* ### tables */

/* tests/cases/luck.txt has whole tables. */
TEST(an_entrant_with_too_few_blocks_is_only_named)
{
	struct luck_games games = { .random = { 13 }, .rest = 0.1 };
	struct luck_show_ladders all;
	struct ladder raw;

	simulate(games, 10);
	luck_games_block(&games, strength, (int[]){ 0,
			 games_table_entrant(&table, "few", "") }, 2);
	fit_to(&raw);
	options.luck = true;
	options.luck_beta = 850000;
	fit();
	make_pairs(850000);
	all = (struct luck_show_ladders){ &table, &raw, &ladder, &pairs,
		{ "table", 850000, false, false } };
	luck_show_ladder_text(&all, 0, &out);
	assert_shown("chosen after the games\n"
		     "fewer than 30 blocks, no adjusted rating: few\n\n");
	assert_shown("mean luck of all pairs: no pair with luck has 30 "
		     "blocks\n");
	text_clear(&out);
	luck_show_ladder_csv(&all, &out);
	assert_shown("mark\n1,1,a,");
	ck_assert_ptr_null(strstr(text_string(&out), "few,"));
	ladder_release(&raw);
}
