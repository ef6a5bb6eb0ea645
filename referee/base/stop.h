/*
 * stop.h - signals that ask the program to stop.
 */
#ifndef BASE_STOP_H
#define BASE_STOP_H

#include <signal.h>

/* From now on SIGINT, SIGTERM and SIGHUP only set the number that is returned,
   which is 0 until then. */
const volatile sig_atomic_t *stop_on_signals(void);

#endif
