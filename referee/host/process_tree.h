/*
 * process_tree.h - the descendants of a process.
 *
 * A bot's processes are the descendants of its warden, or at `strict` of the
 * first process of its namespaces; either adopts their orphans.
 */
#ifndef HOST_PROCESS_TREE_H
#define HOST_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What the descendants of `top` have used so far; zeroes if `top` is gone. */
struct usage {
	/* Processor time, including that of children that have ended and were
	   waited for; theirs is in steps of 10 ms. */
	int64_t cpu_us;
	/* How long their threads were ready without a processor, or -1 where
	   the system does not report it. */
	int64_t waited_us;
	/* One of them is running, or is waiting for a processor: that wait is
	   added to `waited_us` only when it runs again. */
	bool ready;
	int tasks;              /* processes and threads that exist now */
};

/* Returns false if there are more than `most` processes: then they are not
   measured. */
bool process_tree_usage(pid_t top, int most, struct usage *usage);

/* Bytes of memory of all descendants, not counting pages shared with files. */
int64_t process_tree_memory(pid_t top);

/* The first child of a process; 0: it has none. */
pid_t process_tree_first(pid_t top);

/* Has that process exited, or is it exiting? */
bool process_tree_is_going(pid_t pid);

/* Suspends or resumes all descendants.  Returns 0, or an errno if some of them
   may have been missed. */
int process_tree_stop(pid_t top);
int process_tree_continue(pid_t top);

/* Reaps a child that has ended, if there is one; does not block.  Returns the
   result of waitpid. */
pid_t process_tree_reap(int *status);

/* Kills every child of this process except the spared ones.  If none could be
   killed, returns how many we lack the permission to kill, such as set-user-ID
   programs; otherwise 0. */
int process_tree_kill_children(const pid_t *spared, int count);

/*
 * Kills all remaining descendants of this process and waits for them.  This
 * process has to be their subreaper: then all are gone when it has no children
 * left, and a daemon with its own session cannot escape.  Does not wait for
 * those that we lack the permission to kill: returns their number.
 */
int process_tree_end(void);

#endif
