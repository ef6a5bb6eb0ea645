/*
 * near_twins_test.c - bots that split nearly every block: the few that are
 * decided may miss the truth, and intervals allow for it.
 *
 * A block is two games on the same dice.  Twins play the same, so the seat that
 * the dice favour wins both games, and each twin one; in a share of the blocks
 * one of them plays another move, and one of the two wins both games.  Prints
 * the coverage of all situations.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "audit/match_summary.h"
#include "base/exact_math.h"
#include "games/blocks.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/random.h"

/* Blocks of a pair, and how many in a thousand are decided. */
static const struct {
	int blocks, decided;
} cases[] = {
	{ 100, 10 }, { 100, 30 }, { 100, 100 },
	{ 200, 10 }, { 200, 30 }, { 200, 100 },
};

enum { CASES = sizeof cases / sizeof *cases };

/* How many of a hundred decided blocks the first one wins. */
static const int shares[] = { 50, 75, 90, 100 };

enum { SHARES = sizeof shares / sizeof *shares };

/* 2 when a wins both games, 0 when b does, else 1. */
static int play_block(struct random *random, int decided, double share)
{
	if (random_below(random, 1000) >= decided)
		return 1;
	return random_below(random, 1000000) < share * 1e6 ? 2 : 0;
}

static void add_block(struct games_table *table, int a, int b, int won,
		      struct random *random)
{
	int favoured = random_below(random, 2);

	for (int game = 0; game < 2; game++) {
		const int seated[] = { game == 0 ? a : b, game == 0 ? b : a };
		bool first_wins = won == 1 ? favoured == 0 :
				  (won == 2) == (game == 0);
		const long ranks[] = { first_wins ? 1 : 2, first_wins ? 2 : 1 };

		games_table_add_game(table, seated, ranks, 2, game == 0 ?
				     GAMES_NEW_BLOCK | GAMES_NEW_MATCH : 0);
	}
}

static double elo_of(double score)
{
	return -EXACT_MATH_ELO_PER_LOGIT * exact_math_log(1 / score - 1);
}

static void fit(struct games_table *table, struct ladder *ladder)
{
	struct ladder_options options = ladder_defaults;

	options.ranks = false;
	fit_well(table, &options, ladder);
}

static bool is_long(void)
{
	return getenv("ROLLCALL_LONG_TESTS") != NULL;
}

/* ### a match of two */

/* The number of matches, without and with ROLLCALL_LONG_TESTS. */
enum { RUNS = 600, LONG_RUNS = 2000 };

/* Do the ladder and the match statistics contain the true difference? */
static void play_two(struct random *random, int blocks, int decided,
		     double share, int *ladder_holds, int *match_holds)
{
	double truth = elo_of(0.5 + decided / 1000.0 * (share - 0.5));
	struct blocks_tally tally;
	struct blocks_stats stats;
	struct games_table table;
	struct ladder ladder;
	double off;

	make_table(&table, 2);
	blocks_tally_begin(&tally, 2, 2);
	for (int n = 0; n < blocks; n++) {
		int won = play_block(random, decided, share);

		add_block(&table, 0, 1, won, random);
		blocks_tally_add(&tally, won * (int64_t)BLOCKS_GAME_SCORE);
	}
	fit(&table, &ladder);
	off = ladder.rows[0].elo - ladder.rows[1].elo - truth;
	*ladder_holds += fabs(off) <= EXACT_MATH_NORMAL_97_5 *
					ladder_difference_se(&ladder, 0, 1);
	blocks_stats_make(&tally, &stats);
	*match_holds += stats.low <= truth && truth <= stats.high;
	ladder_release(&ladder);
	games_table_release(&table);
	blocks_tally_release(&tally);
}

TEST_EACH(an_interval_of_two_holds_the_truth, CASES)
{
	struct random random = { 20 + (uint64_t)_i };
	int blocks = cases[_i].blocks, decided = cases[_i].decided;
	double expected = blocks * decided / 1000.0;
	const int runs = is_long() ? LONG_RUNS : RUNS;

	for (int s = 0; s < SHARES; s++) {
		int holds = 0, match_holds = 0;
		double share;

		for (int run = 0; run < runs; run++)
			play_two(&random, blocks, decided, shares[s] / 100.0,
				 &holds, &match_holds);
		share = (double)holds / runs;
		printf("two, %3d blocks, %4.1f%% decided, %3d%% of them by "
		       "one: ladder %.3f, match %.3f\n", blocks,
		       decided / 10.0, shares[s], share,
		       (double)match_holds / runs);
		ck_assert_msg(share >= 0.92, "%.3f", share);
		/* With fewer expected, an interval that contains the truth
		   when no block is decided contains it nearly always. */
		if (expected >= 6)
			ck_assert_msg(share <= 0.98, "%.3f", share);
		ck_assert_int_le(abs(holds - match_holds), runs / 50);
	}
}

/* ### a ladder */

enum { ENTRANTS = 6, LADDERS = 150, LONG_LADDERS = 500 };

