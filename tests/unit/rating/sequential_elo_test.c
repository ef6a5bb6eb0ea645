/*
 * sequential_elo_test.c - the live number moves as it should, for any table.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/vectors.h"
#include "tournaments/rating/sequential_elo.h"

static void near(double got, double want)
{
	ck_assert_msg(fabs(got - want) <= 1e-9 * fmax(1, fabs(want)),
		      "%.17g, expected %.17g", got, want);
}

static const cJSON *vector(const cJSON *file, const char *id)
{
	const cJSON *found;

	cJSON_ArrayForEach(found, vectors_group(file, "live_elo"))
		if (strcmp(json_get(found, "id")->valuestring, id) == 0)
			return found;
	ck_abort_msg("no vector %s", id);
	return NULL;
}

TEST(two_seats_follow_the_vector)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *duels = vector(file, "16_elo_sequential"), *game;
	const cJSON *after = json_get(duels, "expect")->child->child;
	double elo[3] = { SEQUENTIAL_ELO_START, SEQUENTIAL_ELO_START,
			  SEQUENTIAL_ELO_START };

	cJSON_ArrayForEach(game, json_get(json_get(duels, "input"), "games")) {
		int who[2] = { game->child->valuestring[0] - 'A',
			game->child->next->valuestring[0] - 'A' };
		double made = game->child->next->next->valuedouble;
		unsigned char rank[2] = { made == 0 ? 2 : 1,
			made == 1 ? 2 : 1 };

		sequential_elo_add(elo, RESULT_RANKING, 2, who, rank,
				   SEQUENTIAL_ELO_K);
		near(elo[0], json_get(after, "A")->valuedouble);
		near(elo[1], json_get(after, "B")->valuedouble);
		near(elo[2], json_get(after, "C")->valuedouble);
		after = after->next;
	}
	ck_assert_ptr_null(after);
	cJSON_Delete(file);
}

TEST(many_seats_follow_the_vector)
{
	cJSON *file = vectors_load("ratings.json");
	const cJSON *table = vector(file, "17_elo_multiplayer");
	const cJSON *input = json_get(table, "input");
	const cJSON *after = json_get(json_get(table, "expect"), "R");
	int who[4] = { 0, 1, 2, 3 };
	unsigned char rank[4];
	double elo[4];

	for (int i = 0; i < 4; i++) {
		elo[i] = cJSON_GetArrayItem(json_get(input, "R"), i)
			->valuedouble;
		rank[i] = (unsigned char)cJSON_GetArrayItem(
			json_get(input, "rank"), i)->valueint;
	}
	sequential_elo_add(elo, RESULT_RANKING, 4, who, rank,
			   json_get(input, "K")->valuedouble);
	for (int i = 0; i < 4; i++)
		near(elo[i], cJSON_GetArrayItem(after, i)->valuedouble);
	cJSON_Delete(file);
}

/* Every entrant starts at 1500 with K = 20, and moves by so many points. */
static const struct {
	const char *name;
	enum result result;
	int seats, who[4];
	unsigned char rank[4];
	double moved[4];        /* by entrant */
} games[] = {
	{ "losers are not compared", RESULT_WINNER, 4, { 0, 1, 2, 3 },
	  { 2, 1, 3, 4 }, { -10 / 3.0, 10, -10 / 3.0, -10 / 3.0 } },
	{ "two winners", RESULT_WINNER, 3, { 0, 1, 2 },
	  { 1, 1, 3 }, { 5, 5, -10 } },
	{ "teams", RESULT_TEAMS, 4, { 0, 1, 2, 3 },
	  { 1, 2, 1, 2 }, { 10, -10, 10, -10 } },
	{ "the worse member counts", RESULT_TEAMS, 4, { 0, 1, 2, 3 },
	  { 1, 2, 4, 2 }, { -10, 10, -10, 10 } },
	{ "level teams", RESULT_TEAMS, 4, { 0, 1, 2, 3 },
	  { 1, 2, 2, 1 }, { 0, 0, 0, 0 } },
	{ "one in two seats", RESULT_RANKING, 3, { 0, 0, 1 },
	  { 1, 3, 2 }, { 0, 0 } },
	{ "one in both winning seats", RESULT_RANKING, 3, { 0, 0, 1 },
	  { 1, 1, 2 }, { 10, -10 } },
};

enum { GAMES = sizeof games / sizeof *games };

TEST_EACH(a_game_moves_all_seats_at_once, GAMES)
{
	double elo[4] = { SEQUENTIAL_ELO_START, SEQUENTIAL_ELO_START,
			  SEQUENTIAL_ELO_START, SEQUENTIAL_ELO_START };

	sequential_elo_add(elo, games[_i].result, games[_i].seats,
			   games[_i].who, games[_i].rank, SEQUENTIAL_ELO_K);
	for (int i = 0; i < 4; i++)
		ck_assert_msg(fabs(elo[i] - SEQUENTIAL_ELO_START -
				   games[_i].moved[i]) < 1e-9,
			      "%s: %d moved by %g", games[_i].name, i,
			      elo[i] - SEQUENTIAL_ELO_START);
}

TEST(a_team_is_the_sum_of_its_members)
{
	double elo[4] = { 1600, 1500, 1600, 1500 };
	int who[4] = { 0, 1, 2, 3 };
	unsigned char rank[4] = { 1, 2, 1, 2 };

	sequential_elo_add(elo, RESULT_TEAMS, 4, who, rank, SEQUENTIAL_ELO_K);
	near(elo[0], 1600 + 20 * (1 - 1 / (1 + pow(10, -0.5))));
	near(elo[3], 1500 - 20 * (1 - 1 / (1 + pow(10, -0.5))));
}
