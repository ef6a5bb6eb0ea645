/*
 * duel.c - the winning chances of two perfect players, from a solved table.
 */
#include "worth/duel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/rules.h"

/* Moves whose worths differ by less than this are equally good. */
static const double same = 1e-12;

/* More units than any turn can have. */
static const double goal = 1e6;

enum phase { NONE, NORMAL, LAST, SUDDEN, SOLO };

/* ### rules */

static bool has_sudden_death(const struct game *game, const int *rule)
{
	return game == &bolo7 &&
		rules_value(game, rule, "endgame") == BOLO7_SUDDEN_DEATH;
}

static bool has_last_turn(const struct game *game, const int *rule)
{
	if (game == &bolo5)
		return rules_value(game, rule, "last_round") != 0;
	return game == &bolo7 &&
		rules_value(game, rule, "endgame") != BOLO7_IMMEDIATE;
}

/* The least total, from `from` on, that may be banked with this score. */
static int least_from(const struct turns *turns, int score, int from)
{
	while (!turns_may_bank(turns, score, from))
		from++;
	return from;
}

static void find_minimums(struct duel *d)
{
	d->least_short = memory_new((size_t)d->target, sizeof(int));
	d->least_reach = memory_new((size_t)d->target, sizeof(int));
	for (int own = 0; own < d->target; own++) {
		int gap = d->target - own, t = 0;

		while (t < gap && !turns_may_bank(d->turns, own, t))
			t++;
		d->least_short[own] = t;
		d->least_reach[own] = least_from(d->turns, own, gap);
	}
}

struct duel *duel_new(const struct game *game, const int *rule)
{
	struct duel *d = memory_new(1, sizeof *d);
	int most = 0;

	d->game = game;
	memcpy(d->rule, rule, (size_t)rules_count(game) * sizeof *rule);
	d->turns = turns_new(game, rule);
	d->target = d->turns->target;
	if (d->target > DUEL_TARGET_MAX)
		d->target = DUEL_TARGET_MAX;
	find_minimums(d);
	if (!has_last_turn(game, rule))
		return d;
	for (int own = 0; own < d->target; own++)
		if (own + d->least_reach[own] > most)
			most = own + d->least_reach[own];
	/* More rows would change at most the ninth digit. */
	d->tail = rules_value(game, rule, "series_extension") != 0 ? 240 : 120;
	d->reach = most + d->tail + d->turns->most + 1;
	d->last = duel_numbers(d->reach);
	if (has_sudden_death(game, rule))
		d->sudden = duel_numbers(d->reach);
	if (game == &bolo5)
		d->bank = duel_numbers(d->reach);
	return d;
}

void duel_free(struct duel *duel)
{
	if (duel == NULL)
		return;
	turns_free(duel->turns);
	free(duel->least_short);
	free(duel->least_reach);
	free(duel->win);
	free(duel->last);
	free(duel->sudden);
	free(duel->bank);
	free(duel);
}

/* Rules that do not affect the chances. */
static const char *const unimportant[] = {
	"illegal_retries", "ranking", "start", "max_turns", "hits_on_bolo",
	"van_halen", NULL
};

/* Whether all rules that affect the chances, except for `except`, are the
   same. */
static bool same_rules(const struct duel *d, const struct game *game,
		       const int *rule, const char *except)
{
	if (game != d->game ||
	    rules_value(game, rule, "max_turns") < DUEL_TURNS_MIN)
		return false;
	for (int i = 0; game->rules[i].name != NULL; i++) {
		const char *name = game->rules[i].name;
		int u = 0;

		while (unimportant[u] != NULL &&
		       strcmp(unimportant[u], name) != 0)
			u++;
		if (unimportant[u] == NULL && rule[i] != d->rule[i] &&
		    (except == NULL || strcmp(name, except) != 0))
			return false;
	}
	return true;
}

bool duel_fits(const struct duel *duel, const struct game *game,
	       const int *rule)
{
	return same_rules(duel, game, rule, NULL);
}

bool duel_shift(struct duel *duel, const struct game *game, const int *rule)
{
	int unit = duel->turns->unit, target;

	if (game == &bolo5 || !same_rules(duel, game, rule, "target"))
		return false;
	target = (rules_value(game, rule, "target") + unit - 1) / unit;
	if (target < duel->target)
		return false;
	duel->shift = target - duel->target;
	return true;
}

/* ### the worth of a bank */

static bool may_bank(const struct duel *d, int own, int total)
{
	if (own >= d->target)
		return turns_may_bank(d->turns, own, total);
	return total >= (own + total < d->target ? d->least_short[own] :
			 d->least_reach[own]);
}

