/*
 * schedule_errors.h - how exact ratings become in a gauntlet.
 *
 * A round robin spreads its games evenly over all pairs, so formulas are enough
 * (plan.h).  A gauntlet does not: here the errors follow from who meets whom.
 */
#ifndef TOURNAMENTS_TABLES_SCHEDULE_ERRORS_H
#define TOURNAMENTS_TABLES_SCHEDULE_ERRORS_H

#include "tournaments/format/contest.h"

enum { SCHEDULE_ERRORS_MOST = 1000 };   /* entrants */

/* The error of a rating against the mean of all, or of a difference. */
struct schedule_errors_row {
	const char *of;         /* whose */
	double error;           /* 95%, half, Elo, at deff 1; root mean square
				   where entrants differ */
	double games;           /* of one of them, mean */
};

/* The errors of one tournament among equals. */
struct schedule_errors {
	struct schedule_errors_row row[3];
	int rows;
	double blocks;
};

/* It makes no difference whether `contest` has begun.  Leaves `errors` without
   rows where formulas are enough.  Returns -1 with an error if there are too
   many entrants, or for a format whose pairings depend on results. */
int schedule_errors_make(const struct contest *contest,
			 struct schedule_errors *errors, struct error *err);

#endif
