/*
 * sprt_test.c - the sequential test: its ratio, when it stops, how often it
 * is wrong.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/vectors.h"
#include "tournaments/report/sprt_show.h"

static struct sprt test;

/* The score of a block of `games` between two, in halves of a game. */
static int64_t halves(int count)
{
	return (int64_t)count * BLOCKS_GAME_SCORE / 2;
}

/* ### vectors */

static const cJSON *vector(const cJSON *file, const char *id)
{
	const cJSON *found;

	cJSON_ArrayForEach(found, vectors_group(file, "sprt"))
		if (strcmp(json_get(found, "id")->valuestring, id) == 0)
			return found;
	ck_abort_msg("no vector %s", id);
	return NULL;
}

static double ratio_of(const cJSON *row)
{
	const cJSON *counts = json_get(row, "counts_low_to_high");
	struct sprt_rules rules = sprt_normal;
	int lines = cJSON_GetArraySize(counts);
	struct blocks_tally tally;
	double llr;

	rules.elo0 = json_get(row, "elo0")->valuedouble;
	rules.elo1 = json_get(row, "elo1")->valuedouble;
	rules.model = strcmp(json_get(row, "model")->valuestring,
			     "logistic") == 0 ?
		SPRT_LOGISTIC : SPRT_NORMALIZED;
	blocks_tally_begin(&tally, (lines - 1) / 2, 2);
	for (int i = 0; i < lines; i++) {
		int blocks = cJSON_GetArrayItem(counts, i)->valueint;

		for (int n = 0; n < blocks; n++)
			blocks_tally_add(&tally, halves(i));
	}
	llr = sprt_llr(&tally, &rules);
	blocks_tally_release(&tally);
	return llr;
}

TEST(ratios_are_those_of_the_vectors)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *rows = vector(file, "21_sprt_llr"), *row;

	cJSON_ArrayForEach(row, json_get(rows, "expect")) {
		double want = json_get(row, "llr")->valuedouble;
		double got = ratio_of(row);

		ck_assert_msg(fabs(got - want) <= 1e-8 * fmax(1, fabs(want)),
			      "%s: %.17g, expected %.17g", row->string, got,
			      want);
	}
	cJSON_Delete(file);
}

TEST(bounds_are_those_of_the_vectors)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *bounds = json_get(json_get(vector(file,
		"24_sprt_bounds_legacy"), "expect"), "bounds"), *row;
	int rows = 0;

	cJSON_ArrayForEach(row, bounds) {
		struct sprt_rules rules = sprt_normal;

		ck_assert_int_eq(sscanf(row->string, "(%lf, %lf)",
					&rules.alpha, &rules.beta), 2);
		sprt_begin(&test, &rules, 2, 2);
		ck_assert(fabs(test.lower - row->child->valuedouble) < 1e-9);
		ck_assert(fabs(test.upper -
			       row->child->next->valuedouble) < 1e-9);
		sprt_release(&test);
		rows++;
	}
	ck_assert_int_gt(rows, 0);
	cJSON_Delete(file);
}

/* ### stopping */

/* Blocks of two games, each digit the halves that A made. */
static const struct {
	const char *name;
	enum sprt_model model;
	double elo0, elo1;
	int boards_max;
	const char *blocks;     /* repeated */
	int stops;              /* after this many blocks; 0: not in 1000 */
	enum sprt_answer answer;
} stops[] = {
	{ "not before 8 blocks", SPRT_NORMALIZED, 0, 200, 0, "4", 8, SPRT_H1 },
	{ "nor the other way", SPRT_NORMALIZED, 0, 200, 0, "0", 8, SPRT_H0 },
	{ "logistic", SPRT_LOGISTIC, 0, 200, 0, "4443", 8, SPRT_H1 },
	{ "gaussian not before 30", SPRT_GAUSSIAN, 0, 100, 0, "4443", 30, SPRT_H1 },
	{ "gaussian needs a spread", SPRT_GAUSSIAN, 0, 100, 0, "4", 0, SPRT_GOES_ON },
	{ "undecided", SPRT_NORMALIZED, 0, 5, 40, "1232", 40, SPRT_UNDECIDED },
	{ "undecided at once", SPRT_NORMALIZED, 0, 5, 1, "2", 1, SPRT_UNDECIDED },
	{ "all level needs many", SPRT_NORMALIZED, 0, 5, 0, "2", 0, SPRT_GOES_ON },
	{ "all level is no gain", SPRT_NORMALIZED, 0, 50, 0, "2", 73, SPRT_H0 },
	{ "far hypotheses", SPRT_NORMALIZED, -1000, 1000, 0, "43", 8, SPRT_H1 },
};

enum { STOPS = sizeof stops / sizeof *stops };

