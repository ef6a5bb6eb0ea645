/*
 * blackpot_state.c - what may be placed; used by both the rules and the views.
 */
#include "games/blackpot.h"

#include <string.h>

int blackpot_most(const struct blackpot *b)
{
	int left = b->left[blackpot_side(b->seat)];

	return left < BLACKPOT_DICE ? left : BLACKPOT_DICE;
}

const struct blackpot_sums *blackpot_sums_now(const struct blackpot *b,
					      struct blackpot_sums *room)
{
	int value[BLACKPOT_DICE], count;

	if (b->phase != BLACKPOT_FORCED)
		return &b->sums;
	memset(room, 0, sizeof *room);
	count = blackpot_moves_items(b->indicated, value);
	if (count == 1) {
		room->one = 1u << value[0];
	} else if (count == 2) {
		room->pair[value[0]] |= 1u << value[1];
		room->pair[value[1]] |= 1u << value[0];
	} else {
		room->three = true;
		memcpy(room->die, value, sizeof room->die);
	}
	return room;
}
