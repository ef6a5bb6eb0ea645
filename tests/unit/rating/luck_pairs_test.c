/*
 * luck_pairs_test.c - the luck of pairs: figures by hand, which do not depend
 * on the order of games; a wrong measure of luck is noticed.
 */
#include <math.h>
#include <stdlib.h>

#include "games/blocks.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/luck_games.h"
#include "tournaments/rating/game_luck.h"
#include "tournaments/report/luck_show.h"

static struct games_table table;
static struct luck_pairs pairs;

static void near(double got, double expected)
{
	ck_assert_msg(fabs(got - expected) <= 1e-12, "%.15g, expected %.15g",
		      got, expected);
}

/* A block of two games between a and b with the seats swapped; luck is a's, in
   thousandths. */
static void add_block(int a, int b, int wins_first, int wins_second,
		      int luck_first, int luck_second)
{
	games_table_add_game(&table, (int[]){ a, b },
			     (long[]){ 2 - wins_first, 1 + wins_first }, 2,
			     GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
	games_table_add_luck(&table, (int32_t[]){ luck_first * 1000,
						  -luck_first * 1000 });
	games_table_add_game(&table, (int[]){ b, a },
			     (long[]){ 1 + wins_second, 2 - wins_second }, 2,
			     0);
	games_table_add_luck(&table, (int32_t[]){ -luck_second * 1000,
						  luck_second * 1000 });
}

static void release(void)
{
	luck_pairs_release(&pairs);
	games_table_release(&table);
}

/*
 * Block scores of b against c: 1, 1/2, 1/2, 0; b's mean luck in them: 0.4,
 * 0.1, -0.1, -0.4; with beta 1/2 adjusted: 0.8, 0.45, 0.55, 0.2.
 */
TEST(a_pair_has_its_means)
{
	const struct luck_pair *pair;

	make_table(&table, 3);
	add_block(1, 2, 1, 1, 500, 300);
	add_block(1, 2, 1, 0, 400, -200);
	add_block(2, 1, 1, 0, 300, -100);
	add_block(1, 2, 0, 0, -400, -400);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 500000, &pairs);
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
	release();
}

/* Luck explains every game except for a constant tenth: the rest is rounding
   of doubles, which is no error to compare. */
TEST(no_error_no_gain)
{
	make_table(&table, 2);
	add_block(0, 1, 1, 1, 900, 900);
	add_block(0, 1, 1, 0, 900, -100);
	add_block(0, 1, 0, 0, -100, -100);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1000000, &pairs);
	near(pairs.list[0].adjusted.mean, 0.1);
	near(pairs.list[0].adjusted.se, 0);
	ck_assert(isnan(pairs.list[0].gain));
	release();
}

/* The luck of one entrant against another in a game of more than two. */
TEST(luck_goes_with_the_score)
{
	const int32_t luck[] = { 300000, -100000, -50000, -150000 };
	const int entrant[] = { 7, 8, 9, 8 };

	/* 1/2 (1 + share of 7 - share of 8). */
	ck_assert_int_eq(game_luck_against(RESULT_WINNER, 4, entrant, luck, 7,
					   8), 300000 + 250000);
	ck_assert_int_eq(game_luck_against(RESULT_WINNER, 4, entrant, luck, 9,
					   7), -350000);
	/* 7 and 9 are a side; so are both seats of 8. */
	ck_assert_int_eq(game_luck_against(RESULT_TEAMS, 4, entrant, luck, 7,
					   9), 0);
	ck_assert_int_eq(game_luck_against(RESULT_TEAMS, 4, entrant, luck, 7,
					   8), 500000);
	ck_assert_int_eq(game_luck_against(RESULT_RANKING, 2, entrant,
					   (int32_t[]){ 1, -1 }, 8, 7), -2);
}

/* A mean is the double nearest to its exact value, with fractions of a
   millionth, so that another program finds the same. */
TEST(a_mean_has_no_rounding_of_its_own)
{
	long sum = 0;

	make_table(&table, 2);
	for (int g = 0; g < 64; g++) {
		int32_t luck = g * g * 997 % 70001 - 35000;

		sum += luck;
		games_table_add_game(&table, (int[]){ 0, 1 }, (long[]){ 1, 2 },
				     2, g % 2 == 0 ? GAMES_NEW_BLOCK |
				     GAMES_NEW_MATCH : 0);
		games_table_add_luck(&table, (int32_t[]){ luck, -luck });
	}
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1000000, &pairs);
	ck_assert(pairs.entrants[0].luck.mean == (double)sum / 64e6);
	ck_assert(pairs.list[0].luck.mean == (double)sum / 64e6);
	release();
}

