/*
 * rlimit_check.h - checks that the resource limits of this process leave enough
 * for bots.
 *
 * Bots inherit these limits, and would be blamed for exceeding them.  Each
 * check returns 0, or -1 with what was found, what is needed and what to do.
 */
#ifndef HOST_RLIMIT_CHECK_H
#define HOST_RLIMIT_CHECK_H

#include "host/hosting.h"

/* Number of processes and threads; raises the soft limit to the hard one. */
int rlimit_check_tasks(const struct hosting *hosting, struct error *why);

/* How many processes and threads the user of this process has now. */
long rlimit_check_tasks_now(void);

/* Number of open files of the referee itself. */
int rlimit_check_files(const struct hosting *hosting, struct error *why);

/* The remaining limits: those that level `limits` lowers for bots, and those
   that have to be unlimited. */
int rlimit_check_limits(const struct hosting *hosting, struct error *why);

#endif
