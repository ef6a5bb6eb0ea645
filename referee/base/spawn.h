/*
 * spawn.h - finds programs, and starts children.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <sys/types.h>

#include "base/error.h"

/* The path of the program `name` in the first folder of PATH that has it, or
   NULL.  The caller frees it. */
char *spawn_find(const char *name);

/* Can the program at `path`, which was written as `name`, be executed?  Returns
   0, or -1 with `err`, which says how to mend it. */
int spawn_check(const char *name, const char *path, struct error *err);

/*
 * Starts a child that runs `become`, which must execute a program or _exit.
 * Until then it uses this process's memory and this process waits.  That is
 * much faster than fork, but what the child changes in memory stays changed,
 * and it starts with all signals blocked.  Returns its pid, or -1 with errno.
 */
pid_t spawn_borrowing(void (*become)(void *context), void *context);

#endif
