/*
 * start_throw.c - the throw for the start: the highest die begins.
 */
#include "games/start_throw.h"

void start_init(struct start *start, int seats)
{
	memset(start, 0, sizeof *start);
	for (start->count = 0; start->count < seats; start->count++)
		start->seat[start->count] = start->count;
}

struct draw start_due(const struct start *start)
{
	return (struct draw){ .stream = 0, .turn = 0, .dice = start->count,
			      .sides = 6 };
}

int start_land(struct start *start, const int *value)
{
	int best = 0, left = 0;

	for (int i = 0; i < start->count; i++)
		best = value[i] > best ? value[i] : best;
	for (int i = 0; i < start->count; i++)
		if (value[i] == best)
			start->seat[left++] = start->seat[i];
	start->count = left;
	return left == 1 ? start->seat[0] : -1;
}
