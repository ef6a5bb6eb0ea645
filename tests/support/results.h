/*
 * results.h - random results for the meetings of a tournament in tests: the
 * same for a match in whatever order they are asked for.
 */
#ifndef SUPPORT_RESULTS_H
#define SUPPORT_RESULTS_H

#include "random.h"
#include "tournaments/format/contest.h"

/*
 * One game for each board; `ties` in a hundred of them are tied by all, the
 * others won by one.
 */
static inline void decide_one(struct meeting *meeting, uint64_t seed, int ties)
{
	struct random random = { seed * 1000003 + meeting->number };

	for (uint32_t board = 0; board < meeting->boards; board++) {
		int best = random_below(&random, meeting->seats);
		bool tied = random_below(&random, 100) < ties;

		for (int s = 0; s < meeting->seats; s++)
			if (tied)
				meeting->points[s] += GAME_POINTS /
					meeting->seats;
		if (!tied)
			meeting->points[best] += GAME_POINTS;
		meeting->won[best] += !tied;
	}
	meeting->decided = true;
}

/* Decides all that is open, from the meeting `from` on. */
static inline void decide_open(struct contest *contest, size_t from,
			       uint64_t seed, int ties)
{
	for (size_t i = from; i < contest->past.count; i++)
		if (!contest->past.list[i].decided)
			decide_one(&contest->past.list[i], seed, ties);
}

static inline void play_all(struct contest *contest, uint64_t seed, int ties)
{
	size_t from = 0;

	while (contest_advance(contest)) {
		decide_open(contest, from, seed, ties);
		from = contest->past.count;
	}
}

#endif
