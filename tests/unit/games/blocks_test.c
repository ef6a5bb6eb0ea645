/*
 * blocks_test.c - blocks of two entrants: their scores and statistics.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/vectors.h"
#include "tournaments/report/sprt_show.h"

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

static void near(const char *what, double got, const cJSON *expect,
		 double tolerance)
{
	double want;

	ck_assert_ptr_nonnull(json_get(expect, what));
	want = json_get(expect, what)->valuedouble;
	ck_assert_msg(fabs(got - want) <= tolerance * fmax(1, fabs(want)),
		      "%s: %.17g, expected %.17g", what, got, want);
}

static const cJSON *vector(const cJSON *file, const char *id)
{
	const cJSON *found;

	cJSON_ArrayForEach(found, vectors_group(file, "match_stats"))
		if (strcmp(json_get(found, "id")->valuestring, id) == 0)
			return found;
	ck_abort_msg("no vector %s", id);
	return NULL;
}

static void check_pairs(const cJSON *expect, const long *counts)
{
	struct blocks_stats stats;

	fill(2, counts);
	blocks_stats_make(&tally, &stats);
	near("pairs", (double)stats.blocks, expect, 0);
	near("score", stats.mean, expect, 1e-9);
	near("var_pair", stats.variance, expect, 1e-9);
	near("elo", stats.elo, expect, 1e-9);
	near("elo95", stats.error, expect, 1e-9);
	near("nelo", stats.nelo, expect, 1e-9);
	near("nelo95", stats.nelo_error, expect, 1e-9);
	near("los", stats.los, expect, 1e-9);
	blocks_tally_release(&tally);
}

TEST(statistics_are_those_of_the_vectors)
{
	static const long small[] = { 12, 40, 60, 55, 20 };
	static const long single[] = { 20, 30, 40 };
	cJSON *file = vectors_load("ratings.json");
	const cJSON *pairs = vector(file, "22_pentanomial_stats");
	const cJSON *counts = json_get(json_get(pairs, "input"), "counts");
	struct blocks_stats stats;
	const cJSON *expect;
	long big[5];

	for (int i = 0; i < 5; i++)
		big[i] = cJSON_GetArrayItem(counts, i)->valueint;
	check_pairs(json_get(json_get(pairs, "expect"), "big"), big);
	check_pairs(json_get(json_get(pairs, "expect"), "small"), small);
	expect = json_get(vector(file, "23_trinomial_los"), "expect");
	fill(1, single);
	blocks_stats_make(&tally, &stats);
	near("elo", stats.elo, expect, 1e-9);
	near("elo95", stats.error, expect, 1e-9);
	near("los_variance", stats.los, expect, 1e-9);
	blocks_tally_release(&tally);
	cJSON_Delete(file);
}

/* A block: its entrants, by letter, and the ranks of each game. */
static const struct {
	const char *name;
	enum result result;
	const char *entrants;
	int games;
	const char *ranks;
	double score;           /* summed over the games; -1: one is absent */
} scores[] = {
	{ "one each", RESULT_RANKING, "ab", 2, "12" "21", 1 },
	{ "both won", RESULT_RANKING, "ba", 2, "21" "31", 2 },
	{ "won and drawn", RESULT_RANKING, "ab", 2, "12" "11", 1.5 },
	{ "others do not matter", RESULT_RANKING, "cabd", 1, "1342", 1 },
	{ "two seats each", RESULT_RANKING, "aabb", 1, "1423", 0.5 },
	{ "two seats each, one tie", RESULT_RANKING, "aabb", 1, "1213", 0.625 },
	{ "three seats against two", RESULT_RANKING, "aaabb", 1, "12345", 1 },
	{ "a sixth", RESULT_RANKING, "aaabb", 1, "24513", 1 / 6.0 },
	{ "the win shared", RESULT_WINNER, "aabb", 1, "1211", 1 / 3.0 },
	{ "other places do not count", RESULT_WINNER, "aab", 1, "312", 1 },
	{ "somebody else won", RESULT_WINNER, "abc", 2, "231" "321", 1 },
	{ "teams", RESULT_TEAMS, "abab", 1, "1212", 1 },
	{ "as good as the worse member", RESULT_TEAMS, "abab", 1, "1243", 0 },
	{ "in both teams", RESULT_TEAMS, "aabb", 1, "1212", 0.5 },
	{ "b does not play", RESULT_RANKING, "ac", 1, "12", -1 },
	{ "a does not play", RESULT_RANKING, "cb", 1, "12", -1 },
};

