/*
 * seat_worth_test.c - what a seat is worth in random play, as the pages of the
 * games say.
 */
#include <math.h>
#include <stdlib.h>

#include "games/game.h"
#include "games/rules.h"
#include "tests/support/one_game.h"
#include "tests/unit/unit.h"

enum { GAMES = 6000 };

static const struct {
	const struct game *game;
	int seats;
	double share[4];
} rows[] = {
	{ &rolit, 2, { 0.41, 0.59 } },
	{ &rolit, 3, { 0.40, 0.50, 0.60 } },
	{ &rolit, 4, { 0.38, 0.46, 0.55, 0.61 } },
	{ &blackpot, 2, { 0.45, 0.55 } },
	{ &blackpot, 4, { 0.495, 0.505, 0.495, 0.505 } },
	{ &vollelotte, 2, { 0.511, 0.489 } },
};

TEST_EACH(a_seat_is_worth_what_the_page_says, sizeof rows / sizeof *rows)
{
	const struct game *game = rows[_i].game;
	int seats = rows[_i].seats, rule[GAME_RULES_MAX];
	struct random random = { 5 };
	double share[4] = {0};

	rules_defaults(game, rule);
	for (int g = 0; g < GAMES; g++) {
		int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
		int points[GAME_SEATS_MAX];
		void *state = start_game(game, seats, "");

		random_game(game, state, &random);
		game->score(state, scores, ranks);
		game_points(game->result(seats, rule), seats, ranks, points);
		for (int s = 0; s < seats; s++)
			share[s] += (double)points[s] / GAME_POINTS / GAMES;
		free(state);
	}
	/* Three standard errors, the same on every machine. */
	for (int s = 0; s < seats; s++)
		ck_assert_msg(fabs(share[s] - rows[_i].share[s]) <
			      1.5 / sqrt(GAMES), "%s of %d, seat %d: %.4f",
			      game->name, seats, s, share[s]);
}
