/*
 * pig_test.c - the rules of Pig.
 */
#include <stdlib.h>

#include "games/games.h"
#include "tests/unit/unit.h"
#include "tests/support/one_game.h"

enum { ROLL, BANK };

/* Digits are rolls; r and b are decisions of the seat on turn. */
static void play(void *state, const char *steps)
{
	for (; *steps != '\0'; steps++) {
		bool decision = *steps == 'r' || *steps == 'b';

		ck_assert((pig.turn(state) >= 0) == decision);
		if (decision)
			pig.apply(state, *steps == 'r' ? ROLL : BANK);
		else
			pig.land(state, (int[]){ *steps - '0' });
	}
}

static const struct {
	const char *name, *options, *steps, *view;
} games_played[] = {
	{ "a roll adds to the total", "", "6r5", "{\"seat\":0,\"scores\":[0,0],\"turns\":[1,0],\"out\":[],\"total\":11,\"roll\":[5]}" },
	{ "a one ends the turn", "", "6r1", "{\"seat\":1,\"scores\":[0,0],\"turns\":[1,1],\"out\":[],\"total\":0,\"roll\":[]}" },
	{ "a bank is safe", "", "6b4r1", "{\"seat\":0,\"scores\":[6,0],\"turns\":[2,1],\"out\":[],\"total\":0,\"roll\":[]}" },
	{ "one point short of the target", "target=10", "6r3b", "{\"seat\":1,\"scores\":[9,0],\"turns\":[1,1],\"out\":[],\"total\":0,\"roll\":[]}" },
};

enum { GAMES_PLAYED = sizeof games_played / sizeof *games_played };

TEST_EACH(a_game_goes_as_its_name_says, GAMES_PLAYED)
{
	void *state = start_game(&pig, 2, games_played[_i].options);
	struct json_writer w = {0};

	play(state, games_played[_i].steps);
	pig.view(state, GAME_EVERYONE, &w);
	ck_assert_msg(strcmp(text_string(&w.out), games_played[_i].view) == 0,
		      "%s: %s", games_played[_i].name, text_string(&w.out));
	text_release(&w.out);
	free(state);
}

TEST(exactly_the_target_wins_at_once)
{
	void *state = start_game(&pig, 3, "target=10,ranking=score");
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];

	play(state, "2b3b6r4b");
	ck_assert_int_eq(pig.turn(state), GAME_OVER);
	ck_assert_int_eq(pig.score(state, scores, ranks), END_NORMAL);
	ck_assert_int_eq(ranks[0], 3);
	ck_assert_int_eq(ranks[1], 2);
	ck_assert_int_eq(ranks[2], 1);
	free(state);
}

TEST(who_goes_out_leaves_the_turn_of_others_alone)
{
	void *state = start_game(&pig, 3, "");

	play(state, "6r5");
	pig.out(state, 1);
	ck_assert_int_eq(pig.turn(state), 0);
	play(state, "b");
	ck_assert_int_eq(pig.due(state).stream, 3);
	free(state);
}
