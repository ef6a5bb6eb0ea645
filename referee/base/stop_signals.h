/*
 * stop_signals.h - signals that ask the program to stop.
 */
#ifndef BASE_STOP_SIGNALS_H
#define BASE_STOP_SIGNALS_H

#include <signal.h>
#include <sys/types.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only counted; the count is what is
   returned. */
const volatile sig_atomic_t *stop_signals_catch(void);

/*
 * The same for a process whose parent passes on what it gets: a terminal sends
 * the signal to both of them, and it must count once.  A signal from any other
 * process is ignored.
 */
const volatile sig_atomic_t *stop_signals_catch_from_parent(void);

/* In the parent. */
void stop_signals_pass_on(pid_t child);

#endif