static double at_distance(const struct duel *d, const double *chance,
			  int distance)
{
	return chance[distance < d->reach ? distance : d->reach - 1];
}

/* The chance of the player who begins the last turn with this score. */
static double start_of_last(const struct duel *d, int own, int distance)
{
	if (d->bank != NULL && distance < d->least_reach[own])
		return d->bank[d->least_reach[own]];
	return at_distance(d, d->last, distance);
}

double duel_ahead_sudden(const struct duel *duel, int lead)
{
	return lead > 0 ? 1 - at_distance(duel, duel->sudden, lead) : 0;
}

double duel_ahead_last(const struct duel *duel, int lead)
{
	if (duel->sudden == NULL)
		return lead > 0 ? 1 : 0.5;
	/* The player who was caught plays next. */
	if (lead == 0 && rules_value(duel->game, duel->rule, "catch") != 0)
		return 0;
	return 1 - at_distance(duel, duel->sudden, lead);
}

int duel_rows(const struct duel *duel, int own, int other)
{
	int rows = duel->least_reach[own];
	/* With this total, the other's smallest bank that reaches the target
	   only draws level. */
	int level = other + duel->least_reach[other] - own;

	if (duel->last == NULL)
		return rows;
	return (level > rows ? level : rows) + duel->tail;
}

double duel_stop(const struct duel *duel, int own, int other, int total)
{
	int x = own + total;

	if (!may_bank(duel, own, total))
		return -HUGE_VAL;
	if (x < duel->target)
		return 1 - duel->win[other * duel->target + x];
	return duel->last == NULL ? 1 :
		1 - start_of_last(duel, other, x - other);
}

/* What a bank is worth, in a turn of any phase. */
static double stop_of(const struct duel *d, const struct duel_turn *turn,
		      int total)
{
	int lead = turn->own + total - turn->other;

	if (turn->phase == NORMAL)
		return duel_stop(d, turn->own, turn->other, total);
	if (!turns_may_bank(d->turns, turn->own, total))
		return -HUGE_VAL;
	if (turn->phase == SOLO)
		return total;
	if (lead < 0)
		return 0;
	return turn->phase == LAST ? duel_ahead_last(d, lead) :
		duel_ahead_sudden(d, lead);
}

/* ### a turn of a game */

void duel_turn_release(struct duel_turn *turn)
{
	free(turn->stop);
	free(turn->value);
	*turn = (struct duel_turn){0};
}

static enum phase phase_of(const struct duel *d, const void *state)
{
	const struct bolo7 *seven = state;
	const struct bolo5 *five = state;

	if (d->game == &bolo7 && seven->phase != BOLO7_NORMAL)
		return seven->phase == BOLO7_FINAL ? LAST : SUDDEN;
	return d->game == &bolo5 && five->phase == BOLO5_FINAL ? LAST : NORMAL;
}

/* The turn that this state is in: its phase, own score and highest other
   score. */
static struct duel_turn turn_of(const struct duel *d, const void *state)
{
	const struct race *race = state;
	struct duel_turn turn = { .phase = phase_of(d, state) };
	int unit = d->turns->unit, first = d->shift + 1;

	turn.own = race->score[race->seat] / unit;
	for (int s = 0; s < race->seats; s++)
		if (s != race->seat && !race->out[s] &&
		    race->score[s] / unit > turn.other)
			turn.other = race->score[s] / unit;
	if (turn.phase != NORMAL)
		return turn;
	/* In the table, a score of 0 has the minimum of a first bank, and
	   other scores below that minimum do not occur. */
	if (d->least_short[0] > 1)
		first = d->shift + d->least_short[0];
	if (d->win == NULL ||
	    (d->shift > 0 && (turn.own < first || turn.other < first)))
		turn.phase = SOLO;
	else {
		turn.own -= d->shift;
		turn.other -= d->shift;
	}
	return turn;
}

/* Whether a seat has reached the target. */
static bool reaches(const struct duel *d, const union turns_state *state)
{
	return state->race.over || phase_of(d, state) != NORMAL;
}

/* The rows that the turn needs; with larger totals, banking is best. */
static int rows_of(const struct duel *d, const struct duel_turn *turn)
{
	int rows;

	if (turn->phase == NORMAL)
		return duel_rows(d, turn->own, turn->other);
	/* With seven dice, rolling on is worth it up to 61,700 points. */
	if (turn->phase == SOLO)
		return least_from(d->turns, turn->own, 1300);
	rows = turn->other > turn->own ? turn->other - turn->own : 0;
	return least_from(d->turns, turn->own, rows + d->tail);
}

