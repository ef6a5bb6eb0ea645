/*
 * one_game.h - what the tests of a single game begin and end with.
 */
#ifndef SUPPORT_ONE_GAME_H
#define SUPPORT_ONE_GAME_H

#include <check.h>

#include "games/games.h"
#include "games/rules.h"

/* The state of a game that begins; the caller frees it. */
static inline void *start_game(const struct game *game, int seats,
			       const char *options)
{
	void *state = memory_new(1, game->state_size);
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_msg(rules_set_text(game, options, rule, &err) == 0 &&
		      game->init(state, seats, rule, &err) == 0, "%s",
		      err.text);
	return state;
}

/* What was found, and is released here, is as expected; there a ' stands for
   each ".  The name begins what a failure says. */
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
