/*
 * games_full_test.c - games_test.c with more and longer random games.
 *
 * tier: full
 */
#include <limits.h>

#include "tests/support/one_game.h"
#include "tests/support/position.h"
#include "tests/unit/unit.h"

TEST_EACH(every_game_keeps_its_promises_with_every_rule_at_its_ends,
	  games_listed())
{
	play_all_corners(games_list[_i], 1, 4000);
}

TEST_EACH(rules_go_together_or_are_refused_with_a_reason, games_listed())
{
	play_mixes(games_list[_i], 20, INT_MAX, 4000);
}
