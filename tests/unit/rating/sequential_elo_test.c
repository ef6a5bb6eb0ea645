/*
 * sequential_elo_test.c - the live number moves as it should, for any table.
 */
#include "tests/unit/unit.h"
#include "tests/support/rating_vectors.h"
#include "tournaments/rating/sequential_elo.h"

#define START SEQUENTIAL_ELO_START

TEST(two_seats_follow_the_vector)
{
	const cJSON *duels = rating_vector("live_elo", "16_elo_sequential");
	const cJSON *after = json_get(duels, "expect")->child->child, *game;
	double elo[3] = { START, START, START };

	cJSON_ArrayForEach(game, json_get(json_get(duels, "input"), "games")) {
		int who[2] = { game->child->valuestring[0] - 'A',
			game->child->next->valuestring[0] - 'A' };
		double made = number_at(game, 2);
		unsigned char rank[2] = { made == 0 ? 2 : 1,
			made == 1 ? 2 : 1 };

		sequential_elo_add(elo, RESULT_RANKING, 2, who, rank,
				   SEQUENTIAL_ELO_K);
		for (int i = 0; i < 3; i++)
			assert_near(elo[i], json_get(after, (const char *[]){
				"A", "B", "C" }[i])->valuedouble, 1e-9);
		after = after->next;
	}
	ck_assert_ptr_null(after);
}

TEST(many_seats_follow_the_vector)
{
	const cJSON *all = rating_vector("live_elo", "17_elo_multiplayer");
	const cJSON *input = json_get(all, "input");
	unsigned char rank[4];
	double elo[4];

	for (int i = 0; i < 4; i++) {
		elo[i] = number_at(json_get(input, "R"), i);
		rank[i] = (unsigned char)number_at(json_get(input, "rank"), i);
	}
	sequential_elo_add(elo, RESULT_RANKING, 4, (int[]){ 0, 1, 2, 3 }, rank,
			   json_get(input, "K")->valuedouble);
	for (int i = 0; i < 4; i++)
		assert_near(elo[i], number_at(json_get(json_get(all, "expect"),
						       "R"), i), 1e-9);
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
	double elo[4] = { START, START, START, START };

	sequential_elo_add(elo, games[_i].result, games[_i].seats,
			   games[_i].who, games[_i].rank, SEQUENTIAL_ELO_K);
	for (int i = 0; i < 4; i++)
		ck_assert_msg(fabs(elo[i] - START - games[_i].moved[i]) < 1e-9,
			      "%s: %d moved by %g", games[_i].name, i,
			      elo[i] - START);
}

TEST(a_team_is_the_sum_of_its_members)
{
	const double moved = 20 * (1 - 1 / (1 + pow(10, -0.5)));
	double elo[4] = { 1600, 1500, 1600, 1500 };

	sequential_elo_add(elo, RESULT_TEAMS, 4, (int[]){ 0, 1, 2, 3 },
			   (unsigned char[]){ 1, 2, 1, 2 }, SEQUENTIAL_ELO_K);
	assert_near(elo[0], 1600 + moved, 1e-12);
	assert_near(elo[3], 1500 - moved, 1e-12);
}