TEST_EACH(it_stops_where_it_should, STOPS)
{
	struct sprt_rules rules = sprt_normal;
	size_t length = strlen(stops[_i].blocks);
	int blocks = 0;

	rules.model = stops[_i].model;
	rules.elo0 = stops[_i].elo0;
	rules.elo1 = stops[_i].elo1;
	rules.boards_max = (uint64_t)stops[_i].boards_max;
	sprt_begin(&test, &rules, 2, 2);
	while (test.answer == SPRT_GOES_ON && blocks < 1000) {
		int made = stops[_i].blocks[blocks % (int)length] - '0';

		blocks++;
		sprt_add(&test, halves(made));
		ck_assert(isfinite(test.llr));
	}
	ck_assert_msg(test.answer == stops[_i].answer &&
		      blocks == (stops[_i].stops > 0 ? stops[_i].stops : 1000),
		      "%s: answer %d after %d blocks, llr %f",
		      stops[_i].name, test.answer, blocks, test.llr);
	sprt_release(&test);
}

TEST(blocks_behind_the_answer_do_not_count)
{
	struct sprt_rules rules = sprt_normal;
	double llr;

	rules.elo1 = 200;
	sprt_begin(&test, &rules, 2, 2);
	for (int n = 0; n < 8; n++)
		sprt_add(&test, halves(4));
	llr = test.llr;
	for (int n = 0; n < 100; n++)
		ck_assert_int_eq(sprt_add(&test, 0), SPRT_H1);
	ck_assert_uint_eq(test.tally.blocks, 8);
	ck_assert(test.llr == llr);
	ck_assert(sprt_blocks_left(&test) == 0);
	sprt_release(&test);
}

/* ### how often it is wrong */

/*
 * A block of equals: the same dice help one in the first game and the other
 * in the second one, so that the games offset each other.
 */
static int64_t random_block(struct random *random)
{
	int luck = random_below(random, 100), made = 0;

	for (int game = 0; game < 2; game++) {
		int sum = (game == 0 ? luck : 99 - luck) +
			random_below(random, 100);

		made += sum > 99 ? 2 : sum == 99;
	}
	return halves(made);
}

/* Of 400 tests with 5% errors 34 are wrong once in a thousand trials. */
enum { RUNS = 400, WRONG_MAX = 33 };

static const struct {
	enum sprt_model model;
	double elo0, elo1;
	enum sprt_answer wrong;
} trials[] = {
	{ SPRT_NORMALIZED, 0, 40, SPRT_H1 },
	{ SPRT_NORMALIZED, -40, 0, SPRT_H0 },
	{ SPRT_LOGISTIC, 0, 30, SPRT_H1 },
	{ SPRT_LOGISTIC, -30, 0, SPRT_H0 },
	{ SPRT_GAUSSIAN, 0, 30, SPRT_H1 },
	{ SPRT_GAUSSIAN, -30, 0, SPRT_H0 },
};

enum { TRIALS = sizeof trials / sizeof *trials };

TEST_EACH(it_is_wrong_no_more_often_than_promised, TRIALS)
{
	struct random random = { (uint64_t)_i + 1 };
	struct sprt_rules rules = sprt_normal;
	int wrong = 0;

	rules.model = trials[_i].model;
	rules.elo0 = trials[_i].elo0;
	rules.elo1 = trials[_i].elo1;
	for (int run = 0; run < RUNS; run++) {
		sprt_begin(&test, &rules, 2, 2);
		while (test.answer == SPRT_GOES_ON)
			sprt_add(&test, random_block(&random));
		wrong += test.answer == trials[_i].wrong;
		sprt_release(&test);
	}
	ck_assert_msg(wrong <= WRONG_MAX, "%d of %d are wrong", wrong, RUNS);
	ck_assert_int_gt(wrong, 0);
}

/* ### forfeits */

enum { BOARDS = 25, FAULTS_MAX = 3 };

/* A match of equals who crash in 5% of games; after the third crash the rest of
   it is forfeit.  Fills the scores of its boards; returns whether it was. */
static bool random_match(struct random *random, int64_t *scores)
{
	int had[2] = {0};

	for (int game = 0; game < 2 * BOARDS; game++) {
		int loser = random_below(random, 2);

		if (had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX)
			loser = had[1] >= FAULTS_MAX;
		else if (random_below(random, 100) < 5)
			had[loser]++;
		if (game % 2 == 0)
			scores[game / 2] = 0;
		scores[game / 2] += loser == 1 ? BLOCKS_GAME_SCORE : 0;
	}
	return had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX;
}

