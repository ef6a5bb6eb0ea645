/*
 * start_throw.c - the throw for the start: the highest die begins.
 */
#include "games/start_throw.h"

void start_throw_init(struct start_throw *start, int seats)
{
	memset(start, 0, sizeof *start);
	for (start->count = 0; start->count < seats; start->count++)
		start->seat[start->count] = start->count;
}

struct draw start_throw_due(const struct start_throw *start)
{
	return (struct draw){ .stream = 0, .turn = 0, .dice = start->count,
			      .sides = 6 };
}

int start_throw_land(struct start_throw *start, const int *value)
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
