/*
 * solve_check.c - checks whether a game can be solved.
 */
#include "games/games.h"
#include "games/rules.h"
#include "worth/solve.h"

int solve_check(const struct game *game, const int *rule, struct error *err)
{
	int turns = rules_value(game, rule, "max_turns");
	int unit, most;

	if (!turns_known(game))
		return error_set(err, "there is no exact solution of %s: "
				 "expected bolo7, bolo5 or pig", game->name);
	unit = game == &pig ? 1 : 50;
	most = DUEL_TARGET_MAX * unit;
	if (rules_value(game, rule, "target") > most)
		return error_set(err, "target=%d is too large to be solved: "
				 "expected at most %d",
				 rules_value(game, rule, "target"), most);
	if (turns < DUEL_TURNS_MIN)
		return error_set(err, "max_turns=%d is too small to be "
				 "ignored, as the solution does: expected %d "
				 "or more", turns, DUEL_TURNS_MIN);
	return 0;
}
