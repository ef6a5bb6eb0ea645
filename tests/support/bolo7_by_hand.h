/*
 * bolo7_by_hand.h - Bolo with seven dice for by_hand.h.
 */
#ifndef SUPPORT_BOLO7_BY_HAND_H
#define SUPPORT_BOLO7_BY_HAND_H

#include "by_hand.h"
#include "games/bolo7.h"

static const struct hand_number numbers[] = {
	{ "total", offsetof(struct bolo7, total), false },
	{ "dice", offsetof(struct bolo7, dice), false },
	{ "open", offsetof(struct bolo7, open), true },
	{ 0 }
};

static const struct hand hand = {
	&bolo7, &bolo7_scoring, numbers, "1223346 1b", "2233446", NULL
};

static inline struct bolo7 *state_of(struct table *t)
{
	return t->state;
}

#endif
