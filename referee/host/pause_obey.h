/*
 * pause_obey.h - suspending and resuming a bot on request, in the process that
 * does it; pause.h has the overview.
 */
#ifndef HOST_PAUSE_OBEY_H
#define HOST_PAUSE_OBEY_H

#include <stdbool.h>
#include <sys/types.h>

/*
 * Reads requests from the pipe, if there are any, and stops or resumes all
 * processes that this one may signal, except itself.  False: there will be no
 * more requests.
 */
bool pause_obey(int pipe);

/*
 * The same for root, limited to the processes of `user`.  Meanwhile this
 * process has the real user ID `helper`, which no other process has, so that it
 * signals no others.  Its saved user ID stays root, so that a bot can neither
 * signal it nor change its priority.
 */
bool pause_obey_as(int pipe, uid_t user, uid_t helper);

/* Asks the scheduler for short slices, so that this process soon gets a turn
   even if a bot has many processes on the same processor. */
void pause_be_prompt(void);

#endif
