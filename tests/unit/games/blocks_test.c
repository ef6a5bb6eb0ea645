/*
 * blocks_test.c - blocks of two entrants: their scores and statistics.
 */
#include <math.h>

#include "tests/support/json.h"
#include "tests/support/rating_vectors.h"
#include "tests/support/rows.h"
#include "tournaments/report/sprt_show.h"

#define FILE_NAME "games/blocks.txt"

static struct blocks_tally tally;

/* Blocks of `games` games between two: a count of each score, from 0 up. */
static void fill(int games, const long *counts)
{
	blocks_tally_begin(&tally, games, 2);
	for (int i = 0; i <= 2 * games; i++)
		for (long n = 0; n < counts[i]; n++)
			blocks_tally_add(&tally,
					 (int64_t)i * BLOCKS_GAME_SCORE / 2);
}

/* `what` of the vectors. */
static void near(const char *what, double got, const cJSON *expect)
{
	ck_assert_ptr_nonnull(json_get(expect, what));
	assert_near(got, json_get(expect, what)->valuedouble, 1e-9);
}

static void check_pairs(const cJSON *expect, const long *counts)
{
	struct blocks_stats stats;

	fill(2, counts);
	blocks_stats_make(&tally, &stats);
	near("pairs", (double)stats.blocks, expect);
	near("score", stats.mean, expect);
	near("var_pair", stats.variance, expect);
	near("elo", stats.elo, expect);
	near("elo95", stats.error, expect);
	near("nelo", stats.nelo, expect);
	near("nelo95", stats.nelo_error, expect);
	near("los", stats.los, expect);
	blocks_tally_release(&tally);
}

TEST(statistics_are_those_of_the_vectors)
{
	static const long small[] = { 12, 40, 60, 55, 20 };
	static const long single[] = { 20, 30, 40 };
	const cJSON *pairs = rating_vector("match_stats",
					   "22_pentanomial_stats");
	const cJSON *counts = json_get(json_get(pairs, "input"), "counts");
	struct blocks_stats stats;
	const cJSON *expect;
	long big[5];

	for (int i = 0; i < 5; i++)
		big[i] = cJSON_GetArrayItem(counts, i)->valueint;
	check_pairs(json_get(json_get(pairs, "expect"), "big"), big);
	check_pairs(json_get(json_get(pairs, "expect"), "small"), small);
	expect = json_get(rating_vector("match_stats", "23_trinomial_los"),
			  "expect");
	fill(1, single);
	blocks_stats_make(&tally, &stats);
	near("elo", stats.elo, expect);
	near("elo95", stats.error, expect);
	near("los_variance", stats.los, expect);
	blocks_tally_release(&tally);
}

TEST_ROWS(a_block_is_scored_by_who_is_ahead, FILE_NAME, "scores")
{
	int seats = (int)row->size[1], entrant[GAME_SEATS_MAX];
	double score = row_real(row, 4) / 48;
	unsigned char rank[2 * GAME_SEATS_MAX];

	for (int i = 0; i < seats; i++)
		entrant[i] = row->text[1][i];
	for (int i = 0; row->text[3][i] != '\0'; i++)
		rank[i] = (unsigned char)(row->text[3][i] - '0');
	ck_assert_int_eq(sprt_block_score((enum result)row_word(row, 0,
							    game_result_words),
				      seats, entrant, rank, row_int(row, 2),
				      'a', 'b'),
			 score < 0 ? -1 : llround(score * BLOCKS_GAME_SCORE));
}

TEST(scores_are_exact_at_any_table)
{
	int entrant[GAME_SEATS_MAX];
	unsigned char rank[GAME_SEATS_MAX];

	for (int a = 1; a < GAME_SEATS_MAX; a++) {
		for (int b = 1; a + b <= GAME_SEATS_MAX; b++) {
			int64_t sum;

			for (int i = 0; i < a + b; i++) {
				entrant[i] = i >= a;
				rank[i] = (unsigned char)(1 + i * 7 % 5);
			}
			ck_assert_int_eq(BLOCKS_GAME_SCORE % (2 * a * b), 0);
			sum = sprt_block_score(RESULT_RANKING, a + b, entrant,
					   rank, 1, 0, 1) +
				sprt_block_score(RESULT_RANKING, a + b, entrant,
					     rank, 1, 1, 0);
			ck_assert_int_eq(sum, BLOCKS_GAME_SCORE);
		}
	}
}

TEST(with_many_seats_the_scores_that_come_up_are_counted)
{
	static const int64_t came[] = { 8400, 100800, 8400, 25200 };

	blocks_tally_begin(&tally, 2, 4);
	ck_assert_int_eq(tally.count, 2);
	for (int i = 0; i < 4; i++)
		blocks_tally_add(&tally, came[i]);
	ck_assert_int_eq(tally.count, 4);
	ck_assert_uint_eq(tally.list[0].blocks, 0);
	ck_assert_int_eq(tally.list[1].score, 8400);
	ck_assert_uint_eq(tally.list[1].blocks, 2);
	ck_assert_int_eq(tally.list[2].score, 25200);
	ck_assert_uint_eq(tally.list[3].blocks, 1);
	blocks_tally_release(&tally);
}

TEST_ROWS(the_words_do_not_say_more_than_is_known, FILE_NAME, "words")
{
	struct json_writer w = {0};
	struct error err = {0};
	struct text out = {0};
	long counts[5] = {0};

	sscanf(row->text[1], "%ld %ld %ld %ld %ld", &counts[0], &counts[1],
	       &counts[2], &counts[3], &counts[4]);
	fill(row_int(row, 0), counts);
	sprt_show_blocks_text(&tally, "ada", "bob",
			      row_yes(row, 2), &out);
	ck_assert_str_eq(text_string(&out), row->text[3]);
	json_open(&w, '{');
	sprt_show_blocks_json(&tally, &w);
	json_close(&w, '}');
	ck_assert_msg(is_json(&w.out, 4, JSON_FLOATS, &err), "%s", err.text);
	text_release(&w.out);
	text_release(&out);
	blocks_tally_release(&tally);
}

TEST(json_tells_bounds_and_infinities)
{
	static const long won[] = { 0, 0, 0, 0, 10 }, wide[] = { 0, 1, 1 };
	struct json_writer w = {0};

	fill(2, won);
	sprt_show_blocks_json(&tally, &w);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"\"elo_is\":\"at least\",\"elo_low\":null"));
	blocks_tally_release(&tally);
	json_clear(&w);
	fill(1, wide);
	sprt_show_blocks_json(&tally, &w);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"\"elo_is\":\"equal\",\"elo_low\":-67."));
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
		"\"elo_high\":\"inf\",\"err95\":\"inf\","));
	text_release(&w.out);
	blocks_tally_release(&tally);
}
