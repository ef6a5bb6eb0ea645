/*
 * balanced_groups.h - groups of three and more that meet evenly.
 *
 * This is a cyclic block design.  The entrants are the places 0..count-1 on a
 * circle.  A base is a group of places; turning it by 0, 1, .. count-1 gives
 * `count` groups, in which everyone plays equally often, once at each place of
 * the group.  How often two entrants meet depends only on their distance, so
 * the design is balanced when all distances occur equally often in the bases.
 */
#ifndef TOURNAMENTS_FORMAT_BALANCED_GROUPS_H
#define TOURNAMENTS_FORMAT_BALANCED_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Adds the distances in a base to `meets`, `count` numbers: [d] is how often
   two entrants at distance d meet. */
void balanced_groups_count(int count, const int *base, int size,
			   uint32_t *meets);

/*
 * Chooses the next base: as few distances as possible that occur already in
 * `meets`, then a small sum of squares of `meets`.  Its first place is 0; for
 * the second, each of 1..100 is tried; every further one is the best place.
 * The best of these bases is taken; of equal ones, that with the smaller place.
 * `meets` is left unchanged.
 */
void balanced_groups_choose(int count, int size, uint32_t *meets, int *base);

/*
 * How many bases it takes until all have met, when they are chosen like that
 * one after another.  `meets`, zero at first, gets their distances.
 */
int balanced_groups_cover(int count, int size, uint32_t *meets);

/* Enumerates all groups that are not turned copies of each other, in the order
   of their places: the first one and the next one; false: there is none. */
void balanced_groups_first(int size, int *base);
bool balanced_groups_next(int count, int size, int *base);

/* The smallest turn that maps a base to itself: `count` or a divisor of it. */
int balanced_groups_period(int count, const int *base, int size);

/* Where a place of a base is after a turn. */
static inline int balanced_groups_place(int count, int place, int turn)
{
	return (place + turn) % count;
}

/*
 * Which turn of 0..turns-1 is next, so that the numbers of games stay level: of
 * those not `taken`, the first one whose entrants have the smallest sum of
 * `played`.  If nothing was played, this is 0.
 */
int balanced_groups_turn(int count, const int *base, int size, int turns,
			 const bool *taken, const uint32_t *played);

#endif
