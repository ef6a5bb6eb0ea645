/*
 * engines.c - games, positions and moves for other programs.
 */
#include "rollcall/engines.h"

#include <stdio.h>
#include <stdlib.h>

#include "config.h"
#include "base/memory.h"
#include "games/game.h"
#include "games/games.h"
#include "games/rules.h"

enum { DEPTH_MAX = 16, NOT_LISTED = -1 };

struct rollcall_state {
	const struct game *game;
	int seats, rule[GAME_RULES_MAX];
	struct json_writer text;        /* owned: the last text returned */
	int count, legal[GAME_LEGAL_MAX];       /* or NOT_LISTED */
	uint64_t position[];            /* of the game's state_size */
};

const char *rollcall_games_version(void)
{
	return PACKAGE_VERSION;
}

const char *rollcall_games_name(int place)
{
	for (int i = 0; i <= place && games_list[i] != NULL; i++)
		if (i == place)
			return games_list[i]->name;
	return NULL;
}

/* ### positions */

/* Copies a sentence to the caller's buffer; returns -1. */
static int refuse(const struct error *err, char *error)
{
	if (error != NULL)
		snprintf(error, ROLLCALL_STATE_ERROR_SIZE, "%s", err->text);
	return -1;
}

/* Parses an object from outside; NULL with `err` if it is not valid. */
static cJSON *object_of(const char *name, const char *json, struct error *err)
{
	cJSON *tree = json_read(json, strlen(json), DEPTH_MAX, JSON_SPACES,
				err);

	if (tree == NULL)
		error_at(err, "%s", name);
	return tree;
}

static int read_rules(struct rollcall_state *state, const char *rules,
		      struct error *err)
{
	struct json_at at = { .name = "rules", .index = -1 };
	OWNED(json_tree) cJSON *tree = NULL;

	rules_defaults(state->game, state->rule);
	if (rules == NULL)
		return 0;
	if (rules[strspn(rules, " \t\r\n")] != '{')
		return rules_set_text(state->game, rules, state->rule, err);
	at.value = tree = object_of("rules", rules, err);
	return tree == NULL ? -1 :
		rules_set_json(state->game, &at, false, state->rule, err);
}

static size_t size_of(const struct game *game)
{
	return sizeof(struct rollcall_state) + game->state_size;
}

/* Makes a state with checked rules and seats, whose game has not begun. */
static struct rollcall_state *prepare(const char *name, int seats,
				      const char *rules, struct error *err)
{
	const struct game *game = games_need(name, err);
	struct rollcall_state *state;

	if (game == NULL)
		return NULL;
	state = memory_new(1, size_of(game));
	state->game = game;
	state->seats = seats;
	state->count = NOT_LISTED;
	if (read_rules(state, rules, err) == 0 &&
	    rules_check(game, seats, state->rule, err) == 0)
		return state;
	rollcall_state_free(state);
	return NULL;
}

struct rollcall_state *rollcall_state_new(const char *game, int seats,
					  const char *rules, char *error)
{
	struct error err = {0};
	struct rollcall_state *state = prepare(game, seats, rules, &err);

	if (state == NULL)
		refuse(&err, error);
	else
		game_begin(state->game, state->position, seats, state->rule,
			   &err);
	return state;
}

struct rollcall_state *rollcall_state_from_view(const char *game, int seats,
						const char *rules,
						const char *view, char *error)
{
	struct error err = {0};
	struct rollcall_state *state = prepare(game, seats, rules, &err);
	struct json_at at = { .name = "view", .index = -1 };
	OWNED(json_tree) cJSON *tree = NULL;

	if (state != NULL)
		at.value = tree = object_of("view", view, &err);
	if (tree == NULL || view_read(state->game, seats, state->rule, &at,
				      state->position, &err) != 0) {
		refuse(&err, error);
		rollcall_state_free(state);
		state = NULL;
	}
	return state;
}

