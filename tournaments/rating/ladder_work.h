/*
 * ladder_work.h - what the two files that make a ladder share.
 */
#ifndef TOURNAMENTS_RATING_LADDER_WORK_H
#define TOURNAMENTS_RATING_LADDER_WORK_H

#include "tournaments/rating/newton.h"
#include "tournaments/rating/robust_errors.h"

struct ladder;

/* Data that is needed from the first look at the games to the last figure. */
struct ladder_work {
	struct newton fit;
	struct robust_clusters clusters;
	bool *model_only;       /* by entrant: thin or separated */
	double *pull;           /* of the prior on each parameter */
	double tied;            /* match_ties_find */
	double *model_variance; /* by parameter; NAN: not known */
	double *variance;
	struct error *err;
};

/* Centres the thetas of each pool at 0; `theta` may be `b`. */
void ladder_work_centre(const struct ladder *ladder, const double *b,
			double *theta);

/*
 * Fills rows, kinds and covariance once the maximum, the places and the scale
 * are known; `anchor` is an entrant or -1.
 */
void ladder_work_fill(struct ladder *ladder, struct ladder_work *work,
		      int anchor);

#endif
