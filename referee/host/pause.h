/*
 * pause.h - bots that wait are suspended, so that none of them takes the
 * processor from the one on turn.
 *
 * Where a bot sees nothing but its own processes, or nobody else has its user,
 * all of them are stopped by one system call of a process that the bot cannot
 * reach: the first one of its namespaces at `strict`, its warden at `limits`
 * as root.  It reads requests from a pipe (pause_obey.h).  Where there is a
 * control group for the bot, it is frozen instead.  Otherwise we stop them one
 * by one.
 */
#ifndef HOST_PAUSE_H
#define HOST_PAUSE_H

#include "host/freezer.h"
#include "host/player.h"

/* Somebody has been thinking for long: suspends all others, and measures what
   they have used while they were not asked. */
void pause_waiting(struct players *players, const struct player *on_turn);

/* Again: timers, say, can resume a process, and a bot may have started late. */
void pause_repeat(struct players *players, const struct player *on_turn);

/* Microseconds until it is due again. */
int64_t pause_repeat_us(const struct players *players);

/* The answer is there: resumes the others, but for those that have used too
   much while they were not asked. */
void pause_over(struct players *players);

/* This player has answered, or is ready: is it to be suspended at once? */
void pause_answered(struct players *players, struct player *player);

/* It is asked: it goes on, and what it uses is its own. */
void pause_asked(struct players *players, struct player *player);

/* Resumes one that is suspended. */
void pause_resume(struct players *players, struct player *player);

/* The bot is in a group that can be frozen: uses that from now on. */
void pause_take_freezer(struct players *players, struct player *player,
			const struct freezer *group);

/* Can requests be sent to a process, for the bots of this level? */
bool pause_has_helper(enum level level);

#endif
