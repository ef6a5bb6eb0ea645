/*
 * pause_obey.h - the process that suspends and resumes a bot when it is asked
 * to; pause.h has the whole.
 */
#ifndef HOST_PAUSE_OBEY_H
#define HOST_PAUSE_OBEY_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * In the process that obeys: reads requests from the pipe, if there are any,
 * and stops or resumes all processes that it may signal, but itself.  False:
 * there will be no more requests.
 */
bool pause_obey(int pipe);

/*
 * The same for root: those of `user`.  Its real user ID for the moment is
 * `helper`, which no other process has, so that no other process is meant, and
 * its saved one stays root, so that a bot can neither signal it nor change its
 * priority.
 */
bool pause_obey_as(int pipe, uid_t user, uid_t helper);

/* Asks the scheduler for short, prompt slices of the processor: a bot may have
   many processes on it. */
void pause_be_prompt(void);

#endif
