/*
 * sprt_test.c - the sequential test: its ratio, when it stops, what is shown;
 * also on luck-adjusted scores.  simulations.h tries how often it is wrong.
 */
#include "tests/support/json.h"
#include "tests/support/rating_vectors.h"
#include "tests/support/rows.h"
#include "tournaments/report/sprt_show.h"

static struct sprt test;
static struct sprt_rules rules;
static struct text out;

static void set_up(void)
{
	rules = sprt_normal;
}

static void tear_down(void)
{
	sprt_release(&test);
	text_release(&out);
}

UNIT_EACH(set_up, tear_down)

/* With blocks of two games. */
static void begin(double elo0, double elo1)
{
	sprt_release(&test);
	rules.elo0 = elo0;
	rules.elo1 = elo1;
	sprt_begin(&test, &rules, 2, 2);
}

/* The score of a block of `games` between two, in halves of a game. */
static int64_t halves(int count)
{
	return (int64_t)count * BLOCKS_GAME_SCORE / 2;
}

/* Blocks, each digit the halves that A made, until the answer or so many; the
   text is repeated.  Returns how many. */
static int add_blocks(const char *digits, int most)
{
	int count = 0, length = (int)strlen(digits);

	while (test.answer == SPRT_GOES_ON && count < most) {
		int64_t score = halves(digits[count++ % length] - '0');

		sprt_add_match(&test, &score, NULL, 1, 0);
		ck_assert(isfinite(test.llr));
	}
	return count;
}

static void assert_shown(const char *part)
{
	ck_assert_msg(strstr(text_string(&out), part) != NULL, "%s",
		      text_string(&out));
}

/* ### vectors */

static double ratio_of(const cJSON *row)
{
	const cJSON *counts = json_get(row, "counts_low_to_high");
	int lines = cJSON_GetArraySize(counts);
	struct blocks_tally tally;
	double llr;

	rules.elo0 = json_get(row, "elo0")->valuedouble;
	rules.elo1 = json_get(row, "elo1")->valuedouble;
	rules.model = strcmp(json_get(row, "model")->valuestring,
			     "logistic") == 0 ?
		SPRT_LOGISTIC : SPRT_NORMALIZED;
	blocks_tally_begin(&tally, (lines - 1) / 2, 2);
	for (int i = 0; i < lines; i++)
		for (int n = 0; n < (int)number_at(counts, i); n++)
			blocks_tally_add(&tally, halves(i));
	llr = sprt_llr(&tally, &rules);
	blocks_tally_release(&tally);
	return llr;
}

TEST(ratios_and_bounds_are_those_of_the_vectors)
{
	const cJSON *rows = json_get(rating_vector("sprt", "21_sprt_llr"),
				     "expect");
	const cJSON *bounds = json_get(rating_vector("sprt",
		"24_sprt_bounds_legacy"), "expect"), *row;

	cJSON_ArrayForEach(row, rows)
		assert_near(ratio_of(row), json_get(row, "llr")->valuedouble,
			    1e-8);
	bounds = json_get(bounds, "bounds");
	ck_assert_int_gt(cJSON_GetArraySize(bounds), 0);
	cJSON_ArrayForEach(row, bounds) {
		ck_assert_int_eq(sscanf(row->string, "(%lf, %lf)",
					&rules.alpha, &rules.beta), 2);
		begin(0, 5);
		assert_near(test.lower, number_at(row, 0), 1e-9);
		assert_near(test.upper, number_at(row, 1), 1e-9);
	}
}

/* ### stopping */

TEST_ROWS(it_stops_where_it_should, "rating/sprt.txt", "why, model, two "
	  "hypotheses, boards at most, blocks in turn, stops after, answer")
{
	static const char *const answers[] = { "goes on", "H0", "H1",
		"undecided", NULL };

	rules.model = (enum sprt_model)row_word(row, 1, sprt_models);
	rules.boards_max = (uint64_t)row_int(row, 4);
	begin(row_real(row, 2), row_real(row, 3));
	ck_assert_int_eq(add_blocks(row->text[5], 1000), row_int(row, 6));
	ck_assert_int_eq((int)test.answer, row_word(row, 7, answers));
}