struct rollcall_state *rollcall_state_copy(const struct rollcall_state *state)
{
	struct rollcall_state *copy = memory_new(1, size_of(state->game));

	copy->game = state->game;
	rollcall_state_assign(copy, state);
	return copy;
}

int rollcall_state_assign(struct rollcall_state *to,
			  const struct rollcall_state *from)
{
	if (to->game != from->game)
		return -1;
	if (to == from)
		return 0;
	to->seats = from->seats;
	memcpy(to->rule, from->rule, sizeof to->rule);
	to->count = NOT_LISTED;
	memcpy(to->position, from->position, to->game->state_size);
	return 0;
}

void rollcall_state_free(struct rollcall_state *state)
{
	if (state == NULL)
		return;
	text_release(&state->text.out);
	free(state);
}

/* The bytes are seats, rules and position, one after the other. */
size_t rollcall_state_size(const struct rollcall_state *state)
{
	return sizeof state->seats + sizeof state->rule +
		state->game->state_size;
}

void rollcall_state_save(const struct rollcall_state *state, void *bytes)
{
	char *at = bytes;

	memcpy(at, &state->seats, sizeof state->seats);
	at += sizeof state->seats;
	memcpy(at, state->rule, sizeof state->rule);
	at += sizeof state->rule;
	memcpy(at, state->position, state->game->state_size);
}

void rollcall_state_load(struct rollcall_state *state, const void *bytes)
{
	const char *at = bytes;

	memcpy(&state->seats, at, sizeof state->seats);
	at += sizeof state->seats;
	memcpy(state->rule, at, sizeof state->rule);
	at += sizeof state->rule;
	memcpy(state->position, at, state->game->state_size);
	state->count = NOT_LISTED;
}

const char *rollcall_state_game(const struct rollcall_state *state)
{
	return state->game->name;
}

int rollcall_state_seats(const struct rollcall_state *state)
{
	return state->seats;
}

const char *rollcall_state_rules(struct rollcall_state *state)
{
	json_clear(&state->text);
	rules_write(state->game, state->rule, &state->text);
	return text_string(&state->text.out);
}

const char *rollcall_state_view(struct rollcall_state *state, int seat)
{
	if (seat < 0 || seat >= state->seats)
		return NULL;
	json_clear(&state->text);
	state->game->view(state->position, seat, &state->text);
	return text_string(&state->text.out);
}

/* ### decisions */

int rollcall_state_turn(const struct rollcall_state *state)
{
	return state->game->turn(state->position);
}

int rollcall_state_legal(struct rollcall_state *state)
{
	if (state->count == NOT_LISTED)
		state->count = rollcall_state_turn(state) < 0 ? 0 :
			state->game->legal(state->position, state->legal);
	return state->count;
}

const char *rollcall_state_move(struct rollcall_state *state, int place)
{
	if (place < 0 || place >= rollcall_state_legal(state))
		return NULL;
	json_clear(&state->text);
	state->game->show_move(state->position, state->legal[place],
			       &state->text);
	return text_string(&state->text.out);
}

int rollcall_state_apply(struct rollcall_state *state, int place)
{
	if (place < 0 || place >= rollcall_state_legal(state))
		return -1;
	state->game->apply(state->position, state->legal[place]);
	state->count = NOT_LISTED;
	return 0;
}

int rollcall_state_apply_move(struct rollcall_state *state, const char *move,
			      char *error)
{
	OWNED(json_tree) cJSON *tree = NULL;
	struct error err = {0};
	int number;

	if (rollcall_state_turn(state) < 0) {
		error_set(&err, "no seat has to decide now");
		return refuse(&err, error);
	}
	tree = object_of("the move", move, &err);
	if (tree == NULL || state->game->read_move(state->position, tree,
						   &number, &err) != 0)
		return refuse(&err, error);
	state->game->apply(state->position, number);
	state->count = NOT_LISTED;
	return 0;
}

/* ### dice */

