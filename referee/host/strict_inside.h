/*
 * strict_inside.h - level `strict`: the first process of a bot's namespaces.
 *
 * The program strict_first does nothing else, and starts in a third of the time
 * of the referee, which can take its place.
 */
#ifndef HOST_STRICT_INSIDE_H
#define HOST_STRICT_INSIDE_H

#include <signal.h>

/* The descriptors of bwrap; those named FROM_ are passed on inside. */
enum { BWRAP_IN, BWRAP_OUT, BWRAP_SETUP, FROM_STATUS, FROM_IN, FROM_OUT,
	FROM_ERR, FROM_EXIT, FROM_SELF, BWRAP_FILTER, BWRAP_INFO,
	DESCRIPTORS };

/*
 * Signals by which a process outside has the first process stop or resume all
 * others.  The bot can send them too: to stop itself is its own loss, and only
 * an outsider is obeyed when it resumes.
 */
enum { STRICT_STOP = SIGUSR1, STRICT_RESUME = SIGUSR2 };

/* The first argument of the program that bwrap starts inside. */
#define STRICT_INSIDE ".inside"

/* The program that bwrap starts: main() calls it with its own arguments. */
_Noreturn void strict_inside(int argc, char **argv);

#endif
