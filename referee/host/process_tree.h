/*
 * process_tree.h - the processes that a process has started, and they again.
 *
 * What belongs to a bot is what descends from its warden, or at `strict` from
 * the first process of its namespaces: there the orphans among them come to.
 */
#ifndef HOST_PROCESS_TREE_H
#define HOST_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What descendants have used so far; 0 of it when `top` is gone. */
struct usage {
	/* Processor time, with that of the dead whom somebody waited for; it
	   is exact for the living, in steps of 10 ms for the dead. */
	int64_t cpu_us;
	/* How long their threads were ready and had no processor, or -1 where
	   the system does not say. */
	int64_t waited_us;
};

void descendants_usage(pid_t top, struct usage *usage);

/* The first child of a process; 0: it has none. */
pid_t descendants_first(pid_t top);

/* Is that process dead, or about to be? */
bool descendants_is_going(pid_t pid);

/* Stops them all, or lets them go on.  Returns 0, or an errno where some of
   them may have been missed. */
int descendants_stop(pid_t top);
int descendants_continue(pid_t top);

/* Waits for a child that has ended, if there is one: waitpid's result. */
pid_t descendants_reap(int *status);

/* Kills every child of this process but the spared ones. */
void descendants_kill_children(const pid_t *spared, int count);

/*
 * Kills what is left of the descendants of this process and waits for them.
 * It has to be their subreaper: then the end is when it has no children, and a
 * daemon with a session of its own does not get away.
 */
void descendants_end(void);

#endif
