/*
 * newton.h - the only maximum of the likelihood, by Newton's method.
 *
 *	l(b) = sum over stages of log P(chosen) - sum of b_q^2 / (2 sd^2)
 *	g = sum w (x_chosen - xbar) - Lambda b          Lambda = diag(1/sd^2)
 *	H = sum w sum_T P(T) (x_T - xbar)(x_T - xbar)' + Lambda
 *
 * With luck taken out, d.b is subtracted from l and d from g, where d = sum
 * over games and seats of (share of the seat's luck) x of the seat: what is
 * linear in the points of the seats changes by the same sum of their luck.
 *
 * l is concave, and H is its curvature whatever the results.  A flat prior
 * leaves each pool's mean open: then 1 1' over the thetas of each pool is added
 * to H, which changes nothing but that.
 */
#ifndef TOURNAMENTS_RATING_NEWTON_H
#define TOURNAMENTS_RATING_NEWTON_H

#include "base/text.h"
#include "tournaments/rating/model.h"

/* ### who is compared with whom */

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
/* Takes from each entrant's `x` the mean of its pool, as only differences within
   a pool count.  Those without a pool, or with `skip` (NULL: none), become 0
   and are in no mean. */
void components_centre(const struct components *pools, int entrants,
		       const bool *skip, double *x);

void components_release(struct components *pools);

/* ### the maximum */

struct newton {
	struct model model;
	struct components pools;
	const double *first;    /* thetas to start from, borrowed; NULL: 0 */
	double *b;              /* the parameters */
	size_t parameters, padded;
	double *information;    /* H, lower triangle, padded; after newton_run
				   its Cholesky factor L */
	double *gradient;
	double *tilt;           /* d; NULL: no luck is taken out */
	double log_likelihood;  /* with the prior */
	int steps;
};

/* Adds a stage's covariance to a padded matrix, to whichever triangle is better
   for memory access; linear_algebra_fold merges the two. */
void newton_scatter(double *matrix, size_t padded,
		    const struct model_stage_terms *terms);

/* Finds the maximum, the same one from b = 0 and from `first`.  The caller has
   filled `model` and `pools`; all else is set here. */
int newton_run(struct newton *fit, struct error *err);

/* x = inv(H) x, after newton_run; `x` is padded. */
void newton_solve(const struct newton *fit, double *x);

/* May be called twice and on zeroes. */
void newton_release(struct newton *fit);

#endif
