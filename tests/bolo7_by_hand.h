/*
 * bolo7_by_hand.h - plays Bolo with seven dice move by move, for its tests.
 */
#ifndef TESTS_BOLO7_BY_HAND_H
#define TESTS_BOLO7_BY_HAND_H

#include "by_hand.h"
#include "games/bolo7.h"

static inline struct bolo7 *state_of(struct table *t)
{
	return t->state;
}

static inline void busts(struct table *t, int seat)
{
	check_turn(t, seat);
	roll(t, "2233446");
}

/* The seat whose turn it has to be banks that many points, in one roll. */
static inline void banks(struct table *t, int seat, int points)
{
	check_turn(t, seat);
	state_of(t)->total = points - 100;
	roll(t, "1223346");
	keep(t, "1", "bank");
}

#endif
