/*
 * vollelotte_by_hand.h - Volle Lotte for by_hand.h.
 */
#ifndef SUPPORT_VOLLELOTTE_BY_HAND_H
#define SUPPORT_VOLLELOTTE_BY_HAND_H

#include "by_hand.h"
#include "games/vollelotte.h"

static inline struct vollelotte *state_of(struct table *t)
{
	return t->state;
}

/* Turns the card `name`; the deck must have one left. */
static inline void turn_card(struct table *t, const char *name)
{
	int kind = 0, place = 1;

	ck_assert_int_eq(vollelotte.due(t->state).stream, 0);
	while (strcmp(vollelotte_cards[kind], name) != 0) {
		place += state_of(t)->deck[kind++];
		ck_assert_msg(kind < VOLLELOTTE_KINDS, "no card %s", name);
	}
	ck_assert_int_gt(state_of(t)->deck[kind], 0);
	land(t, &place);
}

static const struct hand_number numbers[] = {
	{ "total", offsetof(struct vollelotte, total), false },
	{ "dice", offsetof(struct vollelotte, dice), false },
	{ "lottes", offsetof(struct vollelotte, lottes), false },
	{ "faces", offsetof(struct vollelotte, faces), true },
	{ 0 }
};

static const struct hand hand = {
	&vollelotte, NULL, numbers, "bonus200 123346 1b", "stop", turn_card
};

#endif
