/*
 * check_plan.h - the checks of referee check.
 */
#ifndef CHECK_CHECK_PLAN_H
#define CHECK_CHECK_PLAN_H

#include "check/check_run.h"

/* Runs all checks and prints their results.  Returns how many failed, or -1
   with `err`. */
int check_plan_run(struct check *check, struct error *err);

#endif
