/*
 * solve_end.c - checks whether a game can be solved, and solves its end, after
 * the target has been reached.
 */
#include "worth/solve.h"

#include <math.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"

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

/* Fills chance[distance], where a bank that leads by `lead` is worth
   ahead(duel, lead) and one that stays behind is worth 0.  Returns the largest
   change. */
static double solve_distances(const struct duel *d,
			      double (*ahead)(const struct duel *, int),
			      double *chance)
{
	int level = d->reach - 1, rows = level + d->tail;
	const int all = rows + d->turns->most;
	AUTOFREE double *stop = duel_numbers(all);
	AUTOFREE double *value = duel_numbers(all * d->turns->width);
	double change = 0;

	for (int t = level; t < all; t++)
		stop[t] = ahead(d, t - level);
	turns_values(d->turns, stop, rows, 0, value);
	for (int e = 0; e < d->reach; e++) {
		double new = value[(level - e) * d->turns->width + TURNS_FRESH];

		change = fmax(change, fabs(new - chance[e]));
		chance[e] = new;
	}
	return change;
}

static double ahead_or_level(const struct duel *d, int lead)
{
	(void)d;
	(void)lead;
	return 1;
}

void solve_rest(struct duel *duel)
{
	if (duel->bank != NULL)
		solve_distances(duel, ahead_or_level, duel->bank);
}

/* The chances of a sudden death depend on themselves, so they are iterated. */
static void solve_ends(struct duel *d)
{
	if (d->last == NULL)
		return;
	while (d->sudden != NULL &&
	       solve_distances(d, duel_ahead_sudden, d->sudden) > 1e-13)
		;
	solve_distances(d, duel_ahead_last, d->last);
	solve_rest(d);
}

struct duel *solve_end(const struct game *game, const int *rule)
{
	struct duel *duel = duel_new(game, rule);

	solve_ends(duel);
	return duel;
}
