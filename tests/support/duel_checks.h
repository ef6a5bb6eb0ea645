/*
 * duel_checks.h - solved games against the vectors and against the engine.
 */
#ifndef SUPPORT_DUEL_CHECKS_H
#define SUPPORT_DUEL_CHECKS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/game.h"
#include "one_game.h"
#include "vectors.h"
#include "worth/solve.h"
#include "worth/turns.h"

static const double tolerance = 1e-9;

static const struct solve_options plain = { .threads = 1 };

/* ### positions */

/* Reads the position of a view. */
static inline void position(const struct duel *d, const char *view,
		     union turns_state *state)
{
	cJSON *tree = cJSON_Parse(view);
	const struct json_at at = { .name = view, .index = -1, .value = tree };
	struct error err = {0};

	ck_assert_msg(tree != NULL && view_read(d->game, 2, d->rule, &at,
						state, &err) == 0,
		      "%s: %s", view, err.text);
	cJSON_Delete(tree);
}

static inline int number(const cJSON *from, const char *key)
{
	return json_get(from, key)->valueint;
}

static inline double chance_in(const cJSON *from, const char *key)
{
	return strtod(json_get(from, key)->valuestring, NULL);
}

/* The position of a decision of the vectors; seat 0 is to decide. */
static inline void decision(const struct duel *d, const cJSON *one,
		     union turns_state *state)
{
	const char *phase = json_get(one, "phase")->valuestring;
	char *roll = cJSON_PrintUnformatted(json_get(one, "roll"));
	char view[512];

	snprintf(view, sizeof view, "{\"phase\":\"%s\",\"seat\":0,\"scores\":"
		 "[%d,%d],\"turns\":[9,9],\"out\":[],\"total\":%d,\"roll\":%s,"
		 "\"open\":[],\"trigger\":%d,\"contenders\":%s}", phase,
		 number(one, "own"), number(one, "other"),
		 number(one, "total"), roll,
		 strcmp(phase, "normal") == 0 ? -1 : 1,
		 strcmp(phase, "sudden") == 0 ? "[1,0]" : "[]");
	position(d, view, state);
	free(roll);
}

/* The move that the vectors write as {"keep":..,"then":..,"wins":..}. */
static inline int move_of(const struct duel *d, const union turns_state *state,
		   const cJSON *written)
{
	cJSON *answer = cJSON_Duplicate(written, true);
	struct error err = {0};
	int move;

	cJSON_DeleteItemFromObject(answer, "wins");
	ck_assert_msg(d->game->read_move(state, answer, &move, &err) == 0,
		      "%s", err.text);
	cJSON_Delete(answer);
	return move;
}

/* ### vectors */

static inline void rules_of(const cJSON *table, const struct game **game,
			    int *rule)
{
	cJSON *options = json_get(table, "options") != NULL ?
		cJSON_Duplicate(json_get(table, "options"), true) :
		cJSON_CreateObject();
	const struct json_at at = { .name = "options", .index = -1,
				    .value = options };
	struct error err = {0};

	if (json_get(table, "target") != NULL)
		cJSON_AddNumberToObject(options, "target",
					number(table, "target"));
	*game = json_get(table, "game") != NULL ?
		games_find(json_get(table, "game")->valuestring) : &pig;
	rules_defaults(*game, rule);
	ck_assert_msg(rules_set_json(*game, &at, false, rule, &err) == 0, "%s",
		      err.text);
	cJSON_Delete(options);
}

static inline void check_starts(const struct duel *d, const cJSON *table)
{
	int unit = d->turns->unit;
	const cJSON *one;

	ck_assert_double_eq_tol(d->win[0],
				chance_in(table, "first_player_wins"),
				tolerance);
	cJSON_ArrayForEach(one, json_get(table, "win_to_move")) {
		int own = one->child->valueint / unit;
		int other = one->child->next->valueint / unit;
		const char *wins = one->child->next->next->valuestring;

		ck_assert_double_eq_tol(d->win[own * d->target + other],
					strtod(wins, NULL), tolerance);
	}
}

