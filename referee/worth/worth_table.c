/*
 * worth_table.c - the worth of positions for two by the exact table.
 *
 * The expectation of a roll is the worth of the position before it.  This holds
 * if the rules of the table are those of the game, which duel_fits checks; the
 * table only ignores the limit of turns.
 */
#include <stdlib.h>

#include "games/race.h"
#include "worth/duel.h"
#include "worth/worth.h"

struct table_worth {
	const struct duel *duel;        /* borrowed */
	struct duel_turn turn;
};

static void table_value(const struct worth *worth, const void *state,
			double *f)
{
	struct table_worth *t = worth->data;

	f[0] = duel_chance(t->duel, &t->turn, state, 0);
	f[1] = 1 - f[0];
}

/* If the turns are used up, the roll may end the game. */
static void table_expect(const struct worth *worth, const void *state,
			 double *f)
{
	const struct race *race = state;
	const bool throwing = race->turns[race->seat] == 0;

	if (!throwing && race->turns[1 - race->seat] == race->max_turns)
		worth_expect_all(worth, state, f);
	else
		table_value(worth, state, f);
}

static int table_open(struct worth *worth, struct error *err)
{
	struct table_worth *t;

	if (worth->seats != 2)
		return error_set(err, "a table of %s is for 2 seats, not %d",
				 worth->game->name, worth->seats);
	if (!duel_fits(worth->duel, worth->game, worth->rule))
		return error_set(err, "the table is of another game or of "
				 "other rules than %s as it is played here",
				 worth->game->name);
	t = memory_new(1, sizeof *t);
	t->duel = worth->duel;
	worth->data = t;
	return 0;
}

static void table_release(struct worth *worth)
{
	struct table_worth *t = worth->data;

	duel_turn_release(&t->turn);
	free(t);
}

const struct worth_kind worth_table = {
	.exact = true,
	.open = table_open,
	.value = table_value,
	.decide = table_value,
	.expect = table_expect,
	.release = table_release,
};
