/*
 * schedule_errors.h - how exact the ratings become by whom a format lets meet.
 *
 * A round robin spreads its games evenly over all pairs, and formulas say the
 * rest (plan.h).  A gauntlet, a Swiss tournament or a knockout does not: here
 * it is played once, with results by lot, and the errors follow from who met
 * whom.
 */
#ifndef TOURNAMENTS_TABLES_SCHEDULE_ERRORS_H
#define TOURNAMENTS_TABLES_SCHEDULE_ERRORS_H

#include "tournaments/format/contest.h"

enum { SCHEDULE_ERRORS_MOST = 1000 };   /* entrants */

/* Of a rating against the mean of all, or of a difference. */
struct schedule_errors_row {
	const char *of;         /* whose */
	double error;           /* 95%, half, Elo, at deff 1; root mean square
				   where entrants differ */
	double games;           /* of one of them, mean */
};

/* Of one tournament among equals. */
struct schedule_errors {
	struct schedule_errors_row row[3];
	int rows;
	double blocks;
};

/* Does the format spread its games unevenly?  Then schedule_errors_make is for
   it. */
bool schedule_errors_needed(const struct contest *contest);

/* `contest` may have begun; that does not matter.  Returns -1 with a sentence:
   too many entrants, or some of them would never be connected. */
int schedule_errors_make(const struct contest *contest,
			 struct schedule_errors *errors, struct error *err);

#endif
