/*
 * newton.h - the one maximum of the likelihood, by Newton's method.
 *
 *	l(b) = sum over stages of log P(chosen) - sum of b_q^2 / (2 sd^2)
 *	g = sum w (x_chosen - xbar) - Lambda b          Lambda = diag(1/sd^2)
 *	H = sum w sum_T P(T) (x_T - xbar)(x_T - xbar)' + Lambda
 *
 * With luck taken out, l is less by d.b and g by d, d = sum over games of
 * (share of the luck of every seat) x of the seat: what is linear in the points
 * of the seats changes by its luck.
 *
 * l is concave, and H is its curvature for any results.  A flat prior
 * leaves each pool's mean open: then H gets 1 1' over the thetas of each pool,
 * which changes nothing but that.
 */
#ifndef TOURNAMENTS_RATING_NEWTON_H
#define TOURNAMENTS_RATING_NEWTON_H

#include "base/text.h"
#include "tournaments/rating/components.h"
#include "tournaments/rating/model.h"

/* Parameters: with more there is no matrix of all covariances. */
enum { NEWTON_DENSE_MAX = 3000 };

/* H beyond the size of a matrix: the stages' own small ones. */
struct newton_sparse {
	struct text stages;     /* struct sparse_stage */
	struct text covs;       /* double: lower triangles */
	struct text params;     /* int, by slot */
	struct text dims;       /* unsigned char, by slot */
	double *diagonal;       /* of H */
};

struct newton {
	struct model model;
	struct components pools;
	const double *first;    /* thetas to begin with, borrowed; NULL: 0 */
	double *b;              /* the parameters */
	size_t parameters, padded;
	bool dense;
	double *information;    /* dense: H, lower triangle, padded; after
				   newton_run its Cholesky factor L */
	struct newton_sparse sparse;
	double *gradient;
	double *tilt;           /* d; NULL: no luck is taken out */
	double log_likelihood;  /* with the prior */
	int steps;
};

/* Adds a stage's covariance to one triangle or the other of a padded matrix,
   as memory likes it best; linear_algebra_fold brings them together. */
void newton_scatter(double *matrix, size_t padded,
		    const struct model_stage_terms *terms);

/* From b = 0 or `first`, to the same maximum.  `model` and `pools` are filled; the rest is done here. */
int newton_run(struct newton *fit, struct error *err);

/* x = inv(H) x, after newton_run. */
int newton_solve(const struct newton *fit, double *x, struct error *err);

/* Safe twice and on zeroes. */
void newton_release(struct newton *fit);

#endif
