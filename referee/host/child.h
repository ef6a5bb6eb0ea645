/*
 * child.h - starts a child at its level and reports whether its program runs.
 */
#ifndef HOST_CHILD_H
#define HOST_CHILD_H

#include "host/sandbox_steps.h"

/* A child that was started. */
struct child_started {
	pid_t pid;              /* our child: the program itself, or bwrap */
	pid_t bot;              /* the program; 0: it has already exited */
	pid_t top;              /* all its descendants belong to it */
	/* At `strict`, else -1.  `exit` delivers the program's waitpid status
	   when it ends; `first` is a pidfd of the namespaces' first process:
	   killing that ends all of it. */
	int exit, first;
};

/*
 * Starts a child and waits until its program runs.  Returns 0, or -1 with the
 * reason in `report`; the caller must then end what is left of `started->pid`.
 * `child->ends` stay open.  Gives up when `give_up` becomes readable or, if it
 * is -1, after ten seconds.
 */
int child_start(struct child *child, int give_up,
		struct child_started *started, struct sandbox_report *report);

void child_release(struct child_started *started);

#endif
