/*
 * check_report.h - what referee check prints.
 */
#ifndef CHECK_CHECK_REPORT_H
#define CHECK_CHECK_REPORT_H

#include "check/check_run.h"

/*
 * Prints a failure of the current check, "FAIL NAME: .." if `word` is "FAIL":
 * what was sent, what came back, what was expected and a hint for the author,
 * or that the error output is that of the failure before.
 */
void check_report_failure(struct check *check, const char *word,
			  const struct check_run *run,
			  const struct check_failure *failure);

#endif
