/*
 * rlimit_check.h - what the limits of this process leave for bots.
 *
 * A bot inherits them, and would be blamed for what it was never given.  Each
 * returns 0, or -1 with what was found, what is needed and what to do.
 */
#ifndef HOST_RLIMIT_CHECK_H
#define HOST_RLIMIT_CHECK_H

#include "host/hosting.h"

/* Processes and threads; raises the soft limit to the hard one. */
int rlimit_check_tasks(const struct hosting *hosting, struct error *why);

/* Processes and threads that the user of this process has now. */
long rlimit_check_tasks_now(void);

/* Open files of the referee itself. */
int rlimit_check_files(const struct hosting *hosting, struct error *why);

/* All that level `limits` sets for bots or leaves to its own limits. */
int rlimit_check_limits(const struct hosting *hosting, struct error *why);

#endif
