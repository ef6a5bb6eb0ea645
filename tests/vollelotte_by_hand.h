/*
 * vollelotte_by_hand.h - plays Volle Lotte move by move, for its tests.
 */
#ifndef TESTS_VOLLELOTTE_BY_HAND_H
#define TESTS_VOLLELOTTE_BY_HAND_H

#include "by_hand.h"
#include "games/vollelotte.h"

static inline struct vollelotte *state_of(struct table *t)
{
	return t->state;
}

/* That card is turned; one of its kind has to be left. */
static inline void card(struct table *t, const char *name)
{
	int kind = 0, place = 1;

	ck_assert_int_eq(vollelotte.due(t->state).stream, 0);
	while (strcmp(vollelotte_cards[kind], name) != 0)
		place += state_of(t)->deck[kind++];
	ck_assert_int_gt(state_of(t)->deck[kind], 0);
	land(t, &place);
}

/* The seat whose turn it has to be banks that many points, at most 1000. */
static inline void banks(struct table *t, int seat, int points)
{
	check_turn(t, seat);
	card(t, "bonus200");
	state_of(t)->total = points - 100;
	roll(t, "123346");
	keep(t, "1", "bank");
}

static inline void nulls(struct table *t, int seat)
{
	check_turn(t, seat);
	card(t, "stop");
}

#endif
