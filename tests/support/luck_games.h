/*
 * luck_games.h - simulated games whose luck is known and has the mean 0.
 *
 * A game is decided in two steps.  The dice first move every seat's chance
 * from p nearly to a win or a loss, by the share 1 - `rest` of the way; then
 * the game is decided at random with these chances.  Luck is the change that
 * the dice made, less what mistakes cost: every seat loses a little by them,
 * and p includes the mean loss.  A share of the luck may go unmeasured.
 */
#ifndef SUPPORT_LUCK_GAMES_H
#define SUPPORT_LUCK_GAMES_H

#include "base/exact_math.h"
#include "ladder_games.h"

struct luck_games {
	struct random random;
	double rest;            /* of the way to the result, after the dice */
	double blind;           /* share of luck that is not measured */
	double mistakes;        /* chance of one, by game and seat; its size has
				   an exponential distribution */
	double size;            /* mean size of a mistake, in points */
	double shared;          /* share of blocks whose games have the same
				   dice, with the seats rotated */
	double first;           /* advantage of the first seat, in logits */
	int rotations;          /* games of a block; 0: one for every seat */
};

static inline double luck_games_uniform(struct luck_games *from)
{
	return (random_below(&from->random, 1 << 30) + 0.5) / (1 << 30);
}

/* Chooses a seat with these chances by `u`, a number in 0..1. */
static inline int luck_games_pick(const double *chance, int seats, double u)
{
	int s = 0;

	for (; s + 1 < seats && u >= chance[s]; s++)
		u -= chance[s];
	return s;
}

static inline void luck_games_chances(const struct luck_games *from,
				      const double *strength, const int *seated,
				      int seats, double *chance)
{
	double sum = 0;

	for (int s = 0; s < seats; s++)
		sum += chance[s] = exact_math_exp(strength[seated[s]] +
						  (s == 0 ? from->first : 0));
	for (int s = 0; s < seats; s++)
		chance[s] /= sum;
}

/* What a seat loses by mistakes, less the mean. */
static inline double luck_games_loss(struct luck_games *from)
{
	double loss = 0;

	if (luck_games_uniform(from) < from->mistakes)
		loss = -from->size * exact_math_log(luck_games_uniform(from));
	return loss - from->mistakes * from->size;
}

/* Plays a game whose dice are `dice`; the winner is first, all others share
   second place. */
static inline void luck_games_play(struct luck_games *from,
				   const double *strength, const int *seated,
				   int seats, double dice, long *ranks,
				   int32_t *luck)
{
	double chance[GAME_SEATS_MAX], later[GAME_SEATS_MAX];
	double loss[GAME_SEATS_MAX], losses = 0;
	int favoured, winner;
	long sum = 0;

	luck_games_chances(from, strength, seated, seats, chance);
	favoured = luck_games_pick(chance, seats, dice);
	for (int s = 0; s < seats; s++)
		later[s] = from->rest * chance[s] +
			(1 - from->rest) * (s == favoured);
	winner = luck_games_pick(later, seats, luck_games_uniform(from));
	for (int s = 0; s < seats; s++)
		losses += loss[s] = from->mistakes > 0 ? luck_games_loss(from)
						       : 0;
	for (int s = 0; s < seats; s++) {
		/* What one seat loses, the others share. */
		double blame = (losses - loss[s]) / (seats - 1) - loss[s];
		double seen = (1 - from->blind) *
			(later[s] - chance[s] - blame);

		ranks[s] = s == winner ? 1 : 2;
		luck[s] = (int32_t)lround(seen * 1e6);
		sum += luck[s];
	}
	luck[0] -= (int32_t)sum;
}

/* Adds a block of games, in which the seats rotate from game to game. */
static inline void luck_games_block(struct luck_games *from,
				    const double *strength, const int *entrant,
				    int seats)
{
	bool same = luck_games_uniform(from) < from->shared;
	double dice = luck_games_uniform(from);
	int games = from->rotations > 0 ? from->rotations : seats;

	for (int rotation = 0; rotation < games; rotation++) {
		int seated[GAME_SEATS_MAX];
		long ranks[GAME_SEATS_MAX];
		int32_t luck[GAME_SEATS_MAX];

		for (int s = 0; s < seats; s++)
			seated[s] = entrant[(s + rotation) % seats];
		if (!same && rotation > 0)
			dice = luck_games_uniform(from);
		luck_games_play(from, strength, seated, seats, dice, ranks,
				luck);
		games_table_add_game(&table, seated, ranks, seats,
				     rotation == 0 ? ALONE : 0);
		games_table_add_luck(&table, luck);
	}
}

#endif
