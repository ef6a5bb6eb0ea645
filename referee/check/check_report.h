/*
 * check_report.h - what referee check prints.
 */
#ifndef CHECK_CHECK_REPORT_H
#define CHECK_CHECK_REPORT_H

#include "check/check_run.h"

/* Prints "FAIL NAME: .." with what was sent, what came back, what was expected
   and a hint for the author. */
void check_report_failure(const struct check *check, const char *name,
			  const struct check_run *run,
			  const struct check_failure *failure);

#endif
