/*
 * robust_sums.h - the blocks' part of the sandwich (robust_errors.h) where
 * games were added up (games_sums.h).
 *
 * With n_ci the number of times game i was played in block c and r_i its
 * residuals, u_c = sum over i of n_ci r_i, so that
 *
 *	sum over c of u_c u_c' =
 *		sum over i, j of (sum over c of n_ci n_cj) r_i r_j'
 */
#ifndef TOURNAMENTS_RATING_ROBUST_SUMS_H
#define TOURNAMENTS_RATING_ROBUST_SUMS_H

#include "tournaments/rating/newton.h"
#include "tournaments/rating/robust_clusters.h"

/* An element of sum u_c u_c' with p >= q. */
typedef void robust_sums_add(void *context, int p, int q, double product);

/* Visits the sums in the table's order: with `information` the stages of those
   in S, with `add` the elements of the others. */
void robust_sums_visit(const struct newton *fit,
		       const struct robust_clusters *clusters,
		       model_visit *information, robust_sums_add *add,
		       void *context);

#endif
