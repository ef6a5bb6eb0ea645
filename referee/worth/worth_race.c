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

/* A class of rolls that allow the same: one of them, and the chance of all. */
struct alike {
	int value[GAME_DICE_MAX];
	double chance;
};

/* All rolls of a substate. */
struct substate_rolls {
	struct alike *alike;            /* NULL: not computed yet */
	int count;
};

struct race_worth {
	struct turns *turns;
	double *mean;                   /* see turns_values */
	double mu;                      /* mean units of a whole turn */
	struct substate_rolls *rolls;   /* by substate */
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

/* What a roll allows if every bank that the dice allow is legal: the result of
   each move, as two numbers. */
struct allowed {
	int what[4 * DICE_KEEP_LIST_MAX], length;
};

/* The rolls of a substate being sorted into classes. */
struct classing {
	const struct turns *turns;
	const void *sample;             /* a state of the substate */
	int dice;
	void *after, *moved;            /* two states */
	struct substate_rolls *into;
	struct allowed *allowed;        /* of each class */
	size_t room, allowed_room;
};

/* Appends the result of a step from the sample: the score and -1 if the turn
   has ended, otherwise the total and the substate. */
static void add_what(const struct classing *c, const void *state,
		     struct allowed *allowed)
{
	const struct race *was = c->sample, *is = state;
	const bool ended = race_turn_ended(was, is);

	allowed->what[allowed->length++] = ended ? is->score[was->seat] :
		turns_total(c->turns, state);
	allowed->what[allowed->length++] = ended ? -1 :
		turns_substate(c->turns, state);
}

static void find_allowed(const struct classing *c, struct allowed *allowed)
{
	const struct game *game = c->turns->game;
	int move[GAME_LEGAL_MAX], count;

	allowed->length = 0;
	if (game->turn(c->after) < 0) {
		add_what(c, c->after, allowed);
		return;
	}
	count = game->legal(c->after, move);
	for (int i = 0; i < count; i++) {
		memcpy(c->moved, c->after, game->state_size);
		game->apply(c->moved, move[i]);
		add_what(c, c->moved, allowed);
	}
}

/* A rolls_one that adds a roll to its class. */
static void class_roll(void *context, const int *value, double ways)
{
	struct classing *c = context;
	struct substate_rolls *into = c->into;
	struct allowed allowed;
	int i = 0;

	memcpy(c->after, c->sample, c->turns->game->state_size);
	c->turns->game->land(c->after, value);
	find_allowed(c, &allowed);
	while (i < into->count && (c->allowed[i].length != allowed.length ||
	       memcmp(c->allowed[i].what, allowed.what,
		      (size_t)allowed.length * sizeof *allowed.what) != 0))
		i++;
	if (i == into->count) {
		ARRAY_GROW(into->alike, c->room, i + 1);
		ARRAY_GROW(c->allowed, c->allowed_room, i + 1);
		c->allowed[i] = allowed;
		memcpy(into->alike[i].value, value,
		       (size_t)c->dice * sizeof *value);
		into->count++;
	}
	into->alike[i].chance += ways;
}

static void class_rolls(const struct race_worth *r, int substate)
{
	const struct game *game = r->turns->game;
	const void *sample = r->turns->sample[substate];
	const struct draw draw = game->due(sample);
	struct substate_rolls *into = &r->rolls[substate];
	struct classing c = { .turns = r->turns, .sample = sample,
		.dice = draw.dice, .into = into,
		.after = memory_new(1, game->state_size),
		.moved = memory_new(1, game->state_size) };
	double all = rolls_each(draw.dice, draw.sides, class_roll, &c);

	for (int i = 0; i < into->count; i++)
		into->alike[i].chance /= all;
	free(c.after);
	free(c.moved);
	free(c.allowed);
}

/* Tries one roll of each class.  It lands in the actual state, so that its
   minimums apply. */
static void race_expect(const struct worth *worth, const void *state,
			double *f)
{
	const struct race_worth *r = worth->data;
	const size_t size = worth->game->state_size;
	const struct substate_rolls *rolls;
	double of_roll[GAME_SEATS_MAX];
	void *after;
	int substate;

	if (is_throwing(worth, state)) {
		any_beginner(worth, state, f);
		return;
	}
	substate = turns_substate(r->turns, state);
	rolls = &r->rolls[substate];
	if (rolls->count == 0)
		class_rolls(r, substate);
	after = memory_new(1, size);
	for (int s = 0; s < worth->seats; s++)
		f[s] = 0;
	for (int i = 0; i < rolls->count; i++) {
		memcpy(after, state, size);
		worth->game->land(after, rolls->alike[i].value);
		worth_value(worth, after, of_roll);
		for (int s = 0; s < worth->seats; s++)
			f[s] += rolls->alike[i].chance * of_roll[s];
	}
	free(after);
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
	r->rolls = memory_new((size_t)r->turns->substates, sizeof *r->rolls);
	r->scratch = memory_new(1, worth->game->state_size);
	worth->data = r;
	return 0;
}

static void race_release(struct worth *worth)
{
	struct race_worth *r = worth->data;

	for (int s = 0; s < r->turns->substates; s++)
		free(r->rolls[s].alike);
	free(r->rolls);
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