/* 3 games of luck 0.2 and one of -0.4: the mean by game, not block, is 0.05. */
TEST(blocks_of_different_sizes_count_by_games)
{
	make_table(&table, 2);
	for (int g = 0; g < 4; g++) {
		int32_t luck = g < 3 ? 200000 : -400000;

		games_table_add_game(&table, (int[]){ 0, 1 }, (long[]){ 1, 2 },
				     2, g % 3 == 0 ? GAMES_NEW_BLOCK |
				     GAMES_NEW_MATCH : 0);
		games_table_add_luck(&table, (int32_t[]){ luck, -luck });
	}
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1000000, &pairs);
	near(pairs.list[0].luck.mean, 0.05);
	/* Sums 0.6 and -0.4 against 0.15 and 0.05 expected. */
	near(pairs.list[0].luck.se, sqrt(2 * (0.45 * 0.45 + 0.45 * 0.45)) / 4);
	release();
}

TEST(faults_leave_their_block_out)
{
	make_table(&table, 2);
	add_block(0, 1, 1, 1, 100, 200);
	add_block(0, 1, 1, 1, 100, 300);
	games_table_add_game(&table, (int[]){ 0, 1 }, (long[]){ 1, 2 }, 2,
			     GAMES_NEW_BLOCK | GAMES_NEW_MATCH |
			     GAMES_FAULTED);
	games_table_add_luck(&table, NULL);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1000000, &pairs);
	ck_assert_int_eq(pairs.games, 4);
	ck_assert_int_eq(pairs.left_out, 1);
	ck_assert_int_eq(pairs.list[0].blocks, 2);
	release();
}

/* ### simulated games */

/* The strengths of the entrants, and of one more. */
static const double strength[] = { 0.8, 0.3, 0, -0.4, -0.7, 0 };

enum { ENTRANTS = 5 };

static void simulate(struct luck_games *games, int blocks)
{
	make_table(&table, ENTRANTS);
	for (int a = 0; a < ENTRANTS; a++)
		for (int b = 0; b < a; b++)
			for (int n = 0; n < blocks; n++)
				luck_games_block(games, &table, strength,
						 (int[]){ a, b }, 2);
}

/* As text, for comparing. */
static void shown(long beta, struct text *out)
{
	const struct luck_show_source source = { "race", beta, true };

	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, beta, &pairs);
	luck_show_pairs(&table, &pairs, &source, REPORT_CSV, out);
	luck_show_pairs(&table, &pairs, &source, REPORT_TEXT, out);
	luck_pairs_release(&pairs);
}

/* The blocks in reverse order, with the same entrants. */
static void reverse(struct games_table *other)
{
	make_table(other, ENTRANTS);
	for (size_t block = table.game_count / 2; block-- > 0;)
		for (size_t g = 2 * block; g < 2 * block + 2; g++) {
			const uint32_t *seated = table.seated + 2 * g;
			const unsigned char *ranks = table.ranks + 2 * g;

			games_table_add_game(other, (int[]){ (int)seated[0],
					     (int)seated[1] }, (long[]){
					     ranks[0], ranks[1] }, 2,
					     table.games[g] & ~GAMES_SEATS);
			games_table_add_luck(other, table.luck + 2 * g);
		}
}

TEST(the_order_of_games_does_not_matter)
{
	struct luck_games games = { .random = { 9 }, .rest = 0.2,
		.blind = 0.3, .shared = 0.5 };
	struct text first = {0}, second = {0};
	struct games_table other;

	simulate(&games, 40);
	shown(850000, &first);
	reverse(&other);
	games_table_release(&table);
	table = other;
	shown(850000, &second);
	ck_assert_str_eq(text_string(&first), text_string(&second));
	text_release(&first);
	text_release(&second);
	release();
}

/* beta = 3/2 makes up for a measure that misses a third of the luck; what is
   left of the variance is 1 - (1 - rest)^2 = 0.19. */
TEST(beta_and_gain_are_found)
{
	struct luck_games games = { .random = { 11 }, .rest = 0.1,
		.blind = 1.0 / 3 };
	double gain = 0;

	simulate(&games, 400);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1500000, &pairs);
	ck_assert_msg(fabs(pairs.beta - 1.5) < 0.03, "%g", pairs.beta);
	for (int i = 0; i < pairs.count; i++)
		gain += pairs.list[i].gain / pairs.count;
	ck_assert_msg(gain > 4.5 && gain < 6, "%g", gain);
	ck_assert_int_eq(pairs.chi2_pairs, 10);
	ck_assert_msg(pairs.worst_z < 4, "%g", pairs.worst_z);
	ck_assert_msg(fabs(pairs.chi2_z) < 3, "%g", pairs.chi2_z);
	release();
}