/* Counted by block, 110 of 400 would be wrong. */
TEST(forfeited_games_do_not_decide_it)
{
	struct random random = { 16 };
	struct sprt_rules rules = sprt_normal;
	int64_t scores[BOARDS];
	int wrong = 0;

	rules.elo1 = 20;
	for (int run = 0; run < RUNS; run++) {
		sprt_begin(&test, &rules, 2, 2);
		while (test.answer == SPRT_GOES_ON) {
			bool forfeits = random_match(&random, scores);

			sprt_add_match(&test, scores, BOARDS, forfeits);
		}
		wrong += test.answer == SPRT_H1;
		sprt_release(&test);
	}
	printf("equals with forfeits: %d of %d wrong\n", wrong, RUNS);
	ck_assert_msg(wrong <= WRONG_MAX, "%d of %d are wrong", wrong, RUNS);
}

/* After a forfeit, earlier blocks are counted as matches too. */
TEST(with_a_forfeit_the_matches_are_counted)
{
	static const int64_t won[] = { 2 * BLOCKS_GAME_SCORE,
				       2 * BLOCKS_GAME_SCORE };
	static const int64_t half[] = { 2 * BLOCKS_GAME_SCORE, 0 };
	struct sprt_rules rules = sprt_normal;
	struct text out = {0};

	rules.elo1 = 200;
	sprt_begin(&test, &rules, 2, 2);
	for (int n = 0; n < 3; n++)
		ck_assert_int_eq(sprt_add_match(&test, half, 2, false), 2);
	ck_assert_uint_eq(test.tally.blocks, 6);
	ck_assert_int_eq(sprt_add_match(&test, won, 2, true), 2);
	ck_assert_uint_eq(test.tally.blocks, 4);
	ck_assert_int_eq(test.tally.games, 4);
	ck_assert_uint_eq(test.boards, 8);
	/* 0, 1/2 and 1: scores that did not occur have no line. */
	ck_assert_int_eq(test.tally.count, 3);
	ck_assert_int_eq(test.answer, SPRT_GOES_ON);
	for (int n = 4; n < 8; n++)
		sprt_add_match(&test, won, 2, false);
	ck_assert_int_eq(test.answer, SPRT_H1);
	ck_assert_uint_eq(test.tally.blocks, 8);
	ck_assert_int_eq(sprt_add_match(&test, won, 2, false), 0);
	sprt_show_text(&test, "ada", "bob", &out);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "after 8 matches ("));
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "8 matches of 4 games"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "match scores: "
				     "0.000 0, 0.500 3, 1.000 5\n"));
	text_release(&out);
	sprt_release(&test);
}

/* A board that would decide does not if its match has a forfeit later. */
TEST(a_match_without_forfeits_counts_by_block)
{
	int64_t won[10];
	struct sprt_rules rules = sprt_normal;

	rules.elo1 = 200;
	for (int i = 0; i < 10; i++)
		won[i] = 2 * BLOCKS_GAME_SCORE;
	sprt_begin(&test, &rules, 2, 2);
	ck_assert_int_eq(sprt_add_match(&test, won, 10, false), 8);
	ck_assert_int_eq(test.answer, SPRT_H1);
	sprt_release(&test);
	sprt_begin(&test, &rules, 2, 2);
	ck_assert_int_eq(sprt_add_match(&test, won, 10, true), 10);
	ck_assert_int_eq(test.answer, SPRT_GOES_ON);
	sprt_release(&test);
	rules.boards_max = 15;
	sprt_begin(&test, &rules, 2, 2);
	sprt_add_match(&test, won, 10, true);
	ck_assert_int_eq(test.answer, SPRT_GOES_ON);
	sprt_add_match(&test, won, 10, false);
	ck_assert_int_eq(test.answer, SPRT_UNDECIDED);
	sprt_release(&test);
}

/* ### what is still to come */

TEST(the_games_to_go_are_about_what_it_takes)
{
	struct random random = { 5 };
	struct sprt_rules rules = sprt_normal;
	double told = 0, took = 0;

	rules.elo1 = 40;
	for (int run = 0; run < 200; run++) {
		uint64_t asked = 0;
		double left = NAN;

		sprt_begin(&test, &rules, 2, 2);
		while (test.answer == SPRT_GOES_ON) {
			sprt_add(&test, random_block(&random));
			if (test.tally.blocks != 60)
				continue;
			left = sprt_blocks_left(&test);
			asked = test.tally.blocks;
		}
		if (asked > 0 && test.tally.blocks > asked) {
			told += left;
			took += (double)(test.tally.blocks - asked);
		}
		sprt_release(&test);
	}
	ck_assert_msg(told > took / 2 && told < took * 2,
		      "told %g, took %g", told, took);
}

static const char *const courses[] = { "3332", "1112", "3213" };

