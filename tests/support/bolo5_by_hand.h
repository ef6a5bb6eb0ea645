/*
 * bolo5_by_hand.h - Bolo with five dice for by_hand.h.
 */
#ifndef SUPPORT_BOLO5_BY_HAND_H
#define SUPPORT_BOLO5_BY_HAND_H

#include "by_hand.h"
#include "games/bolo5.h"

static const struct hand_number numbers[] = {
	{ "total", offsetof(struct bolo5, total), false },
	{ "dice", offsetof(struct bolo5, dice), false },
	{ 0 }
};

static const struct hand hand = {
	&bolo5, &bolo5_scoring, numbers, "12446 1b", "22446", NULL
};

static inline struct bolo5 *state_of(struct table *t)
{
	return t->state;
}

#endif
