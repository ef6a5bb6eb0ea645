/*
 * one_game.h - starts a game for the tests of it, and compares text.
 */
#ifndef SUPPORT_ONE_GAME_H
#define SUPPORT_ONE_GAME_H

#include <check.h>

#include "games/games.h"
#include "games/rules.h"
#include "random.h"

/* How many games there are. */
static inline int games_listed(void)
{
	int count = 0;

	while (games_list[count] != NULL)
		count++;
	return count;
}

/* The rules of a game with these options. */
static inline void game_rules(const struct game *game, const char *options,
			      int *rule)
{
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_msg(rules_set_text(game, options, rule, &err) == 0, "%s",
		      err.text);
}

/* The state at the start of a game; the caller frees it. */
static inline void *start_game(const struct game *game, int seats,
			       const char *options)
{
	void *state = memory_new(1, game->state_size);
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	game_rules(game, options, rule);
	ck_assert_msg(game->init(state, seats, rule, &err) == 0, "%s",
		      err.text);
	return state;
}

/* Plays a game to its end. */
static inline void random_game(const struct game *game, void *state,
			       struct random *random)
{
	int move[GAME_LEGAL_MAX], value[GAME_DICE_MAX], turn;

	while ((turn = game->turn(state)) != GAME_OVER) {
		struct draw due = {0};

		if (turn == GAME_CHANCE)
			due = game->due(state);
		for (int i = 0; i < due.dice; i++)
			value[i] = 1 + random_below(random, due.sides);
		if (turn == GAME_CHANCE)
			game->land(state, value);
		else
			game->apply(state, move[random_below(random,
				game->legal(state, move))]);
	}
}

/* Compares `found`, and releases it; in `expected` a ' means a ".  `name`
   begins the message of a failure. */
static inline void check_text(struct text *found, const char *expected,
			      const char *name)
{
	struct text whole = {0};

	for (; *expected != '\0'; expected++)
		text_byte(&whole, *expected == '\'' ? '"' : *expected);
	ck_assert_msg(strcmp(text_string(found), text_string(&whole)) == 0,
		      "%s:\n%s\nexpected\n%s", name, text_string(found),
		      text_string(&whole));
	text_release(&whole);
	text_release(found);
}

#endif