/* In logits; they decide who wins a decided block. */
static const double strength[ENTRANTS] = { 1.5, 0.9, 0.3, -0.3, -0.9, -1.5 };

static double share_of(int a, int b)
{
	return 1 / (1 + exact_math_exp(strength[b] - strength[a]));
}

/* Near equality a rating is four times the mean surplus of the score. */
static double true_elo(int entrant, int decided)
{
	double sum = 0;

	for (int other = 0; other < ENTRANTS; other++)
		if (other != entrant)
			sum += decided / 1000.0 *
				(share_of(entrant, other) - 0.5);
	return EXACT_MATH_ELO_PER_LOGIT * 4 * sum / ENTRANTS;
}

TEST_EACH(the_intervals_of_a_ladder_hold_the_truth, CASES)
{
	struct random random = { 120 + (uint64_t)_i };
	const int ladders = is_long() ? LONG_LADDERS : LADDERS;
	int decided = cases[_i].decided, holds = 0;
	double share;

	for (int run = 0; run < ladders; run++) {
		struct games_table table;
		struct ladder ladder;

		make_table(&table, ENTRANTS);
		for (int a = 0; a < ENTRANTS; a++)
			for (int b = 0; b < a; b++)
				for (int n = 0; n < cases[_i].blocks; n++)
					add_block(&table, a, b,
						  play_block(&random, decided,
							     share_of(a, b)),
						  &random);
		fit(&table, &ladder);
		for (int i = 0; i < ENTRANTS; i++)
			holds += fabs(ladder.rows[i].elo - true_elo(i, decided))
				<= ladder.rows[i].err95;
		ladder_release(&ladder);
		games_table_release(&table);
	}
	share = (double)holds / (ladders * ENTRANTS);
	printf("six, %3d blocks a pair, %4.1f%% decided: %.3f\n",
	       cases[_i].blocks, decided / 10.0, share);
	ck_assert_msg(share >= 0.92 && share <= 0.98, "%.3f", share);
}

/* ### the same everywhere */

/* 100 blocks, a few of them decided for the first one. */
TEST_EACH(all_tables_have_the_same_error, 8)
{
	struct match_summary summary = {0};
	struct random random = { 3 };
	struct blocks_tally tally;
	struct blocks_stats stats;
	struct games_table table;
	struct ladder ladder;
	struct text out = {0};
	double error, shown;
	char *at;

	make_table(&table, 2);
	blocks_tally_begin(&tally, 2, 2);
	for (int n = 0; n < 100; n++) {
		int won = n < _i ? 2 : 1;

		add_block(&table, 0, 1, won, &random);
		blocks_tally_add(&tally, won * (int64_t)BLOCKS_GAME_SCORE);
	}
	fit(&table, &ladder);
	error = EXACT_MATH_NORMAL_97_5 * ladder_difference_se(&ladder, 0, 1);
	blocks_stats_make(&tally, &stats);
	ck_assert_msg(fabs(stats.error / error - 1) < 0.04, "%d: %g, %g", _i,
		      stats.error, error);
	/* Three decided blocks: 1.96 sqrt(3) / 200 of the score. */
	if (_i <= 3)
		ck_assert_msg(fabs(error - 11.7) < 0.3, "%g", error);
	else
		ck_assert_msg(error > 13, "%g", error);
	summary.blocks = tally;
	summary.header.entrants = summary.header.rotations = 2;
	summary.header.entrant[0].name = summary.header.entrant[1].name = "a";
	match_summary_elo(&summary, &out);
	at = strstr(text_string(&out), "+- ");
	ck_assert_msg(at != NULL && sscanf(at, "+- %lf", &shown) == 1, "%s",
		      text_string(&out));
	ck_assert_msg(fabs(shown - stats.error) < 0.06, "%g, %g", shown,
		      stats.error);
	text_release(&out);
	ladder_release(&ladder);
	games_table_release(&table);
	blocks_tally_release(&tally);
}

/* An entrant whose scatter comes from many other blocks has no floor. */
TEST(a_twin_among_others_has_the_error_of_its_other_blocks)
{
	struct random random = { 7 };
	double se[2];

	for (int with = 0; with < 2; with++) {
		struct games_table table;
		struct ladder ladder;

		make_table(&table, 4);
		for (int n = 0; n < 100; n++)
			for (int a = 0; a < 4; a++)
				for (int b = 0; b < a; b++)
					add_block(&table, a, b,
						  with && a + b == 1 ? 1 :
						  random_below(&random, 3),
						  &random);
		fit(&table, &ladder);
		se[with] = ladder.rows[0].se;
		ck_assert(!with || ladder.rows[0].deff < 1.1);
		ladder_release(&ladder);
		games_table_release(&table);
	}
	/* A third of its blocks scatter no more: sqrt(2 / 3). */
	ck_assert_msg(fabs(se[1] / se[0] - 0.816) < 0.08, "%g, %g", se[0],
		      se[1]);
}
