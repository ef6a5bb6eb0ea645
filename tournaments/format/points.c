/*
 * points.c - what a match is worth.
 */
#include "tournaments/format/points.h"

void points_of_match(const struct meeting *meeting, int *points)
{
	int64_t best = meeting->points[0];
	int sharers = 0;

	for (int i = 1; i < meeting->seats; i++)
		if (meeting->points[i] > best)
			best = meeting->points[i];
	for (int i = 0; i < meeting->seats; i++)
		sharers += meeting->points[i] == best;
	for (int i = 0; i < meeting->seats; i++)
		points[i] = meeting->points[i] == best ?
			GAME_POINTS / sharers : 0;
}
