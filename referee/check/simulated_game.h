/*
 * simulated_game.h - a match without a log file, in which the referee moves for
 * seats without a bot.
 */
#ifndef CHECK_SIMULATED_GAME_H
#define CHECK_SIMULATED_GAME_H

#include "match/engine.h"

struct simulated_game {
	struct match_config match;
	struct hash secret;
	struct matchlog log;            /* its lines are discarded */
	struct engine engine;
	uint64_t random;                /* state of the random generator */
};

/*
 * Prepares `games` games.  `seed` determines the dice and the referee's moves,
 * so that a failed check can be repeated.  `bot` is the seat that gets the name
 * "bot"; -1: none.  Copies `rule` and `limits`.  To play with a bot the caller
 * then has to call players_init.
 */
void simulated_game_init(struct simulated_game *simulated,
			 const struct game *game, int seats, int bot,
			 const int *rule, uint32_t games, uint32_t links,
			 const struct limits *limits, uint64_t seed);

/* Begins the next game, with the dice of that board. */
void simulated_game_begin(struct simulated_game *simulated, uint32_t board);

/* Chooses and makes a move for a seat. */
void simulated_game_move(struct simulated_game *simulated, int seat);

void simulated_game_release(struct simulated_game *simulated);

#endif
