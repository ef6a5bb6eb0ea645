/*
 * spawn_borrowing.c - a child that uses its parent's memory until it executes a
 * program.
 */
#define _GNU_SOURCE
#include "base/process.h"

#include <signal.h>
#include <unistd.h>

/* Signals are blocked meanwhile: otherwise handlers could run in the child, in
   the parent's memory, and a child stopped by Ctrl-Z would block the parent. */
pid_t spawn_borrowing(void (*become)(void *context), void *context)
{
	sigset_t all, before;
	pid_t pid;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, &before);
	pid = vfork();
	if (pid == 0) {
		become(context);
		_exit(127);
	}
	sigprocmask(SIG_SETMASK, &before, NULL);
	return pid;
}
