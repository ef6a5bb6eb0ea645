/*
 * bolo5_state.c - what scores and what may be banked; used by both the rules
 * and the views.
 */
#include "games/bolo5.h"

/* Full houses and straights. */
static const struct dice_keep_group bolo5_groups[] = {
	{ { 0, 3, 2 }, 500 }, { { 0, 3, 0, 2 }, 500 }, { { 0, 3, 0, 0, 2 }, 500 }, { { 0, 3, 0, 0, 0, 2 }, 500 }, { { 0, 3, 0, 0, 0, 0, 2 }, 500 },
	{ { 0, 2, 3 }, 500 }, { { 0, 0, 3, 2 }, 500 }, { { 0, 0, 3, 0, 2 }, 500 }, { { 0, 0, 3, 0, 0, 2 }, 500 }, { { 0, 0, 3, 0, 0, 0, 2 }, 500 },
	{ { 0, 2, 0, 3 }, 500 }, { { 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 3, 2 }, 500 }, { { 0, 0, 0, 3, 0, 2 }, 500 }, { { 0, 0, 0, 3, 0, 0, 2 }, 500 },
	{ { 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 0, 3, 2 }, 500 }, { { 0, 0, 0, 0, 3, 0, 2 }, 500 },
	{ { 0, 2, 0, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 0, 2, 3 }, 500 }, { { 0, 0, 0, 0, 0, 3, 2 }, 500 },
	{ { 0, 2, 0, 0, 0, 0, 3 }, 500 }, { { 0, 0, 2, 0, 0, 0, 3 }, 500 }, { { 0, 0, 0, 2, 0, 0, 3 }, 500 }, { { 0, 0, 0, 0, 2, 0, 3 }, 500 }, { { 0, 0, 0, 0, 0, 2, 3 }, 500 },
	{ { 0, 1, 1, 1, 1, 1, 0 }, 1000 },
	{ { 0, 0, 1, 1, 1, 1, 1 }, 1000 },
	{ { 0 }, 0 }
};

const struct dice_keep_scoring bolo5_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 2000, 10000 },
		[2] = { 0, 0, 0, 200, 400, 5000 },
		[3] = { 0, 0, 0, 300, 600, 5000 },
		[4] = { 0, 0, 0, 400, 800, 5000 },
		[5] = { 0, 50, 100, 500, 1000, 5000 },
		[6] = { 0, 0, 0, 600, 1200, 5000 },
	},
	.group = bolo5_groups,
};

int bolo5_need(const struct bolo5 *b)
{
	int score = b->race.score[b->race.seat];

	if (score >= 9000)
		return b->least_9000;
	if (score >= 7000)
		return b->least_7000;
	return score > 0 ? b->least : b->least_first;
}

int bolo5_need_for(const struct bolo5 *b, int total)
{
	int score = b->race.score[b->race.seat];

	if (b->only_to_win && score >= 9000 && score + total < b->target)
		return b->least_7000;
	return bolo5_need(b);
}
