/*
 * luck_sprt_test.c - the sequential test on luck-adjusted scores: figures by
 * hand, and how often its answers are false.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/blocks.h"
#include "tests/unit/unit.h"
#include "tests/support/luck_games.h"
#include "tournaments/rating/game_luck.h"
#include "tournaments/report/sprt_show.h"

static struct sprt test;

static struct sprt_rules rules_of(double elo0, double elo1)
{
	struct sprt_rules rules = sprt_normal;

	rules.model = SPRT_GAUSSIAN;
	rules.elo0 = elo0;
	rules.elo1 = elo1;
	return rules;
}

static void near(double got, double expected)
{
	ck_assert_msg(fabs(got - expected) <= 1e-9, "%.12g, expected %.12g",
		      got, expected);
}

/* Adds a match: on each board A won one game of two, with this mean luck in
   thousandths. */
static int add(int boards, const int *luck, bool forfeits)
{
	int64_t scores[8], sums[8];

	for (int i = 0; i < boards; i++) {
		scores[i] = BLOCKS_GAME_SCORE;
		/* Half millionths, of two games. */
		sums[i] = (int64_t)luck[i] * 1000 * 2 * 2;
	}
	return sprt_add_match_adjusted(&test, scores, sums, boards, forfeits);
}

/*
 * 30 blocks at 1/2, luck in turn +0.02 and -0.06, beta 1/2: 0.49 and 0.53,
 * mean 0.51, variance 0.0004.
 */
TEST(the_ratio_is_that_of_adjusted_means)
{
	struct sprt_rules rules = rules_of(-10, 10);
	double mean, se, off0, off1;

	sprt_begin_adjusted(&test, &rules, 500000, 2, 2);
	for (int i = 0; i < 30; i++) {
		ck_assert_int_eq(test.answer, SPRT_GOES_ON);
		ck_assert_int_eq(add(1, (int[]){ i % 2 == 0 ? 20 : -60 },
				     false), 1);
	}
	sprt_adjusted_mean(&test, &mean, &se);
	near(mean, 0.51);
	near(se, sqrt(0.0004 / 29));
	off0 = 0.51 - 1 / (1 + pow(10, 10.0 / 400));
	off1 = 0.51 - 1 / (1 + pow(10, -10.0 / 400));
	near(test.llr, 15 * log((0.0004 + off0 * off0) /
				(0.0004 + off1 * off1)));
	/* Not before 30 blocks, then at once. */
	ck_assert_int_eq(test.answer, SPRT_H1);
	ck_assert_int_eq((int)test.tally.blocks, 30);
	ck_assert_int_eq(add(1, (int[]){ 0 }, false), 0);
	sprt_release(&test);
}

/* Equal bots under an exact measure: nothing is left but rounding. */
TEST(equal_scores_decide)
{
	struct sprt_rules rules = rules_of(0, 5);

	sprt_begin_adjusted(&test, &rules, 1000000, 2, 2);
	for (int i = 0; i < 30; i++)
		add(1, (int[]){ 0 }, false);
	ck_assert_int_eq(test.answer, SPRT_H0);
	ck_assert(isfinite(test.llr));
	sprt_release(&test);
}

/* After a forfeit every match is one observation, including earlier ones. */
TEST(a_forfeit_makes_matches_of_blocks)
{
	struct sprt_rules rules = rules_of(0, 5);
	double mean, se;

	sprt_begin_adjusted(&test, &rules, 1000000, 2, 2);
	add(2, (int[]){ 30, 10 }, false);
	add(2, (int[]){ -10, -30 }, false);
	sprt_adjusted_mean(&test, &mean, &se);
	near(se, sqrt((2 * 0.0009 + 2 * 0.0001) / 12));
	add(2, (int[]){ 0, 0 }, true);
	ck_assert_int_eq((int)test.moments.count, 3);
	sprt_adjusted_mean(&test, &mean, &se);
	near(mean, 0.5);
	near(se, sqrt((2 * 0.0004) / 6));
	ck_assert_int_eq((int)test.boards, 6);
	sprt_release(&test);
}