TEST(blocks_behind_the_answer_do_not_count)
{
	const int64_t lost = 0;
	double llr;

	begin(0, 200);
	add_blocks("4", 8);
	llr = test.llr;
	for (int n = 0; n < 100; n++)
		ck_assert_int_eq(sprt_add_match(&test, &lost, NULL, 1, 0), 0);
	ck_assert_int_eq(test.answer, SPRT_H1);
	ck_assert_uint_eq(test.tally.blocks, 8);
	ck_assert(test.llr == llr);
	ck_assert(sprt_blocks_left(&test) == 0);
}

/* ### forfeits */

/* The blocks of a match with a forfeit depend on each other. */
TEST(a_test_refuses_to_decide_after_a_forfeit)
{
	int64_t won[10];

	for (int i = 0; i < 10; i++)
		won[i] = 2 * BLOCKS_GAME_SCORE;
	begin(0, 200);
	ck_assert_int_eq(sprt_add_match(&test, won, NULL, 6, 0), 6);
	ck_assert_int_eq(sprt_add_match(&test, won, NULL, 10, SPRT_FORFEITS), 10);
	ck_assert_int_eq(test.answer, SPRT_UNDECIDED);
	ck_assert_uint_eq(test.tally.blocks, 6);
	ck_assert_int_eq(sprt_add_match(&test, won, NULL, 10, 0), 0);
	sprt_show_text(&test, "ada", "bob", &out);
	assert_shown("The test refuses to decide between +0.0");
	assert_shown("; a match has forfeited games, which depend on each "
		     "other.\n");
	begin(0, 200);
	ck_assert_int_eq(sprt_add_match(&test, won, NULL, 10, 0), 8);
	ck_assert_int_eq(test.answer, SPRT_H1);
}

/* The first matches of one that forfeits may be those in which it did not. */
TEST(a_test_with_faults_looks_at_eight_matches)
{
	const int64_t won[] = { 2 * BLOCKS_GAME_SCORE, 2 * BLOCKS_GAME_SCORE };

	begin(0, 200);
	for (int n = 0; n < 7; n++)
		sprt_add_match(&test, won, NULL, 2, n == 2 ? 4 : 0);
	ck_assert_int_eq(test.answer, SPRT_GOES_ON);
	ck_assert(isnan(sprt_blocks_left(&test)));
	sprt_show_text(&test, "ada", "bob", &out);
	assert_shown("; with so many faults it does not decide before "
		     "match 8.\n");
	ck_assert_int_eq(sprt_add_match(&test, won, NULL, 2, 0), 1);
	ck_assert_int_eq(test.answer, SPRT_H1);
}

/* ### what is still to come */

TEST_ROWS(a_steady_course_takes_what_was_told, "rating/sprt.txt",
	  "blocks in turn of a steady course")
{
	double left;
	int took;

	begin(0, 10);
	add_blocks(row->text[0], 20);
	left = sprt_blocks_left(&test);
	took = add_blocks(row->text[0], 100000);
	ck_assert_msg(left > took * 0.7 && left < took * 1.3,
		      "told %g, took %d", left, took);
}

TEST(between_the_hypotheses_it_takes_longest)
{
	begin(-10, 10);
	add_blocks("13", 20);
	/* The bounds' product over the square of 20 sqrt(2) ln(10) / 800. */
	ck_assert(fabs(sprt_blocks_left(&test) - 1309) < 2);
}

TEST(the_games_to_go_are_never_beyond_the_last_board)
{
	rules.boards_max = 12;
	begin(0, 5);
	for (int n = 1; n <= 12; n++) {
		double left;

		add_blocks(n % 2 == 0 ? "2" : "1", 1);
		left = sprt_blocks_left(&test);
		if (n < 8)
			ck_assert(isnan(left));
		else
			ck_assert(left >= (n < 12) && left <= 12 - n);
	}
}

/* ### words */

