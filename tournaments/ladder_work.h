/*
 * ladder_work.h - what the two halves of a ladder's making hand over.
 */
#ifndef LADDER_WORK_H
#define LADDER_WORK_H

#include "tournaments/errors.h"
#include "tournaments/fit.h"
#include "tournaments/ladder.h"

/* What is needed from the first look at the games to the last figure. */
struct work {
	struct fit fit;
	struct clusters clusters;
	bool *model_only;       /* by entrant: thin or separated */
	double *model_variance; /* by parameter; NAN: not known */
	double *variance;
	struct error *err;
};

/*
 * Fills rows, kinds and covariance once the maximum, the places and the scale
 * are known; `anchor` is an entrant or -1.
 */
int ladder_fill(struct ladder *ladder, struct work *work, int anchor);

#endif
