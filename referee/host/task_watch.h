/*
 * task_watch.h - counts a bot's processes and threads where the system counts
 * them together with those of its rival: at `limits`, when an ordinary user
 * runs the referee.
 *
 * The limit of the system is then one for all bots of the match.  A bot that
 * took more than its own share would leave its rival without any, so it is
 * ended before.
 */
#ifndef HOST_TASK_WATCH_H
#define HOST_TASK_WATCH_H

#include "host/player.h"

/* How long one may wait for something before the next look, in microseconds,
   while all processes are free to start others. */
enum { TASK_WATCH_US = 10000 };

/* Is this needed for the bots of this match? */
bool task_watch_is_needed(const struct hosting *hosting);

/*
 * To be called often: does something only when some time has passed since the
 * last time, or an answer took so long, `spent_us`, that its bot may have
 * started many.  A bot that has too many gets the fault `limit`, and its
 * processes are ended.
 */
void task_watch_look(struct players *players, int64_t now_us,
		     int64_t spent_us);

#endif
