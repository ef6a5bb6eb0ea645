/*
 * fuzz_answer.c - any bytes as a bot's answer, in positions of every game.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "fuzz.h"
#include "games/games.h"
#include "games/rules.h"
#include "host/protocol.h"
#include "tests/support/json.h"
#include "tests/support/random.h"

/* ### the line alone */

static bool is_strict(const char *line, size_t size)
{
	return is_json(&(struct text){ .bytes = (char *)line, .length = size },
		       PROTOCOL_DEPTH_MAX, JSON_SPACES | JSON_FLOATS,
		       &(struct error){0});
}

static void try_ready(const char *line, size_t size)
{
	struct error why = {0};
	struct wishes wishes;
	enum fault fault = protocol_read_ready(line, size, &wishes, &why);
	bool strict = is_strict(line, size);

	assert(fault == FAULT_NONE || fault == FAULT_START ||
	       fault == FAULT_GARBLED);
	assert(strict == (fault != FAULT_GARBLED));
	assert((fault == FAULT_NONE) == (why.text[0] == '\0'));
}

/* ### the move in a game */

/* The state of a random game after `steps` moves, or before its last move if
   it ends earlier.  The caller frees it. */
static void *position(const struct game *game, int seats, int steps)
{
	struct random random = { (uint64_t)steps };
	int rule[GAME_RULES_MAX], move[GAME_LEGAL_MAX], value[GAME_DICE_MAX];
	void *state = memory_new(1, game->state_size);
	void *before = memory_new(1, game->state_size);
	struct error err;

	rules_defaults(game, rule);
	assert(game->init(state, seats, rule, &err) == 0);
	while (game->turn(state) != GAME_OVER) {
		if (game->turn(state) == GAME_CHANCE) {
			struct draw draw = game->due(state);

			for (int i = 0; i < draw.dice; i++)
				value[i] = 1 + random_below(&random,
							    draw.sides);
			game->land(state, value);
			continue;
		}
		memcpy(before, state, game->state_size);
		if (steps-- == 0)
			break;
		game->apply(state, move[random_below(&random,
			game->legal(state, move))]);
	}
	free(state);
	return before;
}

static bool reads(const struct game *game, const void *state,
		  const char *json, size_t size, int *move, struct error *err)
{
	cJSON *tree = json_parse(json, size);
	int result = game->read_move(state, tree, move, err);

	cJSON_Delete(tree);
	return result == 0;
}

/* A move that a game accepts can be shown, read back and played. */
static void try_move(const struct game *game, void *state, const cJSON *answer)
{
	struct json_writer shown = {0};
	struct error err = {0};
	struct text words = {0};
	int move, again;

	if (game->read_move(state, answer, &move, &err) != 0) {
		assert(err.text[0] != '\0');
		return;
	}
	game->show_move(state, move, &shown);
	assert(is_json(&shown.out, PROTOCOL_DEPTH_MAX, 0, &err));
	assert(reads(game, state, shown.out.bytes, shown.out.length, &again,
		     &err));
	assert(again == move);
	game->describe(state, move, &words);
	game->apply(state, move);
	assert(game->turn(state) >= GAME_OVER);
	text_release(&words);
	text_release(&shown.out);
}

static void try_games(const cJSON *answer)
{
	for (int i = 0; games_list[i] != NULL; i++) {
		for (int steps = 0; steps < 40; steps += 3) {
			const struct game *game = games_list[i];
			void *state = position(game, game->seats_min, steps);

			try_move(game, state, answer);
			free(state);
		}
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const char *line = (const char *)data;
	struct error why = {0};
	struct arena arena = {0};
	struct answer answer;
	enum fault fault = protocol_read_answer(&arena, line, size, &answer,
						&why);
	bool strict = is_strict(line, size);

	assert(fault == FAULT_NONE || fault == FAULT_ILLEGAL ||
	       fault == FAULT_GARBLED);
	assert(strict || fault == FAULT_GARBLED);
	assert((fault == FAULT_NONE) == (why.text[0] == '\0'));
	if (fault == FAULT_NONE)
		assert((answer.place >= 0) != (answer.move != NULL));
	if (answer.move != NULL)
		try_games(answer.move);
	arena_release(&arena);
	try_ready(line, size);
	return 0;
}
