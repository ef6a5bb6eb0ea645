/*
 * components.h - which entrants the games compare, and who is separated.
 */
#ifndef TOURNAMENTS_RATING_COMPONENTS_H
#define TOURNAMENTS_RATING_COMPONENTS_H

#include "tournaments/rating/model.h"

/*
 * An arc leads from a loser to a winner: in each stage from those not chosen to
 * those chosen, and both ways between those chosen together.  A pool is a set
 * of entrants connected by arcs in any direction; ratings of different pools
 * cannot be compared.  Within a pool, the entrants of the main component have
 * all lost to each other, over any number of steps; an entrant outside it is
 * separated, and only the prior keeps its distance finite.
 */
struct components {
	int count;
	int *pool;              /* by entrant, from 0 in the order of the
				   smallest member; -1: has no games */
	char *mark;             /* by entrant: '>' separated and never lost
				   outside its component, '<' never won
				   there, '~' both happened; else ' ' */
};

/* `games`, by entrant, decide between components of equal size. */
void components_init(struct components *pools, const struct model *model,
		     const long *games);
void components_release(struct components *pools);

#endif
