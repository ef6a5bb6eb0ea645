/*
 * vollelotte_state.c - what scores; used by both the rules and the views.
 */
#include "games/vollelotte.h"

static const struct dice_keep_group no_groups[] = { { { 0 }, 0 } };

const struct dice_keep_scoring vollelotte_scoring = {
	.face = {
		[1] = { 0, 100, 200, 1000, 1100, 1200, 2000 },
		[2] = { 0, 0, 0, 200, 0, 0, 400 },
		[3] = { 0, 0, 0, 300, 0, 0, 600 },
		[4] = { 0, 0, 0, 400, 0, 0, 800 },
		[5] = { 0, 50, 100, 500, 550, 600, 1000 },
		[6] = { 0, 0, 0, 600, 0, 0, 1200 },
	},
	.group = no_groups,
};

/* In a suite, one die of each missing face may be kept. */
const struct dice_keep_scoring *
vollelotte_scoring_now(const struct vollelotte *v,
		       struct dice_keep_scoring *room)
{
	if (v->card != VOLLELOTTE_SUITE)
		return &vollelotte_scoring;
	*room = (struct dice_keep_scoring){ .group = no_groups };
	for (int face = 1; face < DICE_KEEP_FACES; face++)
		room->face[face][1] = !v->faces[face];
	return room;
}
