/*
 * worth.c - what a position is worth to each seat.
 */
#include "worth/worth.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "games/game.h"
#include "games/race.h"
#include "worth/turns.h"

int worth_open(struct worth *worth, struct error *err)
{
	return worth->kind->open(worth, err);
}

/* The share of the win of each seat in a game that is over. */
static void points(const struct worth *worth, const void *state, double *f)
{
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX];
	int share[GAME_SEATS_MAX];

	worth->game->score(state, scores, ranks);
	game_points(RESULT_WINNER, worth->seats, ranks, share);
	for (int s = 0; s < worth->seats; s++)
		f[s] = (double)share[s] / GAME_POINTS;
}

/* f after this move. */
static void value_after(const struct worth *worth, const void *state, int move,
			double *f)
{
	AUTOFREE void *after = memory_new(1, worth->game->state_size);

	memcpy(after, state, worth->game->state_size);
	worth->game->apply(after, move);
	worth_value(worth, after, f);
}

/* f of the move that is worth most to the seat that is to decide; of several,
   the first. */
static void best_move(const struct worth *worth, const void *state, double *f)
{
	const int seat = worth->game->turn(state);
	int move[GAME_LEGAL_MAX], count = worth->game->legal(state, move);
	double of_move[GAME_SEATS_MAX];

	for (int i = 0; i < count; i++) {
		value_after(worth, state, move[i], of_move);
		if (i == 0 || of_move[seat] > f[seat])
			memcpy(f, of_move, sizeof of_move);
	}
}

void worth_value(const struct worth *worth, const void *state, double *f)
{
	int turn = worth->game->turn(state);

	if (turn == GAME_OVER)
		points(worth, state, f);
	else if (turn == GAME_CHANCE)
		worth->kind->value(worth, state, f);
	else if (worth->kind->decide != NULL)
		worth->kind->decide(worth, state, f);
	else
		best_move(worth, state, f);
}

/* ### expectations */

struct rolls_sum {
	const struct worth *worth;
	const void *state;
	void *after;
	double *f;
};

/* A rolls_one that adds f after the roll to the sum. */
static void add_roll(void *context, const int *value, double ways)
{
	struct rolls_sum *sum = context;
	const struct worth *worth = sum->worth;
	double f[GAME_SEATS_MAX];

	memcpy(sum->after, sum->state, worth->game->state_size);
	worth->game->land(sum->after, value);
	worth_value(worth, sum->after, f);
	for (int s = 0; s < worth->seats; s++)
		sum->f[s] += ways * f[s];
}

void worth_expect_all(const struct worth *worth, const void *state, double *f)
{
	struct draw draw = worth->game->due(state);
	AUTOFREE void *after = memory_new(1, worth->game->state_size);
	struct rolls_sum sum = { worth, state, after, f };
	double all;

	for (int s = 0; s < worth->seats; s++)
		f[s] = 0;
	all = rolls_each(draw.dice, draw.sides, add_roll, &sum);
	for (int s = 0; s < worth->seats; s++)
		f[s] /= all;
}

void worth_expect(const struct worth *worth, const void *state, double *f)
{
	assert(worth->game->turn(state) == GAME_CHANCE);
	if (worth->kind->expect != NULL)
		worth->kind->expect(worth, state, f);
	else
		worth_expect_all(worth, state, f);
}

/* ### moves and seats */

double worth_of_move(const struct worth *worth, const void *state, int move)
{
	double f[GAME_SEATS_MAX];

	value_after(worth, state, move, f);
	return f[worth->game->turn(state)];
}

/* Relies on all games with a worth being races. */
int worth_roller(const struct worth *worth, const void *state)
{
	const struct race *race = state;
	int stream = worth->game->due(state).stream;

	if (stream > 0)
		return stream - 1;
	return race->turns[race->seat] > 0 ? race->seat : -1;
}

void worth_release(struct worth *worth)
{
	if (worth->data != NULL)
		worth->kind->release(worth);
	worth->data = NULL;
}

/* ### the race formula */

static double largest(int count, const double *x)
{
	double best = x[0];

	for (int i = 1; i < count; i++)
		best = fmax(best, x[i]);
	return best;
}

void race_chances_softmax(int seats, const double *x, double scale, double *f)
{
	double best = largest(seats, x), sum = 0;

	for (int s = 0; s < seats; s++) {
		f[s] = x[s] == best ? 1 :
			exact_math_exp(scale * (x[s] - best));
		sum += f[s];
	}
	for (int s = 0; s < seats; s++)
		f[s] /= sum;
}

void race_chances(const struct race_numbers *numbers, int seats,
		  const double *score, int mover, double turn, double target,
		  double mu, double *f)
{
	double x[GAME_SEATS_MAX], left;

	x[mover] = score[mover] + turn;
	for (int k = 1; k < seats; k++) {
		int s = (mover + k) % seats;

		x[s] = score[s] + numbers->h * mu * (seats - k) / (seats - 1);
	}
	left = fmax(target - largest(seats, x) + numbers->r, numbers->r / 2);
	race_chances_softmax(seats, x, numbers->c *
			     exact_math_exp(-numbers->e *
					    exact_math_log(left / 100)), f);
}
