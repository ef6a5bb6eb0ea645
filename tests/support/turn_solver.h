/*
 * turn_solver.h - a turn of Bolo, with seven dice or five, as a solver sees it.
 *
 * Everything comes from the engine: what a roll allows, what it is worth,
 * whether one may stop, and which dice are in hand afterwards.
 */
#ifndef SUPPORT_TURN_SOLVER_H
#define SUPPORT_TURN_SOLVER_H

#include <stdlib.h>

#include "games/bolo5.h"
#include "games/bolo7.h"
#include "games/games.h"
#include "one_game.h"

enum {
	HANDS_MAX = 100,
	OUTCOMES_MAX = 12000,
	OPTIONS_MAX = 40000,
	STEP = 50               /* all points are multiples of this */
};

/* Dice to be rolled, and what else of the turn affects the next roll. */
struct hand {
	int dice;
	int open[DICE_KEEP_FACES];           /* bolo7: dice of open series */
	int clause;                     /* bolo5: a face of the clause, or 0 */
	int first, count;               /* outcomes */
	double bust;                    /* chance */
};

/* Rolls that allow the same options. */
struct outcome {
	double chance;
	int first, count;               /* options */
};

struct option {
	int points;                     /* in steps */
	int hand;                       /* rolled next, if one rolls on */
	int stop;                       /* may one bank instead? */
};

struct model {
	const struct game *game;
	struct hand hand[HANDS_MAX];    /* 0: a fresh roll of all dice */
	struct outcome outcome[OUTCOMES_MAX];
	struct option option[OPTIONS_MAX];
	int hands, outcomes, options;
};

/* A state of either game. */
union solve_state {
	struct bolo5 bolo5;
	struct bolo7 bolo7;
};

static inline struct hand hand_of(const struct model *m,
				  const union solve_state *s)
{
	struct hand hand = {0};

	if (m->game == &bolo5) {
		hand.dice = s->bolo5.dice;
		/* The four possible faces are equivalent. */
		hand.clause = s->bolo5.clause_face > 0 ? 2 : 0;
	} else {
		hand.dice = s->bolo7.dice;
		memcpy(hand.open, s->bolo7.open, sizeof hand.open);
	}
	return hand;
}

static inline void take_hand(const struct model *m, const struct hand *hand,
			     union solve_state *s)
{
	if (m->game == &bolo5) {
		s->bolo5.dice = hand->dice;
		s->bolo5.clause_face = hand->clause;
	} else {
		s->bolo7.dice = hand->dice;
		memcpy(s->bolo7.open, hand->open, sizeof hand->open);
	}
}

static inline int total_of(const struct model *m, const union solve_state *s)
{
	return m->game == &bolo5 ? s->bolo5.total : s->bolo7.total;
}

static inline bool same_hand(const struct hand *a, const struct hand *b)
{
	return a->dice == b->dice && a->clause == b->clause &&
		memcmp(a->open, b->open, sizeof a->open) == 0;
}

static inline int model_hand(struct model *m, const union solve_state *s)
{
	struct hand new = hand_of(m, s);
	int i = 0;

	while (i < m->hands && !same_hand(&m->hand[i], &new))
		i++;
	if (i == m->hands) {
		if (m->hands++ == HANDS_MAX)
			abort();
		m->hand[i] = new;
	}
	return i;
}

/*
 * Adds an option unless an equal one is there.  A keep with fewer points that
 * leaves the same dice is a separate option: in bolo5, below 7000 and 9000
 * points, where the minimum rises, it can be the better one.
 */
static inline void model_option(struct model *m, struct outcome *outcome,
				struct option new)
{
	for (int i = 0; i < outcome->count; i++) {
		const struct option *old = &m->option[outcome->first + i];

		if (old->hand == new.hand && old->stop == new.stop &&
		    old->points == new.points)
			return;
	}
	if (outcome->first + outcome->count == OPTIONS_MAX)
		abort();
	m->option[outcome->first + outcome->count++] = new;
}

/* Adds the options of the dice rolled in `s`; equal outcomes are merged. */
static inline void model_roll(struct model *m, struct hand *hand,
			      const union solve_state *s, double chance)
{
	struct outcome new = { chance, m->options, 0 };
	int move[GAME_LEGAL_MAX], count = m->game->legal(s, move);

	for (int i = 0; i < count; i++) {
		union solve_state after = *s;

		if (dice_keep_move_then(move[i]) != DICE_KEEP_ROLL)
			continue;
		m->game->apply(&after, move[i]);
		model_option(m, &new, (struct option){
			(total_of(m, &after) - total_of(m, s)) / STEP,
			model_hand(m, &after),
			i + 1 < count && move[i + 1] >> 2 == move[i] >> 2 });
	}
	for (int i = 0; i < hand->count; i++) {
		struct outcome *old = &m->outcome[hand->first + i];

		if (old->count == new.count &&
		    memcmp(&m->option[old->first], &m->option[new.first],
			   (size_t)new.count * sizeof *m->option) == 0) {
			old->chance += chance;
			return;
		}
	}
	if (m->outcomes == OUTCOMES_MAX)
		abort();
	m->outcome[m->outcomes++] = new;
	m->options += new.count;
	hand->count++;
}

/* Adds every roll whose dice, in ascending order, begin with the first `lying`
   ones.  Returns the chance that the same hand has to be rolled again. */
static inline double model_rolls(struct model *m, struct hand *hand,
				 const union solve_state *s, int *value,
				 int lying, double chance)
{
	union solve_state after = *s;
	int equal = 0, turn;
	double again = 0;

	if (lying < hand->dice) {
		int least = lying > 0 ? value[lying - 1] : 1;

		while (equal < lying && value[lying - 1 - equal] == least)
			equal++;
		for (int face = least; face <= 6; face++) {
			int now = face == least ? equal + 1 : 1;

			value[lying] = face;
			again += model_rolls(m, hand, s, value, lying + 1,
				chance * (lying + 1) / now / 6);
		}
		return again;
	}
	m->game->land(&after, value);
	turn = m->game->turn(&after);
	if (turn >= 0)
		model_roll(m, hand, &after, chance);
	else if (m->game == &bolo5 && after.bolo5.race.seat == 0)
		return chance;          /* the clause */
	else
		hand->bust += chance;
	return 0;
}

/* A model with every hand that a turn can reach; the caller frees it.  The
   options should set no minimum for banking: a solver adds its own. */
static inline struct model *model_new(const struct game *game,
				      const char *options)
{
	struct model *m = memory_new(1, sizeof *m);
	void *start = start_game(game, 2, options);
	int value[DICE_KEEP_DICE_MAX];
	union solve_state s;

	m->game = game;
	memcpy(&s, start, game->state_size);
	free(start);
	model_hand(m, &s);
	for (int i = 0; i < m->hands; i++) {
		struct hand *hand = &m->hand[i];
		double again;

		hand->first = m->outcomes;
		take_hand(m, hand, &s);
		again = model_rolls(m, hand, &s, value, 0, 1);
		hand->bust /= 1 - again;
		for (int o = 0; o < hand->count; o++)
			m->outcome[hand->first + o].chance /= 1 - again;
	}
	return m;
}

#endif