enum { SCORES = sizeof scores / sizeof *scores };

TEST_EACH(a_block_is_scored_by_who_is_ahead, SCORES)
{
	int seats = (int)strlen(scores[_i].entrants);
	unsigned char rank[2 * GAME_SEATS_MAX];
	int entrant[GAME_SEATS_MAX];
	int64_t got;

	for (int i = 0; i < seats; i++)
		entrant[i] = scores[_i].entrants[i];
	for (int i = 0; scores[_i].ranks[i] != '\0'; i++)
		rank[i] = (unsigned char)(scores[_i].ranks[i] - '0');
	got = blocks_score(scores[_i].result, seats, entrant, rank,
			   scores[_i].games, 'a', 'b');
	if (scores[_i].score < 0)
		ck_assert_int_eq(got, -1);
	else
		ck_assert_msg(
			got == llround(scores[_i].score * BLOCKS_GAME_SCORE),
			"%s: got %lld", scores[_i].name, (long long)got);
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
			sum = blocks_score(RESULT_RANKING, a + b, entrant,
					   rank, 1, 0, 1) +
				blocks_score(RESULT_RANKING, a + b, entrant,
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

static const struct {
	int games;
	long counts[5];
	bool stopped;
	const char *text;
} texts[] = {
	{ 2, { 12, 40, 60, 55, 20 }, false,
	  "ada against bob: 187 blocks of 2 games, score 0.541\n"
	  "Elo +28.9 +- 27.1 (95%: +1.9 to +56.2), nElo +37.7 +- 35.2, LOS 0.982\n"
	  "block scores: LL 12, LD 40, LW+DD 60, DW 55, WW 20\n" },
	{ 2, { 0, 0, 0, 0, 10 }, false,
	  "ada against bob: 10 blocks of 2 games, score 1.000\n"
	  "Elo >= +182.7: every block was won\n"
	  "block scores: LL 0, LD 0, LW+DD 0, DW 0, WW 10\n" },
	{ 2, { 10, 0, 0, 0, 0 }, false,
	  "ada against bob: 10 blocks of 2 games, score 0.000\n"
	  "Elo <= -182.7: every block was lost\n"
	  "block scores: LL 10, LD 0, LW+DD 0, DW 0, WW 0\n" },
	{ 2, { 0, 0, 7, 0, 0 }, true,
	  "ada against bob: 7 blocks of 2 games, score 0.500\n"
	  "Elo +0.0, no interval: every block had the same score\n"
	  "stopped by the test, estimate biased outward\n"
	  "block scores: LL 0, LD 0, LW+DD 7, DW 0, WW 0\n" },
	{ 2, { 0, 0, 0, 1, 0 }, false,
	  "ada against bob: 1 block of 2 games, score 0.750\n"
	  "Elo +190.8, no interval: every block had the same score\n"
	  "block scores: LL 0, LD 0, LW+DD 0, DW 1, WW 0\n" },
	{ 1, { 0, 1, 1 }, false,
	  "ada against bob: 2 blocks of 1 game, score 0.750\n"
	  "Elo +190.8 +- inf (95%: -67.9 to inf), nElo +347.4 +- 481.5, LOS 0.921\n"
	  "one game a block: no shared dice, every game counts as independent\n"
	  "block scores: L 0, D 1, W 1\n" },
	{ 2, { 0 }, false, "ada against bob: 0 blocks of 2 games\n" },
};

enum { TEXTS = sizeof texts / sizeof *texts };

TEST_EACH(the_words_do_not_say_more_than_is_known, TEXTS)
{
	struct json_writer w = {0};
	struct error err = {0};
	struct text out = {0};

	fill(texts[_i].games, texts[_i].counts);
	sprt_show_blocks_text(&tally, "ada", "bob", texts[_i].stopped, &out);
	ck_assert_str_eq(text_string(&out), texts[_i].text);
	json_open(&w, '{');
	sprt_show_blocks_json(&tally, &w);
	json_close(&w, '}');
	ck_assert_msg(json_scan(w.out.bytes, w.out.length, 4, JSON_FLOATS,
				&err) == 0, "%s", err.text);
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