TEST_EACH(a_steady_course_takes_what_was_told, sizeof courses / sizeof *courses)
{
	struct sprt_rules rules = sprt_normal;
	double left = NAN;
	int blocks = 0;

	rules.elo1 = 10;
	sprt_begin(&test, &rules, 2, 2);
	while (test.answer == SPRT_GOES_ON) {
		sprt_add(&test, halves(courses[_i][blocks++ % 4] - '0'));
		if (blocks == 20)
			left = sprt_blocks_left(&test);
	}
	blocks -= 20;
	ck_assert_msg(left > blocks * 0.7 && left < blocks * 1.3,
		      "told %g, took %d", left, blocks);
	sprt_release(&test);
}

TEST(between_the_hypotheses_it_takes_longest)
{
	struct sprt_rules rules = sprt_normal;

	rules.elo0 = -10;
	rules.elo1 = 10;
	sprt_begin(&test, &rules, 2, 2);
	for (int n = 0; n < 20; n++)
		sprt_add(&test, halves(n % 2 == 0 ? 1 : 3));
	/* The bounds' product over the square of 20 sqrt(2) ln(10) / 800. */
	ck_assert(fabs(sprt_blocks_left(&test) - 1309) < 2);
	sprt_release(&test);
}

TEST(the_games_to_go_are_never_beyond_the_last_board)
{
	struct sprt_rules rules = sprt_normal;

	rules.boards_max = 12;
	sprt_begin(&test, &rules, 2, 2);
	for (int n = 1; n <= 12; n++) {
		double left;

		sprt_add(&test, halves(n % 2 == 0 ? 2 : 1));
		left = sprt_blocks_left(&test);
		if (n < 8)
			ck_assert(isnan(left));
		else
			ck_assert(left >= (n < 12) && left <= 12 - n);
	}
	sprt_release(&test);
}

/* ### words */

static const struct {
	double elo0, elo1;
	int blocks, halves, boards_max;
	const char *text;
} sentences[] = {
	{ 0, 200, 8, 4, 0, "ada is better than bob: H1, +200.0 nElo, holds "
	  "against +0.0 after 8 blocks (LLR +3.91, bounds -2.94 and +2.94).\n" },
	{ 0, 200, 8, 0, 0, "ada is not 200.0 nElo better than bob: H0, +0.0 "
	  "nElo, holds against +200.0 after 8 blocks (LLR -7.98, bounds "
	  "-2.94 and +2.94).\n" },
	{ -200, 0, 8, 4, 0, "ada is not 200.0 nElo worse than bob: H1, +0.0 "
	  "nElo, holds against -200.0 after 8 blocks (LLR +7.98, bounds "
	  "-2.94 and +2.94).\n" },
	{ -200, 0, 8, 0, 0, "ada is worse than bob: H0, -200.0 nElo, holds "
	  "against +0.0 after 8 blocks (LLR -3.91, bounds -2.94 and "
	  "+2.94).\n" },
	{ 0, 5, 0, 0, 0, "The test has not decided yet between +0.0 (H0) and "
	  "+5.0 nElo (H1) for ada against bob after 0 blocks (LLR +0.00, "
	  "bounds -2.94 and +2.94).\n" },
	{ 0, 5, 9, 2, 9, "The test ends undecided between +0.0 (H0) and "
	  "+5.0 nElo (H1) for ada against bob after 9 blocks (LLR +0.00, "
	  "bounds -2.94 and +2.94).\n" },
};

enum { SENTENCES = sizeof sentences / sizeof *sentences };

TEST_EACH(the_verdict_is_a_plain_sentence, SENTENCES)
{
	struct sprt_rules rules = sprt_normal;
	struct json_writer w = {0};
	struct error err = {0};
	struct text out = {0};

	rules.elo0 = sentences[_i].elo0;
	rules.elo1 = sentences[_i].elo1;
	rules.boards_max = (uint64_t)sentences[_i].boards_max;
	sprt_begin(&test, &rules, 2, 2);
	for (int n = 0; n < sentences[_i].blocks; n++)
		sprt_add(&test, halves(sentences[_i].halves));
	sprt_show_sentence(&test, "ada", "bob", &out);
	ck_assert_str_eq(text_string(&out), sentences[_i].text);
	text_clear(&out);
	sprt_show_text(&test, "ada", "bob", &out);
	ck_assert_int_eq(strstr(text_string(&out), "biased outward") != NULL,
			 test.answer == SPRT_H0 || test.answer == SPRT_H1);
	json_open(&w, '{');
	sprt_show_json(&test, "ada", "bob", &w);
	json_close(&w, '}');
	ck_assert_msg(json_scan(w.out.bytes, w.out.length, 4, JSON_FLOATS,
				&err) == 0, "%s", err.text);
	text_release(&w.out);
	text_release(&out);
	sprt_release(&test);
}
