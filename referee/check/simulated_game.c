/*
 * simulated_game.c - a match without a log file, in which the referee moves for
 * seats without a bot.
 */
#include "check/simulated_game.h"

#include <string.h>

/* SplitMix64, by Sebastiano Vigna, in the public domain. */
static uint64_t random_next(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
	return z ^ (z >> 31);
}

/* A random number from 0 to below - 1. */
static int random_below(uint64_t *state, int below)
{
	return (int)(((random_next(state) >> 32) * (uint64_t)below) >> 32);
}

/* Discards the lines of the log. */
static int drop(void *context, const char *bytes, size_t size,
		struct error *err)
{
	(void)context;
	(void)bytes;
	(void)size;
	(void)err;
	return 0;
}

void simulated_game_init(struct simulated_game *simulated,
			 const struct game *game, int seats, int bot,
			 const int *rule, uint32_t games, uint32_t links,
			 const struct limits *limits, uint64_t seed)
{
	static const char *const rivals[] = {
		"anton", "berta", "cesar", "dora", "emil", "frieda", "gustav",
		"hanna", "ida", "julius"
	};
	struct match_config *match = &simulated->match;

	*simulated = (struct simulated_game){ .random = seed, .match = {
		.game = game, .entrants = seats, .boards = games,
		.rotations = 1, .processes = PROCESSES_SEAT,
		.limits = *limits, .links = links } };
	memcpy(match->rule, rule, sizeof match->rule);
	for (int seat = 0; seat < seats; seat++)
		match->entrant[seat].name = memory_copy(seat == bot ? "bot" :
							rivals[seat]);
	for (int i = 0; i < HASH_SIZE; i++)
		simulated->secret.bytes[i] = (unsigned char)
			random_below(&simulated->random, 256);
	dice_seal(&simulated->secret, &match->seal);
	dice_salt_alone(&match->seal, &match->salt);
	matchlog_divert(&simulated->log, drop, NULL);
	engine_init(&simulated->engine, match, &simulated->secret,
		    &simulated->log);
}

void simulated_game_begin(struct simulated_game *simulated, uint32_t board)
{
	engine_set_board(&simulated->engine, board, 0);
	engine_begin_game(&simulated->engine);
}

/* Every third seat picks at random.  The others prefer one end of the list,
   which leads to positions that random play hardly ever reaches. */
static int choose(struct simulated_game *simulated, int seat)
{
	int count = simulated->engine.legal_count;
	int any = random_below(&simulated->random, count);

	if (seat % 3 == 2 || random_below(&simulated->random, 4) == 0)
		return any;
	return seat % 3 == 0 ? count - 1 : any / 2;
}

void simulated_game_move(struct simulated_game *simulated, int seat)
{
	struct engine *engine = &simulated->engine;

	engine_find_legal(engine);
	engine_move(engine, seat, engine->legal[choose(simulated, seat)]);
}

void simulated_game_release(struct simulated_game *simulated)
{
	engine_release(&simulated->engine);
	matchlog_release(&simulated->log);
	match_config_release(&simulated->match);
}
