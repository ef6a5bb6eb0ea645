/*
 * check_list.h - the checks of referee check.
 */
#ifndef CHECK_LIST_H
#define CHECK_LIST_H

#include "check_bout.h"

/* Does and prints all checks.  Returns how many failed, or -1 with `err`. */
int check_list_run(struct check *check, struct error *err);

#endif
