/*
 * results.h - random results for the fixtures of a tournament in tests; that
 * of a match does not depend on the order in which they are decided.
 */
#ifndef SUPPORT_RESULTS_H
#define SUPPORT_RESULTS_H

#include "random.h"
#include "tournaments/format/contest.h"

/*
 * Plays one game for each board; `ties` in a hundred are tied by all, the
 * others are won by one.
 */
static inline void decide_one(struct fixture *fixture, uint64_t seed, int ties)
{
	struct random random = { seed * 1000003 + fixture->number };

	for (uint32_t board = 0; board < fixture->boards; board++) {
		int best = random_below(&random, fixture->seats);
		bool tied = random_below(&random, 100) < ties;

		for (int s = 0; s < fixture->seats; s++)
			if (tied)
				fixture->points[s] += GAME_POINTS /
					fixture->seats;
		if (!tied)
			fixture->points[best] += GAME_POINTS;
		fixture->won[best] += !tied;
	}
	fixture->decided = true;
}

/* Decides all that is open, from the fixture `from` on. */
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
