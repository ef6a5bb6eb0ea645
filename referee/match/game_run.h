/*
 * game_run.h - one game in progress: the state of its rules and its dice.
 *
 * The player, the audit and the packer all advance a game with these functions,
 * so they cannot get different dice.
 */
#ifndef MATCH_GAME_RUN_H
#define MATCH_GAME_RUN_H

#include "fair/dice.h"
#include "games/game.h"

struct game_run {
	const struct game *game;
	int seats;
	int rule[GAME_RULES_MAX];
	struct hash_chains *chains; /* borrowed; its board is the game's */
	void *state;		    /* owned */
	struct dice_cursor cursor[GAME_SEATS_MAX + 1]; /* per stream */
	uint32_t chain[GAME_SEATS_MAX + 1]; /* the last one announced */
};

/* A roll that is due, and its result. */
struct roll {
	int stream;
	uint32_t k;
	uint32_t chain;
	bool new_chain;         /* a `chain` line precedes it */
	int dice, sides;
	int value[GAME_DICE_MAX];
	struct hash link;
};

/* Copies `rule`, which must have passed rules_check. */
void game_run_init(struct game_run *run, const struct game *game, int seats,
		   const int *rule, struct hash_chains *chains);

/* Begins a new game on the board of the chains. */
void game_run_begin(struct game_run *run);

/* At GAME_CHANCE: makes the roll that is due, without applying it to the state.
   Call once, then call run->game->land. */
void game_run_roll(struct game_run *run, struct roll *roll);

void game_run_release(struct game_run *run);

#endif
