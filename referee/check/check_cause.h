/*
 * check_cause.h - why a bot failed, as far as its words and its files show it.
 */
#ifndef CHECK_CHECK_CAUSE_H
#define CHECK_CHECK_CAUSE_H

#include "check/check_run.h"

/*
 * Appends a hint that names the cause of a failure, escaped, lines after the
 * first one indented for a report.  `said` is what the bot wrote, to standard
 * output and to standard error, before it failed.  Returns false and appends
 * nothing when no cause was seen.
 */
bool check_cause_add(const struct check *check,
		     const struct check_failure *failure, struct text *said,
		     struct text *out);

#endif
