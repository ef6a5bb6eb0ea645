/*
 * solve.h - a turn of Bolo with seven dice as a solver sees it.
 *
 * All of it is asked of the engine: what a roll allows, what it is worth and
 * which dice are in hand afterwards.
 */
#ifndef TESTS_SOLVE_H
#define TESTS_SOLVE_H

#include <stdlib.h>

#include "games/bolo7.h"
#include "games/games.h"
#include "games/rules.h"

enum {
	HANDS_MAX = 100,
	OUTCOMES_MAX = 12000,
	OPTIONS_MAX = 40000,
	STEP = 50               /* every number of points is a multiple */
};

/* Dice to be rolled and the series that they may extend. */
struct hand {
	int dice, open[KEEP_FACES];
	int first, count;               /* outcomes */
	double bust;                    /* chance */
};

/* Rolls that allow the same: each option is worth at most one keep. */
struct outcome {
	double chance;
	int first, count;               /* options */
};

struct option {
	int points;                     /* in steps */
	int hand;                       /* with which to roll on */
};

struct model {
	struct hand hand[HANDS_MAX];    /* 0: a fresh roll of seven */
	struct outcome outcome[OUTCOMES_MAX];
	struct option option[OPTIONS_MAX];
	int hands, outcomes, options;
};

static inline int model_hand(struct model *m, const struct bolo7 *b)
{
	int i = 0;

	while (i < m->hands && (m->hand[i].dice != b->dice ||
	       memcmp(m->hand[i].open, b->open, sizeof b->open) != 0))
		i++;
	if (i == m->hands) {
		if (m->hands++ == HANDS_MAX)
			abort();
		m->hand[i].dice = b->dice;
		memcpy(m->hand[i].open, b->open, sizeof b->open);
	}
	return i;
}

/* Of two keeps that leave the same dice only the better one matters. */
static inline void model_option(struct model *m, struct outcome *outcome,
				struct option new)
{
	for (int i = 0; i < outcome->count; i++) {
		struct option *old = &m->option[outcome->first + i];

		if (old->hand != new.hand)
			continue;
		if (old->points < new.points)
			old->points = new.points;
		return;
	}
	if (outcome->first + outcome->count == OPTIONS_MAX)
		abort();
	m->option[outcome->first + outcome->count++] = new;
}

/* The options of the dice that lie in `b`; equal outcomes are one. */
static inline void model_roll(struct model *m, struct hand *hand,
			      const struct bolo7 *b, double chance)
{
	struct outcome new = { chance, m->options, 0 };
	int move[GAME_LEGAL_MAX], count = bolo7.legal(b, move);

	for (int i = 0; i < count; i++) {
		struct bolo7 after = *b;

		if (keep_move_then(move[i]) != KEEP_ROLL)
			continue;
		bolo7.apply(&after, move[i]);
		model_option(m, &new, (struct option){
			(after.total - b->total) / STEP,
			model_hand(m, &after) });
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

/* Every roll that goes on from the first `lying` dice, ascending. */
static inline void model_rolls(struct model *m, struct hand *hand,
			       const struct bolo7 *b, int *value, int lying,
			       double chance)
{
	struct bolo7 after = *b;
	int equal = 0;

	if (lying < hand->dice) {
		int least = lying > 0 ? value[lying - 1] : 1;

		while (equal < lying && value[lying - 1 - equal] == least)
			equal++;
		for (int face = least; face <= 6; face++) {
			int now = face == least ? equal + 1 : 1;

			value[lying] = face;
			model_rolls(m, hand, b, value, lying + 1,
				    chance * (lying + 1) / now / 6);
		}
		return;
	}
	bolo7.land(&after, value);
	if (bolo7.turn(&after) == GAME_CHANCE)
		hand->bust += chance;
	else
		model_roll(m, hand, &after, chance);
}

/* Every hand that a turn can come to.  No opening: a solver adds its own. */
static inline struct model *model_new(const char *options)
{
	struct model *m = memory_new(1, sizeof *m);
	int rule[GAME_RULES_MAX], value[BOLO7_DICE];
	struct error err;
	struct bolo7 b;

	rules_defaults(&bolo7, rule);
	if (rules_set_text(&bolo7, options, rule, &err) != 0 ||
	    bolo7.init(&b, 2, rule, &err) != 0)
		abort();
	model_hand(m, &b);
	for (int i = 0; i < m->hands; i++) {
		struct hand *hand = &m->hand[i];

		hand->first = m->outcomes;
		b.dice = hand->dice;
		memcpy(b.open, hand->open, sizeof b.open);
		model_rolls(m, hand, &b, value, 0, 1);
	}
	return m;
}

#endif