/* Twice the best beta leaves as much noise as none; more leaves more. */
TEST_EACH(a_share_that_adds_noise_is_noticed, 4)
{
	static const struct {
		long beta;
		bool noisy;
	} cases[] = { { 0, false }, { 1500000, false }, { 2900000, false },
		{ 3300000, true } };
	struct luck_games games = { .random = { 11 }, .rest = 0.1,
		.blind = 1.0 / 3 };
	const struct luck_show_source source = { "race", cases[_i].beta, true };
	struct text out = {0};

	simulate(&games, 400);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, cases[_i].beta, &pairs);
	ck_assert_msg(pairs.beta_se > 0.001 && pairs.beta_se < 0.03, "%g",
		      pairs.beta_se);
	ck_assert_int_eq(pairs.noisy, cases[_i].noisy);
	luck_show_pairs(&table, &pairs, &source, REPORT_TEXT, &out);
	ck_assert((strstr(text_string(&out), "WARNING: beta 3.3 is too much "
			  "for these games") != NULL) == cases[_i].noisy);
	text_release(&out);
	release();
}

/* A few games are no proof. */
TEST(few_games_do_not_tell_of_noise)
{
	struct luck_games games = { .random = { 11 }, .rest = 0.1 };

	simulate(&games, 2);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 9000000, &pairs);
	ck_assert(!pairs.noisy);
	release();
}

/* Luck is 8% of a point too high for the first entrant of each pair. */
TEST(a_wrong_expectation_is_noticed)
{
	struct luck_games games = { .random = { 12 }, .rest = 0.1 };
	const struct luck_show_source source = { "race", 1000000, true };
	struct text out = {0};

	simulate(&games, 400);
	for (size_t place = 0; place < table.place_count; place += 2) {
		int sign = table.seated[place] < table.seated[place + 1] ? 1 :
			-1;

		table.luck[place] += sign * 80000;
		table.luck[place + 1] -= sign * 80000;
	}
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 1000000, &pairs);
	ck_assert_msg(pairs.worst_z > 4 && pairs.chi2_z > 4, "%g %g",
		      pairs.worst_z, pairs.chi2_z);
	luck_show_pairs(&table, &pairs, &source, REPORT_TEXT, &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "WARNING: mean luck of a against b is "
				     "+"));
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "WARNING: mean luck of e is -"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "Do not trust"));
	text_release(&out);
	release();
}

/* ### tables */

TEST(both_tables_are_shown)
{
	struct luck_games games = { .random = { 13 }, .rest = 0.1 };
	const struct luck_show_source source = { "table", 850000, false };
	struct ladder_options options = ladder_defaults;
	struct luck_show_ladders all;
	struct ladder raw, adjusted;
	struct text out = {0};
	static const char begins[] = "luck-adjusted, not official: f table, "
		"beta 0.85, chosen after the games\n"
		"fewer than 30 blocks, no adjusted rating: few\n\n"
		"rank  entrant  ";
	static const char header[] = "pool,rank,entrant,elo,err95,se,se_raw,"
		"fewer,luck,luck_se,luck_z,games,blocks,los_next,mark\n1,1,a,";
	const char *at;

	simulate(&games, 10);
	/* One more entrant, with too few blocks. */
	luck_games_block(&games, &table, strength, (int[]){ 0,
			 games_table_entrant(&table, "few", "") }, 2);
	fit_well(&table, &options, &raw);
	options.luck = true;
	options.luck_beta = 850000;
	fit_well(&table, &options, &adjusted);
	luck_pairs_make(&table, GAMES_CLUSTER_BLOCK, 850000, &pairs);
	all = (struct luck_show_ladders){ &table, &raw, &adjusted, &pairs,
		source };
	luck_show_ladder_text(&all, 0, &out);
	at = text_string(&out);
	ck_assert_msg(strncmp(at, begins, strlen(begins)) == 0, "%s", at);
	ck_assert_ptr_nonnull(strstr(at, "  +-95    se  raw-se  x-fewer "));
	ck_assert_ptr_nonnull(strstr(at, " luck(z)  blocks "));
	ck_assert_ptr_nonnull(strstr(at, "mean luck of all pairs: no pair with "
				     "luck has 30 blocks\n"));
	text_clear(&out);
	luck_show_ladder_csv(&all, &out);
	at = text_string(&out);
	ck_assert_msg(strncmp(at, header, strlen(header)) == 0, "%s", at);
	ck_assert_ptr_null(strstr(at, "few,"));
	for (int lines = 0; lines < 6; lines++)
		at = strchr(at, '\n') + 1;
	ck_assert_str_eq(at, "");
	text_release(&out);
	ladder_release(&raw);
	ladder_release(&adjusted);
	release();
}
