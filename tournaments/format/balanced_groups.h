/*
 * balanced_groups.h - groups of three and more that meet evenly.
 *
 * This is a cyclic block design.  The entrants are places on a circle,
 * 0..count-1.  A base is a group of places; turned by 0, 1, .. count-1 it
 * becomes as many groups, in which everyone plays equally often, once at each
 * place of the group.  How often two entrants meet in them depends on their
 * distance alone, so the design is balanced when the bases have all distances
 * equally often.
 */
#ifndef TOURNAMENTS_FORMAT_BALANCED_GROUPS_H
#define TOURNAMENTS_FORMAT_BALANCED_GROUPS_H

#include <stdbool.h>
#include <stdint.h>

/* Adds the distances in a base: `meets` has `count` numbers, of which [d] is
   how often two entrants at distance d meet. */
void balanced_groups_count(int count, const int *base, int size,
			   uint32_t *meets);

/*
 * A base that makes distances meet which have not met, as many as it finds,
 * and then the sum of the squares of `meets` small: 0, then each of 1..100 in
 * turn, then always the best place; the best of these, the smaller place of
 * equal ones.  `meets` is left unchanged.
 */
void balanced_groups_choose(int count, int size, uint32_t *meets, int *base);

/*
 * How many bases it takes, chosen like that one after another, until all have
 * met.  `meets` of zeroes gets their distances.
 */
int balanced_groups_cover(int count, int size, uint32_t *meets);

/* The first of all groups that are not turned copies of each other, and the
   next one, by their places; false: there is none. */
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
 * Which turn of 0..turns-1 is next, so that everyone's number of games stays
 * level: of those not `taken` the first one whose entrants, by `played`, have
 * fewest matches together.  Nothing played gives 0.
 */
int balanced_groups_turn(int count, const int *base, int size, int turns,
			 const bool *taken, const uint32_t *played);

#endif