static inline void check_decision(const struct duel *d,
				  const struct duel *for_points,
				  const cJSON *one)
{
	const cJSON *best = json_get(one, "best");
	const cJSON *next = json_get(one, "second");
	const cJSON *most = json_get(one, "most_points");
	struct duel_turn turn = {0}, solo = {0};
	union turns_state state;
	double second;
	int move;

	decision(d, one, &state);
	move = duel_best(d, &turn, &state, &second);
	ck_assert_int_eq(move, move_of(d, &state, best));
	ck_assert_double_eq_tol(duel_move(d, &turn, &state, move),
				chance_in(best, "wins"), tolerance);
	ck_assert_double_eq_tol(duel_chance(d, &turn, &state, 0),
				chance_in(best, "wins"), tolerance);
	ck_assert_double_eq_tol(duel_chance(d, &turn, &state, 1),
				1 - chance_in(best, "wins"), tolerance);
	ck_assert_double_eq_tol(second, chance_in(next, "wins"), tolerance);
	ck_assert_double_eq_tol(duel_move(d, &turn, &state,
					  move_of(d, &state, next)),
				chance_in(next, "wins"), tolerance);
	/* The player of the vectors ignores the opening and the end, which
	   solve_end knows. */
	if (state.race.score[0] > 0 &&
	    strcmp(json_get(one, "phase")->valuestring, "normal") == 0) {
		move = duel_best(for_points, &solo, &state, NULL);
		ck_assert_int_eq(move, move_of(d, &state, most));
	}
	ck_assert_double_eq_tol(duel_move(d, &turn, &state,
					  move_of(d, &state, most)),
				chance_in(most, "wins"), tolerance);
	duel_turn_release(&turn);
	duel_turn_release(&solo);
}

/* Solves the tables of bolito.json with targets in from..to. */
static inline void check_tables(int from, int to)
{
	cJSON *vectors = vectors_load("bolito.json");
	const cJSON *table, *one;
	int solved = 0;

	cJSON_ArrayForEach(table, vectors_group(vectors, "tables")) {
		const struct game *game;
		int rule[GAME_RULES_MAX], target;
		struct duel *d, *for_points;

		rules_of(table, &game, rule);
		target = rules_value(game, rule, "target");
		if (target < from || target > to)
			continue;
		d = solve(game, rule, &plain);
		for_points = solve_end(game, rule);
		check_starts(d, table);
		cJSON_ArrayForEach(one, json_get(table, "decisions"))
			check_decision(d, for_points, one);
		duel_free(d);
		duel_free(for_points);
		solved++;
	}
	ck_assert_int_ge(solved, 2);
	cJSON_Delete(vectors);
}

/* ### the engine: a chance is the mean of the chances after the roll */

struct mean {
	const struct duel *d;
	struct duel_turn *turn;
	const union turns_state *before;
	double sum;
};

static inline void add_roll(void *context, const int *value, double ways)
{
	struct mean *m = context;
	union turns_state after = *m->before;

	m->d->game->land(&after, value);
	m->sum += ways * duel_chance(m->d, m->turn, &after, 0);
}

/* The chance before a roll is the mean of those after it, apart from the effect
   of rows beyond the end. */
static inline void check_roll(const struct duel *d,
			      const union turns_state *state)
{
	struct draw due = d->game->due(state);
	struct duel_turn turn = {0}, turn_after = {0};
	struct mean mean = { .d = d, .turn = &turn_after, .before = state };
	double all = rolls_each(due.dice, due.sides, add_roll, &mean);
	double chance = duel_chance(d, &turn, state, 0);

	ck_assert_msg(fabs(mean.sum / all - chance) < 5e-9,
		      "%d:%d, phase %d, seat %d, total %d: %.12f, mean %.12f",
		      state->race.score[0], state->race.score[1], turn.phase,
		      state->race.seat, turns_total(d->turns, state), chance,
		      mean.sum / all);
	duel_turn_release(&turn);
	duel_turn_release(&turn_after);
}

/* Plays moves that keep little, roll on and bank at random, so that games reach
   all of their endings. */
static inline void play_and_check(const struct duel *d, struct random *random)
{
	union turns_state state;
	struct error err;
	int turn;

	ck_assert(d->game->init(&state, 2, d->rule, &err) == 0);
	while ((turn = d->game->turn(&state)) != GAME_OVER) {
		int move[GAME_LEGAL_MAX], value[GAME_DICE_MAX];

		if (turn != GAME_CHANCE) {
			d->game->apply(&state, move[random_below(random,
				d->game->legal(&state, move))]);
			continue;
		}
		struct draw due = d->game->due(&state);

		if (due.stream > 0)
			check_roll(d, &state);
		for (int i = 0; i < due.dice; i++)
			value[i] = 1 + random_below(random, due.sides);
		d->game->land(&state, value);
	}
}

static inline void check_rolls(const struct game *game, const char *options,
			       int games)
{
	struct random random = { 11 };
	int rule[GAME_RULES_MAX];
	struct duel *d;

	game_rules(game, options, rule);
	d = solve(game, rule, &plain);
	for (int g = 0; g < games; g++)
		play_and_check(d, &random);
	duel_free(d);
}

#endif
