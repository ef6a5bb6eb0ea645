/*
 * task_watch.h - counts a bot's processes and threads where the system only
 * counts those of all bots together: at `limits`, when an ordinary user runs
 * the referee.
 *
 * The system's limit then covers all bots of the match.  A bot that took more
 * than its share could leave its rival without any, so it is ended before that.
 */
#ifndef HOST_TASK_WATCH_H
#define HOST_TASK_WATCH_H

#include "host/player.h"

/* The longest time between two calls of task_watch_look while bots may start
   processes, in microseconds. */
enum { TASK_WATCH_US = 10000 };

/* Is this needed for the bots of this match? */
bool task_watch_is_needed(const struct hosting *hosting);

/*
 * Call this often: it does nothing unless some time has passed since the last
 * look, or an answer took so long (`spent_us`) that its bot may have started
 * many processes.  A bot that has too many gets the fault `limit`, and its
 * processes are ended.
 */
void task_watch_look(struct players *players, int64_t now_us,
		     int64_t spent_us);

#endif
