/*
 * stop_signals.h - signals that ask the program to stop.
 */
#ifndef BASE_STOP_SIGNALS_H
#define BASE_STOP_SIGNALS_H

#include <signal.h>
#include <stdbool.h>
#include <sys/types.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only counted.  Returns the
   count. */
const volatile sig_atomic_t *stop_signals_catch(void);

/*
 * The same for a process whose parent forwards signals with
 * stop_signals_pass_on.  A terminal sends a signal to both processes, but it
 * must count once, so the three signals themselves are ignored.
 */
const volatile sig_atomic_t *stop_signals_catch_from_parent(void);

/* Should a system call that waits fail with EINTR when such a forwarded signal
   comes, for example to open a pipe?  By default it is restarted. */
void stop_signals_interrupt(bool interrupt);

/* Forwards a signal to such a child. */
void stop_signals_pass_on(pid_t child);

#endif
