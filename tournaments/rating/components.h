/*
 * components.h - whom the games compare with whom, and how far.
 */
#ifndef TOURNAMENTS_RATING_COMPONENTS_H
#define TOURNAMENTS_RATING_COMPONENTS_H

#include "tournaments/rating/model.h"

/*
 * An arc leads from a loser to a winner: from each that was not chosen to each
 * that was, both ways between those chosen together.  A pool is all that arcs
 * join, whatever their direction: ratings of different pools say nothing about
 * each other.  Within a pool, those of the main component have all lost to
 * each other, over any number of steps; an entrant outside it is separated, and
 * only the prior keeps its distance finite.
 */
struct components {
	int count;
	int *pool;              /* by entrant, from 0 in the order of the
				   smallest member; -1: has no games */
	char *mark;             /* by entrant: '>' separated and never lost
				   outside its component, '<' never won
				   there, '~' both happened, ' ' */
};

/* `games` of each entrant decide between components of equal size. */
void components_init(struct components *pools, const struct model *model,
		     const long *games);
void components_release(struct components *pools);

#endif
