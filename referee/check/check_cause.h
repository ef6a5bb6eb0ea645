/*
 * check_cause.h - finds out why a bot failed, from its output and its files.
 */
#ifndef CHECK_CHECK_CAUSE_H
#define CHECK_CHECK_CAUSE_H

#include "check/check_run.h"

/*
 * Appends a hint that names the cause of a failure, escaped, with all lines but
 * the first indented for a report.  `said` is what the bot wrote to standard
 * output and standard error before it failed.  Returns false and appends
 * nothing if no cause was found.
 */
bool check_cause_add(const struct check *check,
		     const struct check_failure *failure, struct text *said,
		     struct text *out);

#endif