TEST(both_scores_are_shown)
{
	struct sprt_rules rules = rules_of(-10, 10);
	struct json_writer w = {0};
	struct text out = {0};

	sprt_begin_adjusted(&test, &rules, 500000, 2, 2);
	for (int i = 0; i < 30; i++)
		add(1, (int[]){ i % 2 == 0 ? 20 : -60 }, false);
	sprt_show_verdict(&test, "ann", "bob", &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "ann against bob: 30 "
				     "blocks of 2 games, score 0.500\n"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "luck taken out, beta "
				     "0.50: score 0.5100 +- 0.0073; the test "
				     "is about this score\n"));
	json_open(&w, '{');
	sprt_show_json(&test, "ann", "bob", &w);
	json_close(&w, '}');
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
				     "\"model\":\"gaussian\""));
	ck_assert_ptr_nonnull(strstr(text_string(&w.out), "\"adjusted\":{"
				     "\"beta\":0.500000,\"score\":0.510000,"
				     "\"se\":0.003714}"));
	text_release(&out);
	text_release(&w.out);
	sprt_release(&test);
}

/* ### answers */

enum { TESTS = 2000 };

/* Games with their luck by an exact table, or by a formula. */
static const struct luck_games measures[] = {
	{ .mistakes = 0.3, .size = 0.1 },
	{ .mistakes = 0.3, .size = 0.1, .shared = 0.8 },
	{ .rest = 0.1, .blind = 0.1, .mistakes = 0.3, .size = 0.1 },
};

enum { MEASURES = sizeof measures / sizeof *measures };

/* Plays a block at a difference in Elo; gives A's score and luck. */
static void play_block(struct luck_games *games, double elo, int64_t *score,
		       int64_t *luck)
{
	static const int entrant[2][2] = { { 0, 1 }, { 1, 0 } };
	const double strength[] = { elo / EXACT_MATH_ELO_PER_LOGIT, 0 };
	bool same = luck_games_uniform(games) < games->shared;
	double dice = luck_games_uniform(games);

	*score = *luck = 0;
	for (int g = 0; g < 2; g++) {
		int32_t own[2];
		long ranks[2];

		if (g == 1 && !same)
			dice = luck_games_uniform(games);
		luck_games_play(games, strength, entrant[g], 2, dice, ranks,
				own);
		*score += ranks[g] == 1 ? BLOCKS_GAME_SCORE : 0;
		*luck += game_luck_against(RESULT_RANKING, 2, entrant[g], own,
					   0, 1);
	}
}

/* Plays until the answer, or `most` blocks; returns how many. */
static int run(struct luck_games *games, const struct sprt_rules *rules,
	       double elo, bool adjusted)
{
	int blocks = 0;

	if (adjusted)
		sprt_begin_adjusted(&test, rules, 1000000, 2, 2);
	else
		sprt_begin(&test, rules, 2, 2);
	while (test.answer == SPRT_GOES_ON) {
		int64_t score, luck;

		play_block(games, elo, &score, &luck);
		blocks++;
		if (adjusted)
			sprt_add_match_adjusted(&test, &score, &luck, 1,
						false);
		else
			sprt_add(&test, score);
	}
	return blocks;
}

TEST_EACH(false_answers_are_rare, MEASURES)
{
	struct luck_games games = measures[_i];
	struct sprt_rules rules = rules_of(0, 10);
	int wrong[2] = {0};
	double blocks[2] = {0};

	games.random.state = 170 + (uint64_t)_i;
	for (int truth = 0; truth < 2; truth++)
		for (int t = 0; t < TESTS; t++) {
			blocks[truth] += run(&games, &rules, 10 * truth, true);
			wrong[truth] += (test.answer == SPRT_H1) != truth;
			sprt_release(&test);
		}
	printf("measure %d: false H1 %.4f, false H0 %.4f; games %.0f, %.0f\n",
	       _i, (double)wrong[0] / TESTS, (double)wrong[1] / TESTS,
	       2 * blocks[0] / TESTS, 2 * blocks[1] / TESTS);
	ck_assert_msg(wrong[0] < 0.065 * TESTS && wrong[1] < 0.065 * TESTS,
		      "%d: %d %d", _i, wrong[0], wrong[1]);
}

/* Raw scores need more games to answer the same question. */
TEST(fewer_games_do)
{
	enum { FEW = 20 };
	struct luck_games games = measures[0];
	struct sprt_rules rules = rules_of(0, 10);
	double blocks = 0, raw = 0;

	games.random.state = 180;
	for (int t = 0; t < FEW; t++) {
		rules.model = SPRT_GAUSSIAN;
		blocks += run(&games, &rules, 10, true);
		sprt_release(&test);
		rules.model = SPRT_LOGISTIC;
		raw += run(&games, &rules, 10, false);
		sprt_release(&test);
	}
	printf("games for +10 Elo: %.0f, raw %.0f\n", 2 * blocks / FEW,
	       2 * raw / FEW);
	ck_assert_msg(raw > 10 * blocks, "%g %g", raw, blocks);
}
