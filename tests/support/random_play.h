/*
 * random_play.h - plays games at random and values them at every step.
 */
#ifndef SUPPORT_RANDOM_PLAY_H
#define SUPPORT_RANDOM_PLAY_H

#include <check.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/race.h"
#include "random.h"
#include "worth/duel.h"
#include "worth/worth.h"

/* A larger |z| is not chance. */
#define Z_MOST 4.0

struct play {
	struct worth *worth;
	struct random random;
	void *state;
	const struct duel *best;        /* seat 0 plays by it; or NULL */
	struct duel_turn *best_turn;
	int max_turns;                  /* replaces the rule unless 0 */
	/* Of the game. */
	double start[GAME_SEATS_MAX];
	double own[GAME_SEATS_MAX];     /* luck of a seat's rolls */
	double total[GAME_SEATS_MAX];   /* of all rolls */
	double loss[GAME_SEATS_MAX];    /* with an exact worth */
	/* Used instead of worth_expect; or NULL. */
	void (*expect)(const struct play *play, double *f);
	/* Called before each roll, and each decision; or NULL. */
	void (*look)(const struct play *play);
	void (*ask)(const struct play *play);
};

static inline void play_begin(struct play *play, struct worth *worth)
{
	*play = (struct play){ .worth = worth, .random = { 1 },
		.state = memory_new(1, worth->game->state_size) };
}

static inline void play_end(struct play *play)
{
	free(play->state);
	worth_release(play->worth);
}

static inline void play_roll(struct play *play)
{
	const struct game *game = play->worth->game;
	const struct draw draw = game->due(play->state);
	double expected[GAME_SEATS_MAX], f[GAME_SEATS_MAX];
	int value[GAME_DICE_MAX], roller;

	roller = worth_roller(play->worth, play->state);
	if (play->look != NULL)
		play->look(play);
	for (int i = 0; i < draw.dice; i++)
		value[i] = 1 + random_below(&play->random, draw.sides);
	if (play->expect != NULL)
		play->expect(play, expected);
	else
		worth_expect(play->worth, play->state, expected);
	game->land(play->state, value);
	worth_value(play->worth, play->state, f);
	for (int s = 0; s < play->worth->seats; s++)
		play->total[s] += f[s] - expected[s];
	if (roller >= 0)
		play->own[roller] += f[roller] - expected[roller];
}

/* Two of three moves are the last legal one, which banks if possible. */
static inline void play_decide(struct play *play)
{
	const struct game *game = play->worth->game;
	int move[GAME_LEGAL_MAX], count = game->legal(play->state, move);
	int last = random_below(&play->random, 3) > 0, chosen;

	if (play->ask != NULL)
		play->ask(play);
	chosen = move[last ? count - 1 :
		      random_below(&play->random, count)];
	if (play->best != NULL && game->turn(play->state) == 0)
		chosen = duel_best(play->best, play->best_turn, play->state,
				   NULL);
	if (play->worth->kind->exact) {
		double f[GAME_SEATS_MAX];
		int seat = game->turn(play->state);

		worth_value(play->worth, play->state, f);
		play->loss[seat] += f[seat] -
			worth_of_move(play->worth, play->state, chosen);
	}
	game->apply(play->state, chosen);
}

static inline void play_game(struct play *play)
{
	const struct game *game = play->worth->game;
	struct error err;
	int turn;

	memset(play->own, 0, sizeof play->own);
	memset(play->total, 0, sizeof play->total);
	memset(play->loss, 0, sizeof play->loss);
	ck_assert_int_eq(game->init(play->state, play->worth->seats,
				    play->worth->rule, &err), 0);
	if (play->max_turns > 0)
		((struct race *)play->state)->max_turns = play->max_turns;
	worth_value(play->worth, play->state, play->start);
	while ((turn = game->turn(play->state)) != GAME_OVER)
		if (turn == GAME_CHANCE)
			play_roll(play);
		else
			play_decide(play);
}

/* How far the mean luck of one seat's rolls is from 0, in standard errors.
   The sum of both seats would hide an error that favours both. */
static inline double play_z(struct play *play, int seat, int games)
{
	double sum = 0, squares = 0;

	for (int g = 0; g < games; g++) {
		play_game(play);
		sum += play->own[seat];
		squares += play->own[seat] * play->own[seat];
	}
	return sum / sqrt(squares - sum * sum / games);
}

/* ### what holds at every step */

static inline void play_check_sum(const struct play *play)
{
	double f[GAME_SEATS_MAX], sum = 0;

	worth_value(play->worth, play->state, f);
	for (int s = 0; s < play->worth->seats; s++) {
		ck_assert(f[s] >= 0 && f[s] <= 1);
		sum += f[s];
	}
	ck_assert_double_eq_tol(sum, 1, 1e-12);
}

static inline void play_check_best(const struct play *play)
{
	const struct worth *worth = play->worth;
	int move[GAME_LEGAL_MAX], seat = worth->game->turn(play->state);
	int count = worth->game->legal(play->state, move);
	double f[GAME_SEATS_MAX], best = 0;

	worth_value(worth, play->state, f);
	for (int i = 0; i < count; i++)
		best = fmax(best, worth_of_move(worth, play->state, move[i]));
	ck_assert_double_eq_tol(f[seat], best, 1e-12);
}

static inline void play_check_decision(const struct play *play)
{
	play_check_sum(play);
	play_check_best(play);
}

static inline void play_check_expectation(const struct play *play)
{
	double f[GAME_SEATS_MAX], all[GAME_SEATS_MAX];

	if (worth_roller(play->worth, play->state) < 0)
		return;
	worth_expect(play->worth, play->state, f);
	worth_expect_all(play->worth, play->state, all);
	for (int s = 0; s < play->worth->seats; s++)
		ck_assert_double_eq_tol(f[s], all[s], 1e-12);
}

#endif
