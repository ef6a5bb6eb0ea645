/*
 * error_floor.h - a floor for the scatter of results, for when few differ.
 *
 * Two bots that are nearly the same split nearly every block.  The spread of
 * the blocks then claims that their ratings are known exactly, although it
 * rests on the few blocks that differ.  So an entrant's part of M is at least
 * that of a few decided blocks (base/scatter.h) of one game each; this floor is
 * never above the model's own information.  What is missing is added as a share
 * of the model's information on each of the entrant's pairings.
 */
#ifndef TOURNAMENTS_RATING_ERROR_FLOOR_H
#define TOURNAMENTS_RATING_ERROR_FLOOR_H

#include "tournaments/rating/newton.h"

/*
 * By entrant, what share of the information of its pairings is to be added;
 * NULL if none is, for all of them.  `blocks` are C_i, `scatter` is the
 * diagonal of M without the prior.  The caller frees the result.
 */
double *error_floor_shares(const struct newton *fit, const long *blocks,
			   const double *scatter);

/* Adds weight (e_p - e_q)(e_p - e_q)' to M. */
typedef void error_floor_add(void *context, int p, int q, double weight);

/* Visits what the shares add, pairing by pairing. */
void error_floor_visit(const struct newton *fit, const double *shares,
		       error_floor_add *add, void *context);

#endif
