/*
 * robust_errors.h - how far the ratings may be off.
 *
 *	V_model = inv(H)			as if all games were independent
 *	M = Lambda + sum over blocks c not in S of C/(C-1) u_c u_c'
 *	    + sum over blocks in S of I_c
 *	V = inv(H) M inv(H)			the official one
 *
 * u_c is the sum of w (x_chosen - xbar) over the stages of a block, I_c their
 * information (Huber 1967, White 1982, by clusters: Liang and Zeger 1986).  S
 * are the blocks with a thin or a separated entrant, where the spread of
 * results says nothing.  With luck taken out, the share of luck in u_c is
 * subtracted from it, S is empty, and M has neither a floor nor Lambda, which
 * would be larger than the rest; open_directions.h has Lambda's part for what
 * the games leave open.  Otherwise M has a floor (error_floor.h).  Everything
 * is centred by pool: P V P'.
 */
#ifndef TOURNAMENTS_RATING_ROBUST_ERRORS_H
#define TOURNAMENTS_RATING_ROBUST_ERRORS_H

#include "tournaments/rating/newton.h"
#include "tournaments/rating/robust_clusters.h"

/*
 * Overwrites the matrix of `fit`.  `*v` becomes V, padded, with both triangles,
 * and `model_variance` the diagonal of V_model; both centred.
 */
void robust_errors_find(struct newton *fit,
			const struct robust_clusters *clusters,
			double **v, double *model_variance);

#endif
