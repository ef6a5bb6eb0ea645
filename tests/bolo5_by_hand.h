/*
 * bolo5_by_hand.h - plays Bolo with five dice move by move, for its tests.
 */
#ifndef TESTS_BOLO5_BY_HAND_H
#define TESTS_BOLO5_BY_HAND_H

#include "by_hand.h"
#include "games/bolo5.h"

static inline struct bolo5 *state_of(struct table *t)
{
	return t->state;
}

static inline void bolos(struct table *t, int seat)
{
	check_turn(t, seat);
	roll(t, "22446");
}

/* The seat whose turn it has to be banks that many points, in one roll. */
static inline void banks(struct table *t, int seat, int points)
{
	check_turn(t, seat);
	state_of(t)->total = points - 100;
	roll(t, "12446");
	keep(t, "1", "bank");
}

#endif