int rollcall_state_due(const struct rollcall_state *state,
		       struct rollcall_due *due)
{
	struct draw draw;

	if (rollcall_state_turn(state) != GAME_CHANCE)
		return -1;
	draw = state->game->due(state->position);
	*due = (struct rollcall_due){ .dice = draw.dice, .sides = draw.sides,
				      .seat = draw.stream - 1 };
	return 0;
}

int rollcall_state_land(struct rollcall_state *state, const int *value,
			int count)
{
	struct rollcall_due due;

	if (rollcall_state_due(state, &due) != 0 || count != due.dice)
		return -1;
	for (int i = 0; i < count; i++)
		if (value[i] < 1 || value[i] > due.sides)
			return -1;
	state->game->land(state->position, value);
	state->count = NOT_LISTED;
	return 0;
}

static void roll(const struct game *game, void *position,
		 int (*below)(void *context, int n), void *context)
{
	while (game->turn(position) == GAME_CHANCE) {
		struct draw draw = game->due(position);
		int value[GAME_DICE_MAX];

		for (int i = 0; i < draw.dice; i++)
			value[i] = 1 + below(context, draw.sides);
		game->land(position, value);
	}
}

void rollcall_state_roll(struct rollcall_state *state,
			 int (*below)(void *context, int n), void *context)
{
	roll(state->game, state->position, below, context);
	state->count = NOT_LISTED;
}

int rollcall_state_below(void *seed, int n)
{
	const uint64_t bits = UINT64_C(1) << 53;
	uint64_t *state = seed, x;

	do {
		x = *state += UINT64_C(0x9e3779b97f4a7c15);
		x = (x ^ x >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
		x = (x ^ x >> 27) * UINT64_C(0x94d049bb133111eb);
		x = (x ^ x >> 31) >> 11;
	} while (x - x % (uint64_t)n > bits - (uint64_t)n);
	return (int)(x % (uint64_t)n);
}

/* ### results */

const char *rollcall_state_score(const struct rollcall_state *state,
				 int *scores, int *ranks)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	enum ending ending = state->game->score(state->position, score, rank);
	size_t size = (size_t)state->seats * sizeof *score;

	if (scores != NULL)
		memcpy(scores, score, size);
	if (ranks != NULL)
		memcpy(ranks, rank, size);
	return game_ending_word(ending);
}

/* Adds the points of a position to the sum of each seat. */
static void add_points(const struct rollcall_state *state,
		       const void *position, double *sum)
{
	int score[GAME_SEATS_MAX], rank[GAME_SEATS_MAX];
	int points[GAME_SEATS_MAX];

	state->game->score(position, score, rank);
	game_points(state->game->result(state->seats, state->rule), state->seats,
		    rank, points);
	for (int s = 0; s < state->seats; s++)
		sum[s] += points[s];
}

static void scale(const struct rollcall_state *state, int games,
		  double *points)
{
	for (int s = 0; s < state->seats; s++)
		points[s] /= (double)GAME_POINTS * games;
}

void rollcall_state_points(const struct rollcall_state *state, double *points)
{
	memset(points, 0, (size_t)state->seats * sizeof *points);
	add_points(state, state->position, points);
	scale(state, 1, points);
}

void rollcall_playouts(const struct rollcall_state *state, int games,
		       uint64_t seed, double *points)
{
	const struct game *game = state->game;
	AUTOFREE void *position = memory_new(1, game->state_size);
	int legal[GAME_LEGAL_MAX];

	memset(points, 0, (size_t)state->seats * sizeof *points);
	for (int i = 0; i < games; i++) {
		memcpy(position, state->position, game->state_size);
		for (;;) {
			int count;

			roll(game, position, rollcall_state_below, &seed);
			if (game->turn(position) == GAME_OVER)
				break;
			count = game->legal(position, legal);
			game->apply(position, legal[rollcall_state_below(
					    &seed, count)]);
		}
		add_points(state, position, points);
	}
	scale(state, games, points);
}
