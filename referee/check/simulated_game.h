/*
 * simulated_game.h - a match without a log in which the referee moves for the
 * seats that no bot plays.
 */
#ifndef CHECK_SIMULATED_GAME_H
#define CHECK_SIMULATED_GAME_H

#include "match/engine.h"

struct simulated_game {
	struct match_config match;
	struct hash secret;
	struct matchlog log;            /* which is written nowhere */
	struct engine engine;
	uint64_t random;                /* the generator's state */
};

/*
 * Prepares `games` games with the dice and the referee's moves of `seed`: a
 * check that failed fails again.  `bot` is the seat of the bot, which is only
 * named here; -1: none.  `rule` is copied, `limits` too.  The caller then
 * makes room for the bot: players_init.
 */
void simulated_game_init(struct simulated_game *simulated,
			 const struct game *game, int seats, int bot,
			 const int *rule, uint32_t games, uint32_t links,
			 const struct limits *limits, uint64_t seed);

/* The next game begins, on the dice of that board. */
void simulated_game_begin(struct simulated_game *simulated, uint32_t board);

/* The referee moves for a seat. */
void simulated_game_move(struct simulated_game *simulated, int seat);

void simulated_game_release(struct simulated_game *simulated);

#endif
