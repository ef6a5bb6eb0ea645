/*
 * sequential_elo_test.c - the live number moves as it should, for any table.
 */
#include "tests/support/rating_vectors.h"
#include "tests/support/rows.h"
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

/* Every entrant starts at 1500 with K = 20. */
TEST_ROWS(a_game_moves_all_seats_at_once, "rating/games.txt",
	  "why, result, who has the seats, their ranks, by how much they move")
{
	double elo[4] = { START, START, START, START };
	double seated[4], ranks[4], moved[4] = {0};
	int seats = row_list(row, 2, seated, 4), who[4];
	unsigned char rank[4];

	row_list(row, 3, ranks, 4);
	row_list(row, 4, moved, 4);
	for (int s = 0; s < seats; s++) {
		who[s] = (int)seated[s];
		rank[s] = (unsigned char)ranks[s];
	}
	sequential_elo_add(elo, (enum result)row_word(row, 1,
			   game_result_words), seats, who, rank,
			   SEQUENTIAL_ELO_K);
	for (int i = 0; i < 4; i++)
		assert_near(elo[i], START + moved[i], 1e-9);
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
