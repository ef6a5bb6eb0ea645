/*
 * bolito.c - plays Bolo and Pig for two perfectly, from a table of solutions.
 *
 *	bolito [TABLE..]
 *	bolito --solve [-j N] GAME [RULE=VALUE..] FILE
 *
 * It uses the first table that has the rules of the match.  If there is none,
 * it solves the game before it answers `hello`, provided that takes less than
 * a second; otherwise it plays each turn for the most points, and the end of
 * the game perfectly.  With more than two seats it plays as if against the
 * highest score alone.
 */
#include <stdio.h>
#include <string.h>

#include "../sdk/c/rollcall.h"
#include "bolito_solve.h"
#include "games/game.h"
#include "games/games.h"
#include "games/rules.h"
#include "worth/solve.h"
#include "worth/table_file.h"

/* A busy machine may need ten times as long, and the default of start_ms is
   10 s. */
static const double seconds_most = 1;

/* The bot, and its match: `user` of the library. */
struct bolito {
	char **table;                   /* file names, ended by NULL */
	const struct game *game;        /* NULL: one that it does not know */
	int seats, rule[GAME_RULES_MAX];
	struct duel *duel;
	struct duel_turn turn;
};

static void say(const struct error *err)
{
	fprintf(stderr, "bolito: %s\n", err->text);
}

/* The table in a file, or NULL if it is not for this match. */
static struct duel *table_of(const struct bolito *me, const char *path)
{
	struct error err = {0};
	struct duel *duel = table_file_read(path, &err);

	if (duel == NULL) {
		say(&err);
		return NULL;
	}
	if (duel_fits(duel, me->game, me->rule) ||
	    duel_shift(duel, me->game, me->rule))
		return duel;
	duel_free(duel);
	return NULL;
}

static struct duel *solve_now(const struct bolito *me)
{
	const struct solve_options options = { .threads = 1 };
	struct error err = {0};

	if (solve_check(me->game, me->rule, &err) != 0)
		say(&err);
	else if (solve_seconds(me->game, me->rule) < seconds_most)
		return solve(me->game, me->rule, &options);
	else
		fputs("bolito: to solve this game would take too long here: "
		      "give it a table, made by bolito --solve\n", stderr);
	fputs("bolito: turns before the end are played for the most points\n",
	      stderr);
	return solve_end(me->game, me->rule);
}

/* Prepares for the match that the hello line describes. */
static void begin(const struct rollcall_turn *turn, void *user)
{
	struct bolito *me = user;
	const struct json_at rules = { .name = "rules", .index = -1,
				       .value = turn->hello.rules };
	struct error err = {0};

	me->seats = turn->hello.seats;
	me->game = games_find(turn->hello.game);
	if (me->game == NULL || !turns_known(me->game)) {
		me->game = NULL;
		fputs("bolito: plays bolo7, bolo5 and pig; here it makes the "
		      "first legal move\n", stderr);
		return;
	}
	rules_defaults(me->game, me->rule);
	if (rules.value != NULL &&
	    rules_set_json(me->game, &rules, false, me->rule, &err) != 0) {
		say(&err);
		me->game = NULL;
		return;
	}
	for (int i = 0; me->table[i] != NULL && me->duel == NULL; i++)
		me->duel = table_of(me, me->table[i]);
	if (me->duel != NULL)
		return;
	if (me->table[0] != NULL)
		fputs("bolito: no table given has the rules of this match\n",
		      stderr);
	me->duel = solve_now(me);
}

/* The place of the best move. */
static int choose(struct rollcall_turn *turn, void *user)
{
	struct bolito *me = user;
	const struct json_at view = { .name = "view", .index = -1,
				      .value = turn->view };
	union turns_state state;
	int move[GAME_LEGAL_MAX], best, place = 0;
	struct error err = {0};

	if (me->game == NULL)
		return 0;
	if (view_read(me->game, me->seats, me->rule, &view, &state, &err) != 0) {
		say(&err);
		return 0;
	}
	best = duel_best(me->duel, &me->turn, &state, NULL);
	me->game->legal(&state, move);
	while (move[place] != best)
		place++;
	return place;
}

int main(int argc, char **argv)
{
	struct bolito me = { .table = argv + 1 };
	struct rollcall_options options = { .no_events = true,
					    .hello = begin, .user = &me };
	int result;

	if (argc > 1 && strcmp(argv[1], "--solve") == 0)
		return bolito_solve(argc - 1, argv + 1);
	if (argc > 1 && argv[1][0] == '-') {
		fputs("usage: bolito [TABLE..] | --solve [-j N] GAME "
		      "[RULE=VALUE..] FILE\n", stderr);
		return 2;
	}
	result = rollcall_run(choose, &options);
	duel_turn_release(&me.turn);
	duel_free(me.duel);
	return result;
}
