/*
 * follow_log.c - follows a growing log, in a process beside the match.
 */
#include "cmd/follow_log.h"

#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum { FOLLOW_MS = 50 };        /* between two looks at the log */

/* Waits a moment for more of the log; false: the parent process has exited. */
static bool wait_for_more(void *context)
{
	const pid_t *parent = context;
	const struct timespec moment = { .tv_nsec = FOLLOW_MS * 1000000L };

	fflush(stdout);
	nanosleep(&moment, NULL);
	return getppid() == *parent;
}

enum audit_verdict follow_log(struct audit *audit, const char *path,
			      struct error *err)
{
	pid_t parent = getppid();

	setpriority(PRIO_PROCESS, 0, 19);
	audit->wait = wait_for_more;
	audit->context = &parent;
	return audit_log(audit, path, err);
}
