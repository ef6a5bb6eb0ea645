/*
 * process_tree.h - the descendants of a process.
 *
 * A bot's processes are the descendants of its warden, or at `strict` of the
 * first process of its namespaces, which adopts their orphans.
 */
#ifndef HOST_PROCESS_TREE_H
#define HOST_PROCESS_TREE_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

/* What descendants have used so far; 0 of it when `top` is gone. */
struct usage {
	/* Processor time, with that of children that have ended and were
	   waited for; for those it is in steps of 10 ms. */
	int64_t cpu_us;
	/* How long their threads were ready and had no processor, or -1 where
	   the system does not say. */
	int64_t waited_us;
	/* One of them runs, or is ready and waits now, which waited_us has only
	   when it runs again. */
	bool ready;
	int tasks;              /* processes and threads that there are */
};

/* False: there are more than `most`, and they were not looked at. */
bool process_tree_usage(pid_t top, int most, struct usage *usage);

/* Bytes of memory of all descendants, without what files share with them. */
int64_t process_tree_memory(pid_t top);

/* The first child of a process; 0: it has none. */
pid_t process_tree_first(pid_t top);

/* Is that process dead, or about to be? */
bool process_tree_is_going(pid_t pid);

/* Suspends them all, or resumes them.  Returns 0, or an errno where some of
   them may have been missed. */
int process_tree_stop(pid_t top);
int process_tree_continue(pid_t top);

/* Waits for a child that has ended, if there is one: waitpid's result. */
pid_t process_tree_reap(int *status);

/* Kills every child of this process but the spared ones.  Returns how many may
   not be killed, as a program of root's may not, when there are no others. */
int process_tree_kill_children(const pid_t *spared, int count);

/*
 * Kills what is left of the descendants of this process and waits for them.
 * It has to be their subreaper: then the end is when it has no children, and a
 * daemon with a session of its own does not get away.  What may not be killed
 * is not waited for: returns how many that are.
 */
int process_tree_end(void);

#endif