TEST_ROWS(the_verdict_is_a_plain_sentence, "rating/sprt.txt",
	  "hypotheses, blocks, the halves of each, boards at most; the verdict")
{
	struct json_writer w = {0};
	struct error err = {0};

	rules.boards_max = (uint64_t)row_int(row, 4);
	begin(row_real(row, 0), row_real(row, 1));
	add_blocks(row->text[3], row_int(row, 2));
	text_clear(&out);
	sprt_show_sentence(&test, "ada", "bob", &out);
	ck_assert_str_eq(text_string(&out), row->text[5]);
	text_clear(&out);
	sprt_show_text(&test, "ada", "bob", &out);
	ck_assert_int_eq(strstr(text_string(&out), "biased outward") != NULL,
			 test.answer == SPRT_H0 || test.answer == SPRT_H1);
	text_clear(&out);
	sprt_show_state(&test, &out);
	ck_assert_msg(strstr(text_string(&out), "LLR ") == out.bytes &&
		      strstr(text_string(&out), " (-2.94, +2.94)") != NULL,
		      "%s", text_string(&out));
	json_open(&w, '{');
	sprt_show_json(&test, "ada", "bob", &w);
	json_close(&w, '}');
	ck_assert_msg(is_json(&w.out, 4, JSON_FLOATS, &err), "%s", err.text);
	text_release(&w.out);
}

/* ### luck-adjusted scores */

static void begin_adjusted(double elo0, double elo1, long beta)
{
	rules.model = SPRT_GAUSSIAN;
	rules.elo0 = elo0;
	rules.elo1 = elo1;
	sprt_begin_adjusted(&test, &rules, beta, 2, 2);
}

/* Adds a match: on each board A won one game of two, with this mean luck in
   thousandths. */
static int add(int boards, const int *luck)
{
	int64_t scores[8], sums[8];

	for (int i = 0; i < boards; i++) {
		scores[i] = BLOCKS_GAME_SCORE;
		/* Half millionths, of two games. */
		sums[i] = (int64_t)luck[i] * 1000 * 2 * 2;
	}
	return sprt_add_match(&test, scores, sums, boards, 0);
}

static void assert_mean(double mean, double se)
{
	double got_mean, got_se;

	sprt_adjusted_mean(&test, &got_mean, &got_se);
	assert_near(got_mean, mean, 1e-9);
	assert_near(got_se, se, 1e-9);
}

/*
 * 30 blocks at 1/2, luck in turn +0.02 and -0.06, beta 1/2: 0.49 and 0.53,
 * mean 0.51, variance 0.0004.
 */
TEST(the_ratio_is_that_of_adjusted_means)
{
	const double off0 = 0.51 - 1 / (1 + pow(10, 10.0 / 400));
	const double off1 = 0.51 - 1 / (1 + pow(10, -10.0 / 400));
	struct json_writer w = {0};

	begin_adjusted(-10, 10, 500000);
	for (int i = 0; i < 30; i++) {
		ck_assert_int_eq(test.answer, SPRT_GOES_ON);
		ck_assert_int_eq(add(1, (int[]){ i % 2 == 0 ? 20 : -60 }),
				 1);
	}
	assert_mean(0.51, sqrt(0.0004 / 29));
	assert_near(test.llr, 15 * log((0.0004 + off0 * off0) /
				       (0.0004 + off1 * off1)), 1e-9);
	/* Not before 30 blocks, then at once. */
	ck_assert_int_eq(test.answer, SPRT_H1);
	ck_assert_int_eq((int)test.tally.blocks, 30);
	ck_assert_int_eq(add(1, (int[]){ 0 }), 0);
	sprt_show_verdict(&test, "ann", "bob", &out);
	assert_shown("ann against bob: 30 blocks of 2 games, score 0.500\n");
	assert_shown("luck taken out, beta 0.50: score 0.5100 +- 0.0073; the "
		     "test is about this score\n");
	json_open(&w, '{');
	sprt_show_json(&test, "ann", "bob", &w);
	json_close(&w, '}');
	text_add(&out, text_string(&w.out));
	assert_shown("\"model\":\"gaussian\"");
	assert_shown("\"adjusted\":{\"beta\":0.500000,\"score\":0.510000,"
		     "\"se\":0.003714}");
	text_release(&w.out);
}

/* Equal bots under an exact measure: nothing is left but rounding. */
TEST(equal_scores_decide)
{
	begin_adjusted(0, 5, 1000000);
	for (int i = 0; i < 30; i++)
		add(1, (int[]){ 0 });
	ck_assert_int_eq(test.answer, SPRT_H0);
	ck_assert(isfinite(test.llr));
}
