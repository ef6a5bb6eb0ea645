/*
 * worth_race.c - the worth of positions of Bolo and Pig by the race formula.
 *
 * What a seat expects from a turn in progress comes from a table that this file
 * computes: the mean points of a turn without minimums, by total and substate
 * (turns.h).  The formula (race_chances) does the rest.
 */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/bolo5.h"
#include "games/dice_keep.h"
#include "games/games.h"
#include "games/race.h"
#include "worth/turns.h"
#include "worth/worth.h"

/* Totals in the table: a player who plays for points would not roll on with
   more. */
enum { ROWS = 1500 };

struct race_worth {
	struct turns *turns;
	double *mean;                   /* see turns_values */
	double mu;                      /* mean units of a whole turn */
	void *scratch;                  /* a state */
};

/* ### the formula */

static double turn_mean(const struct race_worth *r, const void *state)
{
	const struct turns *turns = r->turns;
	int total = turns_total(turns, state);
	int substate = turns_substate(turns, state);

	return total < ROWS ? r->mean[total * turns->width + substate] :
		turns->substate[substate].halt * total;
}

/* `turn` is what the mover expects from its turn. */
static void chances(const struct worth *worth, const double *number,
		    int mover, const long *score, double turn, double *f)
{
	const struct race_worth *r = worth->data;
	const struct race_numbers numbers = { number[0], number[1], number[2],
					      number[3] };
	double own[GAME_SEATS_MAX];

	for (int s = 0; s < worth->seats; s++)
		own[s] = (double)score[s] / r->turns->unit;
	race_chances(&numbers, worth->seats, own, mover, turn,
		     r->turns->target, r->mu, f);
}

static void formula(const struct worth *worth, const void *state, double *f)
{
	const struct race *race = state;
	long score[GAME_SEATS_MAX];

	for (int s = 0; s < worth->seats; s++)
		score[s] = race->score[s];
	chances(worth, worth->number, race->seat, score,
		turn_mean(worth->data, state), f);
}

static void race_at_turn(const struct worth *worth, const double *number,
			 int mover, const long *score, double *f)
{
	const struct race_worth *r = worth->data;

	chances(worth, number, mover, score, r->mu, f);
}

/* ### the throw for the start */

static bool is_throwing(const struct worth *worth, const void *state)
{
	return worth->game == &bolo5 &&
		((const struct bolo5 *)state)->throwing;
}

/* Every seat that throws is equally likely to begin. */
static void any_beginner(const struct worth *worth, const void *state,
			 double *f)
{
	const struct start_throw *start =
		&((const struct bolo5 *)state)->start;
	const struct race_worth *r = worth->data;
	double of_one[GAME_SEATS_MAX];

	for (int s = 0; s < worth->seats; s++)
		f[s] = 0;
	for (int i = 0; i < start->count; i++) {
		int value[GAME_SEATS_MAX];

		for (int j = 0; j < start->count; j++)
			value[j] = j == i ? 2 : 1;
		memcpy(r->scratch, state, worth->game->state_size);
		worth->game->land(r->scratch, value);
		formula(worth, r->scratch, of_one);
		for (int s = 0; s < worth->seats; s++)
			f[s] += of_one[s] / start->count;
	}
}

static void race_value(const struct worth *worth, const void *state, double *f)
{
	if (is_throwing(worth, state))
		any_beginner(worth, state, f);
	else
		formula(worth, state, f);
}

/*
 * Of the moves that continue the turn, the one with the best mean is worth
 * most; of those that end it, the one with the best score.  So the formula has
 * to be evaluated for two moves only.
 */
static void race_decide(const struct worth *worth, const void *state,
			double *f)
{
	const struct race_worth *r = worth->data;
	const struct race *was = state, *is = r->scratch;
	const struct game *game = worth->game;
	int move[GAME_LEGAL_MAX], count = game->legal(state, move);
	int best[2] = { -1, -1 }, seat = was->seat;
	double most[2] = { -1, -1 }, of_move[GAME_SEATS_MAX];

	for (int i = 0; i < count; i++) {
		bool ended;
		double now;

		memcpy(r->scratch, state, game->state_size);
		game->apply(r->scratch, move[i]);
		ended = race_turn_ended(was, is);
		now = ended ? is->score[seat] : turn_mean(r, is);
		if (now > most[ended]) {
			most[ended] = now;
			best[ended] = move[i];
		}
	}
	f[seat] = -1;
	for (int ended = 0; ended < 2; ended++) {
		if (best[ended] < 0)
			continue;
		memcpy(r->scratch, state, game->state_size);
		game->apply(r->scratch, best[ended]);
		worth_value(worth, r->scratch, of_move);
		if (of_move[seat] > f[seat])
			memcpy(f, of_move, sizeof of_move);
	}
}

/* ### expectations */

/* Adds f after a roll, which has that chance; `after` is room for a state. */
static void add_roll(const struct worth *worth, const void *state, void *after,
		     const int *value, double chance, double *f)
{
	double of_roll[GAME_SEATS_MAX];

	if (chance == 0)
		return;
	memcpy(after, state, worth->game->state_size);
	worth->game->land(after, value);
	worth_value(worth, after, of_roll);
	for (int s = 0; s < worth->seats; s++)
		f[s] += chance * of_roll[s];
}

/* Tries one roll of each outcome.  It lands in the actual state, so that its
   minimums apply. */
static void race_expect(const struct worth *worth, const void *state,
			double *f)
{
	const struct race_worth *r = worth->data;
	const struct turns *turns = r->turns;
	AUTOFREE void *after = memory_new(1, worth->game->state_size);
	const struct turns_substate *from;

	if (is_throwing(worth, state)) {
		any_beginner(worth, state, f);
		return;
	}
	from = &turns->substate[turns_substate(turns, state)];
	for (int s = 0; s < worth->seats; s++)
		f[s] = 0;
	add_roll(worth, state, after, from->thrown, from->again, f);
	add_roll(worth, state, after, from->lost,
		 (1 - from->again) * from->bust, f);
	for (int i = 0; i < from->count; i++) {
		const struct turns_outcome *outcome =
			&turns->outcome[from->first + i];

		add_roll(worth, state, after, outcome->value,
			 (1 - from->again) * outcome->chance, f);
	}
}

/* ### opening */

/* The mean points of a turn, by total and substate; any bank is worth its
   points. */
static double *find_means(const struct turns *turns)
{
	const size_t rows = (size_t)ROWS + (size_t)turns->most;
	AUTOFREE double *stop = memory_new(rows, sizeof *stop);
	double *mean = memory_new(rows * (size_t)turns->width, sizeof *mean);

	for (size_t total = 0; total < rows; total++)
		stop[total] = (double)total;
	turns_values(turns, stop, ROWS, 0, mean);
	return mean;
}

static int race_open(struct worth *worth, struct error *err)
{
	struct race_worth *r;

	if (!turns_known(worth->game))
		return error_set(err, "the race formula is not for %s",
				 worth->game->name);
	r = memory_new(1, sizeof *r);
	r->turns = turns_new(worth->game, worth->rule);
	r->mean = find_means(r->turns);
	r->mu = r->mean[TURNS_FRESH];
	r->scratch = memory_new(1, worth->game->state_size);
	worth->data = r;
	return 0;
}

static void race_release(struct worth *worth)
{
	struct race_worth *r = worth->data;

	free(r->scratch);
	free(r->mean);
	turns_free(r->turns);
	free(r);
}

const struct worth_kind worth_race = {
	.open = race_open,
	.value = race_value,
	.decide = race_decide,
	.expect = race_expect,
	.at_turn = race_at_turn,
	.release = race_release,
};
