/*
 * game_points_test.c - what a game and a match are worth, to the last fraction.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/vectors.h"
#include "tournaments/format/contest.h"

static enum result result_of(const char *word)
{
	if (strcmp(word, "ranking") == 0)
		return RESULT_RANKING;
	return strcmp(word, "winner") == 0 ? RESULT_WINNER : RESULT_TEAMS;
}

static void check_game(const cJSON *game, const cJSON *expect)
{
	const cJSON *ranks = json_get(game, "ranks");
	int seats = cJSON_GetArraySize(ranks);
	int rank[GAME_SEATS_MAX], points[GAME_SEATS_MAX];

	for (int i = 0; i < seats; i++)
		rank[i] = cJSON_GetArrayItem(ranks, i)->valueint;
	game_points(result_of(json_get(game, "result")->valuestring),
		    seats, rank, points);
	for (int i = 0; i < seats; i++)
		ck_assert_msg(points[i] ==
			      cJSON_GetArrayItem(expect, i)->valueint,
			      "%s: seat %d got %d", cJSON_PrintUnformatted(game),
			      i, points[i]);
}

TEST(games_are_worth_what_the_vectors_say)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *vector;
	int games = 0;

	cJSON_ArrayForEach(vector, vectors_group(file, "points")) {
		const cJSON *expect = json_get(vector, "expect")->child;
		const cJSON *game;

		cJSON_ArrayForEach(game, json_get(vector, "input")) {
			check_game(game, expect);
			expect = expect->next;
			games++;
		}
		ck_assert_ptr_null(expect);
	}
	ck_assert_int_gt(games, 0);
	cJSON_Delete(file);
}

static int sum_of(enum result result, int seats, const int *rank)
{
	int points[GAME_SEATS_MAX], sum = 0;

	game_points(result, seats, rank, points);
	for (int i = 0; i < seats; i++)
		sum += points[i];
	return sum;
}

TEST(nothing_is_lost_in_rounding_at_any_table)
{
	int rank[GAME_SEATS_MAX] = {0};

	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		for (int winners = 1; winners <= seats; winners++) {
			for (int i = 0; i < seats; i++)
				rank[i] = i < winners ? 1 : 1 + i;
			ck_assert_int_eq(sum_of(RESULT_RANKING, seats, rank),
					 seats * GAME_POINTS / 2);
			ck_assert_int_eq(sum_of(RESULT_WINNER, seats, rank),
					 GAME_POINTS);
		}
	}
}

static const struct {
	int seats;
	int64_t made[4];
	int worth[4];
} matches[] = {
	{ 1, { 0 }, { 5040 } },
	{ 2, { 1, 0 }, { 5040, 0 } },
	{ 2, { 7, 7 }, { 2520, 2520 } },
	{ 2, { 0, 0 }, { 2520, 2520 } },
	{ 4, { 3, 9, 9, 1 }, { 0, 2520, 2520, 0 } },
	{ 4, { 9, 9, 9, 1 }, { 1680, 1680, 1680, 0 } },
	{ 4, { 2, 4, 8, 8000000000 }, { 0, 0, 0, 5040 } },
};

enum { MATCHES = sizeof matches / sizeof *matches };

TEST_EACH(the_most_game_points_share_the_match_point, MATCHES)
{
	struct fixture fixture = { .seats = matches[_i].seats };
	int64_t made[4];
	int points[GAME_SEATS_MAX];

	memcpy(made, matches[_i].made, sizeof matches[_i].made);
	fixture.points = made;
	fixture_points(&fixture, points);
	for (int i = 0; i < fixture.seats; i++)
		ck_assert_int_eq(points[i], matches[_i].worth[i]);
}
