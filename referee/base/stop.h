/*
 * stop.h - signals that ask the program to stop.
 */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <signal.h>

/* From now on SIGINT, SIGTERM and SIGHUP are only counted; the count is what is
   returned. */
const volatile sig_atomic_t *stop_on_signals(void);

#endif
