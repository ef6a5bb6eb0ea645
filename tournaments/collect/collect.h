/*
 * collect.h - builds and checks all submissions of a contest.
 */
#ifndef TOURNAMENTS_COLLECT_COLLECT_H
#define TOURNAMENTS_COLLECT_COLLECT_H

#include "base/options.h"
#include "base/printable.h"
#include "tournaments/collect/contest_file.h"

/* Borrows everything.  On a terminal it shows its progress. */
struct collect {
	struct submissions *submissions;
	const struct contest_file *file;
	const char *referee;            /* the program */
	const struct options_list *limits;      /* of builds */
	int jobs, time_s;
	struct progress progress;
};

/* Builds those without a `why`; each gets its command and files, or a `why`.
   Returns 0, or -1 with `err` for a failure that is not the submission's. */
int collect_build(struct collect *collect, struct error *err);

/* Runs referee check on those that were built; one that fails gets a `why`. */
int collect_check(struct collect *collect, struct error *err);

#endif
