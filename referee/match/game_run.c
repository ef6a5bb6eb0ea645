/*
 * game_run.c - one game in progress: the state of its rules and its dice.
 */
#include "match/game_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void game_run_init(struct game_run *run, const struct game *game, int seats,
		   const int *rule, struct hash_chains *chains)
{
	assert(seats <= GAME_SEATS_MAX);
	*run = (struct game_run){
		.game = game, .seats = seats, .chains = chains,
		.state = memory_new(1, game->state_size),
	};
	memcpy(run->rule, rule, sizeof run->rule);
}

void game_run_begin(struct game_run *run)
{
	struct error err;
	int result;

	result = run->game->init(run->state, run->seats,
				    run->rule, &err);
	assert(result == 0);
	memset(run->cursor, 0, sizeof run->cursor);
	memset(run->chain, 0, sizeof run->chain);
}

void game_run_roll(struct game_run *run, struct roll *roll)
{
	struct draw due = run->game->due(run->state);
	struct hash_chains *chains = run->chains;

	assert(due.dice >= 1 && due.dice <= GAME_DICE_MAX);
	assert(due.stream >= 0 && due.stream <= run->seats);
	roll->stream = due.stream;
	roll->k = dice_cursor_next(&run->cursor[due.stream],
				   run->game->stride, due.turn);
	roll->chain = (roll->k - 1) / chains->links;
	roll->new_chain = roll->chain != run->chain[due.stream];
	run->chain[due.stream] = roll->chain;
	roll->dice = due.dice;
	roll->sides = due.sides;
	roll->link = *hash_chains_link(chains, due.stream, roll->k);
	dice_values(&chains->salt, &roll->link, due.dice, due.sides,
		    roll->value);
}

void game_run_release(struct game_run *run)
{
	free(run->state);
	*run = (struct game_run){0};
}
