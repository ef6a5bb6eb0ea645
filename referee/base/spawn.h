/*
 * spawn.h - finds and starts programs and reads their output.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <sys/types.h>

#include "base/error.h"

/* The path of the program `name` in the first folder of PATH that has it, or
   NULL.  The caller frees it. */
char *spawn_find(const char *name);

/* A child whose output this process reads. */
struct spawn {
	pid_t pid;              /* 0: none */
	int out;                /* the pipe from its standard output */
};

enum spawn_errors {
	SPAWN_ERRORS_OUT,       /* its error output goes to its output */
	SPAWN_ERRORS_NULL       /* it is discarded */
};

/*
 * Starts the program argv[0], a path, with the arguments `argv`, which NULL
 * ends.  Returns 0, or -1 with `err` and no child.
 */
int spawn_start(struct spawn *spawn, char *const *argv,
		enum spawn_errors errors, struct error *err);

/*
 * Starts a child that runs `become`, which must execute a program or _exit.
 * Until then it uses this process's memory and this process waits.  That is
 * much faster than fork, but what the child changes in memory stays changed,
 * and it starts with all signals blocked.  Returns its pid, or -1 with errno.
 */
pid_t spawn_borrowing(void (*become)(void *context), void *context);

/* Closes the pipe and waits until the child has ended.  Returns its waitpid
   status. */
int spawn_end(struct spawn *spawn);

#endif
