/*
 * start.c - the throw for the start: the highest die begins, ties again.
 */
#include "games/start.h"

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

static int begins(const struct start *start)
{
	return start->count == 1 ? start->seat[0] : -1;
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
	return begins(start);
}

int start_out(struct start *start, int seat)
{
	int left = 0;

	for (int i = 0; i < start->count; i++)
		if (start->seat[i] != seat)
			start->seat[left++] = start->seat[i];
	start->count = left;
	return begins(start);
}
