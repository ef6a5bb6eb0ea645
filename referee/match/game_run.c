/*
 * game_run.c - one game in progress: the state of its rules and its dice.
 */
#include "match/game_run.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void course_init(struct course *course, const struct game *game, int seats,
		 const int *rule, struct chains *chains)
{
	assert(seats <= GAME_SEATS_MAX);
	*course = (struct course){
		.game = game, .seats = seats, .chains = chains,
		.state = memory_new(1, game->state_size),
	};
	memcpy(course->rule, rule, sizeof course->rule);
}

void course_begin(struct course *course)
{
	struct error err;
	int result;

	result = course->game->init(course->state, course->seats,
				    course->rule, &err);
	assert(result == 0);
	memset(course->cursor, 0, sizeof course->cursor);
	memset(course->chain, 0, sizeof course->chain);
}

void course_roll(struct course *course, struct roll *roll)
{
	struct draw due = course->game->due(course->state);
	struct chains *chains = course->chains;

	assert(due.dice >= 1 && due.dice <= GAME_DICE_MAX);
	assert(due.stream >= 0 && due.stream <= course->seats);
	roll->stream = due.stream;
	roll->k = cursor_next(&course->cursor[due.stream],
			      course->game->stride, due.turn);
	roll->chain = (roll->k - 1) / chains->links;
	roll->new_chain = roll->chain != course->chain[due.stream];
	course->chain[due.stream] = roll->chain;
	roll->dice = due.dice;
	roll->sides = due.sides;
	roll->link = *chains_link(chains, due.stream, roll->k);
	dice_values(&chains->salt, &roll->link, due.dice, due.sides,
		    roll->value);
}

void course_release(struct course *course)
{
	free(course->state);
	*course = (struct course){0};
}
