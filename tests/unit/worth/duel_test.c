/*
 * duel_test.c - the exact solution against known chances and decisions, and
 * against the engine.
 *
 * Games to 10,000 take long, so they only run with ROLLCALL_LONG_TESTS.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "games/view_read.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/vectors.h"
#include "worth/rolls.h"
#include "worth/solve.h"

static const double tolerance = 1e-9;

static const struct solve_options plain = { .threads = 1 };

static bool long_tests(void)
{
	return getenv("ROLLCALL_LONG_TESTS") != NULL;
}

/* ### positions */

/* Reads the position of a view. */
static void position(const struct duel *d, const char *view,
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

static int number(const cJSON *from, const char *key)
{
	return json_get(from, key)->valueint;
}

static double chance_in(const cJSON *from, const char *key)
{
	return strtod(json_get(from, key)->valuestring, NULL);
}

/* The position of a decision of the vectors; seat 0 is to decide. */
static void decision(const struct duel *d, const cJSON *one,
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
static int move_of(const struct duel *d, const union turns_state *state,
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

static void rules_of(const cJSON *table, const struct game **game, int *rule)
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

static void check_starts(const struct duel *d, const cJSON *table)
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

static void check_decision(const struct duel *d, const struct duel *for_points,
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

TEST(chances_and_decisions_are_the_known_ones)
{
	cJSON *vectors = vectors_load("bolito.json");
	const cJSON *table, *one;
	int solved = 0;

	cJSON_ArrayForEach(table, vectors_group(vectors, "tables")) {
		const struct game *game;
		int rule[GAME_RULES_MAX];
		struct duel *d, *for_points;

		rules_of(table, &game, rule);
		if (!long_tests() && rules_value(game, rule, "target") > 2000)
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
	ck_assert_int_ge(solved, 5);
	cJSON_Delete(vectors);
}

/* The least total with which the solution banks, or -1. */
static int banks_from(const struct duel *d, int own, int other)
{
	struct duel_turn turn = {0};
	int from = -1;

	for (int total = 2; own + total < d->target && from < 0; total++) {
		union turns_state state;
		char view[256];

		snprintf(view, sizeof view, "{\"seat\":0,\"scores\":[%d,%d],"
			 "\"turns\":[9,9],\"out\":[],\"total\":%d,\"roll\":"
			 "[2]}", own, other, total);
		position(d, view, &state);
		if (duel_best(d, &turn, &state, NULL) == 1)
			from = total;
	}
	duel_turn_release(&turn);
	return from;
}

TEST(pig_banks_where_it_is_known_to)
{
	cJSON *vectors = vectors_load("bolito.json");
	const cJSON *table, *one;

	cJSON_ArrayForEach(table, vectors_group(vectors, "pig")) {
		const struct game *game;
		int rule[GAME_RULES_MAX];
		struct duel *d;

		rules_of(table, &game, rule);
		d = solve(game, rule, &plain);
		check_starts(d, table);
		cJSON_ArrayForEach(one, vectors_group(table, "states")) {
			int own = number(one, "own");
			int other = number(one, "other");

			ck_assert_double_eq_tol(d->win[own * d->target + other],
						chance_in(one, "wins"),
						tolerance);
			ck_assert_int_eq(banks_from(d, own, other),
					 number(one, "bank_from"));
		}
		duel_free(d);
	}
	cJSON_Delete(vectors);
}

/* ### the engine: a chance is the mean of the chances after the roll */

static const struct {
	const struct game *game;
	const char *options;
} games[] = {
	{ &bolo7, "target=1000" },
	{ &bolo7, "target=1500,opening=350,catch=gt" },
	{ &bolo7, "target=1000,opening=0,endgame=last_round" },
	{ &bolo7, "target=1000,opening=600,endgame=immediate,hot_dice=must" },
	{ &bolo7, "target=600,opening=200,series_extension=same_turn" },
	{ &bolo7, "target=630,opening=110,endgame=last_round,catch=gt" },
	{ &bolo5, "target=1000" },
	{ &bolo5, "target=1000,last_round=true" },
	{ &bolo5, "target=1000,min_first=0,min_turn=0,yahtzee_clause=false,"
		  "five_kind_forced=false,start=roll" },
	{ &bolo5, "target=800,min_first=1200,min_turn=900,last_round=true" },
	{ &pig, "target=30" },
	{ &pig, "target=10" },
	/* Only with ROLLCALL_LONG_TESTS. */
	{ &bolo5, "target=9400,min_first=700,min_9000=1200,nine_k=win,"
		  "last_round=true" },
};

enum { GAMES = sizeof games / sizeof *games, GAMES_LONG = 1 };

struct mean {
	const struct duel *d;
	struct duel_turn *turn;
	const union turns_state *before;
	double sum;
};

static void add_roll(void *context, const int *value, double ways)
{
	struct mean *m = context;
	union turns_state after = *m->before;

	m->d->game->land(&after, value);
	m->sum += ways * duel_chance(m->d, m->turn, &after, 0);
}

/* The chance before a roll is the mean of those after it, apart from the effect
   of rows beyond the end. */
static void check_roll(const struct duel *d, const union turns_state *state)
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
static void play_and_check(const struct duel *d, struct random *random)
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

TEST_EACH(a_roll_changes_no_chance_on_average,
	  long_tests() ? GAMES : GAMES - GAMES_LONG)
{
	struct random random = { 11 };
	int rule[GAME_RULES_MAX];
	struct error err = {0};
	struct duel *d;

	rules_defaults(games[_i].game, rule);
	ck_assert_msg(rules_set_text(games[_i].game, games[_i].options, rule,
				     &err) == 0, "%s", err.text);
	d = solve(games[_i].game, rule, &plain);
	for (int g = 0; g < (long_tests() ? 50 : 2); g++)
		play_and_check(d, &random);
	duel_free(d);
}

/* ### the same bits */

static void check_same(const double *a, const double *b, int count)
{
	ck_assert_int_eq(memcmp(a, b, (size_t)count * sizeof *a), 0);
}

TEST(any_number_of_threads_finds_the_same_bits)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};
	struct duel *one, *three;

	rules_defaults(&bolo7, rule);
	ck_assert(rules_set_text(&bolo7, "target=1500", rule, &err) == 0);
	one = solve(&bolo7, rule, &plain);
	three = solve(&bolo7, rule, &(struct solve_options){ .threads = 3 });
	check_same(one->win, three->win, one->target * one->target);
	check_same(one->last, three->last, one->reach);
	check_same(one->sudden, three->sudden, one->reach);
	duel_free(one);
	duel_free(three);
}

/* ### what is not solved */

static void count_calls(void *context, double done)
{
	int *calls = context;

	ck_assert(done > 0 && done <= 1 + 1e-12);
	(*calls)++;
}

TEST(who_is_told_to_stop_has_no_table)
{
	int rule[GAME_RULES_MAX], calls = 0;
	volatile sig_atomic_t stop = 0;
	struct solve_options options = { .threads = 2, .stop = &stop,
		.progress = count_calls, .context = &calls };
	struct duel *d;

	rules_defaults(&pig, rule);
	d = solve(&pig, rule, &options);
	ck_assert(d != NULL && calls == 2 * 100 - 1);
	duel_free(d);
	stop = 1;
	ck_assert(solve(&pig, rule, &options) == NULL);
	ck_assert_int_eq(calls, 2 * 100 - 1);
}
