/*
 * error_floor.h - a floor for the scatter of results, where few differ.
 *
 * Two bots that are nearly the same split nearly every block.  Then the spread
 * of the blocks says that their ratings are known exactly, although the few
 * blocks that differ may have missed the truth.  So an entrant's part of M is
 * at least that of a few decided blocks (base/scatter.h), one game each, and
 * never above the model's own information.  What is short is added as a part
 * of the model's information on each of the entrant's pairings.
 */
#ifndef TOURNAMENTS_RATING_ERROR_FLOOR_H
#define TOURNAMENTS_RATING_ERROR_FLOOR_H

#include "tournaments/rating/newton.h"

/*
 * By entrant, what share of the information of its pairings is to be added;
 * NULL when it is nothing for all.  `blocks` are C_i, `scatter` is the
 * diagonal of M without the prior.  The caller frees.
 */
double *error_floor_shares(const struct newton *fit, const long *blocks,
			   const double *scatter);

/* M gets weight (e_p - e_q)(e_p - e_q)'. */
typedef void error_floor_add(void *context, int p, int q, double weight);

/* Visits what the shares add, pairing by pairing. */
void error_floor_visit(const struct newton *fit, const double *shares,
		       error_floor_add *add, void *context);

#endif
