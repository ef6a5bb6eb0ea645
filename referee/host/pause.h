/*
 * pause.h - suspends waiting bots, so that none of them takes processor time
 * from the bot on turn.
 *
 * If the bot has a control group, the group is frozen.  Otherwise, where the
 * bot has its own process namespace or its own user, all its processes are
 * stopped by one system call of a process that the bot cannot reach: the first
 * process of its namespaces at `strict`, its warden at `limits` as root.  That
 * process reads requests from a pipe (pause_obey.h).  Elsewhere we stop the
 * bot's processes one by one.
 */
#ifndef HOST_PAUSE_H
#define HOST_PAUSE_H

#include "host/freezer.h"
#include "host/player.h"

/* The player on turn has been thinking for a while: suspends all others, and
   adds up the processor time they used while waiting. */
void pause_waiting(struct players *players, const struct player *on_turn);

/* Suspends them again: a timer, for example, can resume a process, and a bot
   may have started since. */
void pause_repeat(struct players *players, const struct player *on_turn);

/* Microseconds until pause_repeat is due again. */
int64_t pause_repeat_us(const struct players *players);

/* The answer has arrived: resumes the others, except for restless ones, which
   have used too much processor time while waiting. */
void pause_over(struct players *players);

/* This player has answered or become ready: suspends it at once if it is
   restless; otherwise may begin to measure what it uses while waiting. */
void pause_answered(struct players *players, struct player *player);

/* This player is about to be asked: resumes it, and stops measuring, as what it
   uses now is no longer used while waiting. */
void pause_asked(struct players *players, struct player *player);

/* Resumes a player if it is suspended. */
void pause_resume(struct players *players, struct player *player);

/* The bot is in a control group: freezes that from now on. */
void pause_take_freezer(struct players *players, struct player *player,
			const struct freezer *group);

/* Is there a process that suspends bots of this level when requested? */
bool pause_has_helper(enum level level);

#endif