/* Makes `turn` the solved turn of this state. */
static void take(const struct duel *d, struct duel_turn *turn,
		 const void *state)
{
	struct duel_turn new = turn_of(d, state);
	int all;

	if (turn->phase == new.phase && turn->own == new.own &&
	    turn->other == new.other)
		return;
	duel_turn_release(turn);
	*turn = new;
	turn->rows = rows_of(d, turn);
	if (turn->phase == NORMAL)
		turn->lost = 1 - d->win[turn->other * d->target + turn->own];
	all = turn->rows + d->turns->most;
	turn->stop = duel_numbers(all);
	turn->value = duel_numbers(all * d->turns->width);
	for (int t = 0; t < all; t++)
		turn->stop[t] = stop_of(d, turn, t);
	turns_values(d->turns, turn->stop, turn->rows, turn->lost,
		     turn->value);
}

/* What rolling is worth. */
static double roll_of(const struct duel *d, const struct duel_turn *turn,
		      int total, int substate)
{
	double halt = d->turns->substate[substate].halt;

	if (total < turn->rows)
		return turn->value[total * d->turns->width + substate];
	return halt * stop_of(d, turn, total) + (1 - halt) * turn->lost;
}

/* The chance of the player who begins this turn, in a two-player game. */
static double start_of(const struct duel *d, const void *state)
{
	struct duel_turn turn = turn_of(d, state);

	if (turn.phase == NORMAL)
		return d->win[turn.own * d->target + turn.other];
	return turn.phase == LAST ?
		start_of_last(d, turn.own, turn.other - turn.own) :
		at_distance(d, d->sudden, turn.other - turn.own);
}

double duel_move(const struct duel *duel, struct duel_turn *turn,
		 const void *state, int move)
{
	const struct race *before = state;
	union turns_state after;
	int unit = duel->turns->unit, seat = before->seat;

	take(duel, turn, state);
	memcpy(&after, state, duel->game->state_size);
	duel->game->apply(&after, move);
	if (race_turn_ended(before, &after.race)) {
		int total = (after.race.score[seat] - before->score[seat]) /
			unit;

		/* A player who plays for points ends the game if possible. */
		return stop_of(duel, turn, total) +
			(turn->phase == SOLO && reaches(duel, &after) ? goal : 0);
	}
	return roll_of(duel, turn, turns_total(duel->turns, &after),
		       turns_substate(duel->turns, &after));
}

static double best_of(const struct duel *d, struct duel_turn *turn,
		      const void *state)
{
	int move[GAME_LEGAL_MAX], count = d->game->legal(state, move);
	double best = -1;

	for (int i = 0; i < count; i++)
		best = fmax(best, duel_move(d, turn, state, move[i]));
	return best;
}

double duel_chance(const struct duel *duel, struct duel_turn *turn,
		   const void *state, int seat)
{
	const struct race *race = state;
	const struct bolo5 *five = state;
	int total, s;
	double chance;

	if (race->over)
		return race->won[seat] ? (race->won[1 - seat] ? 0.5 : 1) : 0;
	if (duel->game == &bolo5 && five->throwing)
		return 0.5;
	if (duel->game->turn(state) != GAME_CHANCE) {
		chance = best_of(duel, turn, state);
	} else {
		total = turns_total(duel->turns, state);
		s = turns_substate(duel->turns, state);
		if (total == 0 && s == TURNS_FRESH) {
			chance = start_of(duel, state);
		} else {
			take(duel, turn, state);
			chance = roll_of(duel, turn, total, s);
		}
	}
	return seat == race->seat ? chance : 1 - chance;
}

/* Whether the move ends the turn. */
static bool banks(const struct duel *d, const void *state, int move)
{
	union turns_state after;

	memcpy(&after, state, d->game->state_size);
	d->game->apply(&after, move);
	return race_turn_ended(state, &after.race);
}

int duel_best(const struct duel *duel, struct duel_turn *turn,
	      const void *state, double *second)
{
	int move[GAME_LEGAL_MAX], count = duel->game->legal(state, move);
	double worth[GAME_LEGAL_MAX], best = -1, next = -1;
	int first = -1;

	for (int i = 0; i < count; i++) {
		worth[i] = duel_move(duel, turn, state, move[i]);
		best = fmax(best, worth[i]);
	}
	for (int i = 0; i < count; i++)
		if (worth[i] < best - same)
			next = fmax(next, worth[i]);
		else if (first < 0 || (!banks(duel, state, move[first]) &&
				       banks(duel, state, move[i])))
			first = i;
	if (second != NULL)
		*second = next;
	return move[first];
}
