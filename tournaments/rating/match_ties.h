/*
 * match_ties.h - do the blocks of a match go together, as when bots learn?
 */
#ifndef TOURNAMENTS_RATING_MATCH_TIES_H
#define TOURNAMENTS_RATING_MATCH_TIES_H

#include "tournaments/rating/robust_clusters.h"

/*
 * How far the results of the blocks of a match correlate, in standard
 * deviations of what independent blocks would show, at the parameters b, with
 * `fitted` strengths.  0 if no match has two blocks, or if these are one unit
 * anyway, or if there are no more matches than strengths.
 */
double match_ties_find(const struct robust_clusters *clusters,
		       const struct model *model, const double *b, int fitted);

#endif
