/*
 * spawn.h - finds programs, and starts children.
 */
#ifndef BASE_SPAWN_H
#define BASE_SPAWN_H

#include <sys/types.h>

/* The path of the program `name` in the first folder of PATH that has it, or
   NULL.  The caller frees it. */
char *spawn_find(const char *name);

/*
 * Starts a child that runs `become`, which must execute a program or _exit.
 * Until then it uses this process's memory and this process waits.  That is
 * much faster than fork, but what the child changes in memory stays changed,
 * and it starts with all signals blocked.  Returns its pid, or -1 with errno.
 */
pid_t spawn_borrowing(void (*become)(void *context), void *context);

#endif
