/*
 * bolo7_state.c - what scores and who is still in; used by both the rules and
 * the views.
 */
#include "games/bolo7.h"

static const struct dice_keep_group bolo7_groups[] = {
	{ { 0, 1, 1, 1, 1, 1, 1 }, 1500 },
	{ { 0 }, 0 }
};

const struct dice_keep_scoring bolo7_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 2000, 4000, 8000, 16000 },
		[2] = { 0, 0, 0, 200, 400, 800, 1600, 3200 },
		[3] = { 0, 0, 0, 300, 600, 1200, 2400, 4800 },
		[4] = { 0, 0, 0, 400, 800, 1600, 3200, 6400 },
		[5] = { 0, 50, 100, 500, 1000, 2000, 4000, 8000 },
		[6] = { 0, 0, 0, 600, 1200, 2400, 4800, 9600 },
	},
	.group = bolo7_groups,
};

const struct dice_keep_scoring *
bolo7_scoring_series(const struct bolo7 *b, struct dice_keep_scoring *room)
{
	*room = bolo7_scoring;
	for (int face = 1; face < DICE_KEEP_FACES; face++) {
		int series = bolo7_scoring.face[face][b->open[face]];

		/* Each further die doubles the series; the gain scores. */
		if (b->open[face] > 0)
			for (int n = 1; n <= BOLO7_DICE; n++)
				room->face[face][n] = series * ((1 << n) - 1);
	}
	return room;
}

int bolo7_contenders(const struct bolo7 *b, int *seat)
{
	int count = 0;

	for (int i = 0; i < b->race.seats; i++) {
		int s = (b->trigger + i) % b->race.seats;

		if (b->contender[s])
			seat[count++] = s;
	}
	return count;
}
