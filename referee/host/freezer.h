/*
 * freezer.h - a control group for each bot, which can be frozen.
 *
 * Frozen processes stay frozen whatever signals they are sent, but can still be
 * killed.  Groups are available where the cgroup2 file system is mounted and
 * this process may write to its own group: as root, and in a scope that systemd
 * delegated to a user.  A group is named after the process ID of the bot's
 * warden, so that any process of the referee can find it.
 */
#ifndef HOST_FREEZER_H
#define HOST_FREEZER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/limits.h"

/* Can bots of that level be confined to a group?  A bot that runs as the same
   user as the referee could leave it. */
bool freezer_is_safe(enum level level);

enum { FREEZER_HOME_MOST = 700, FREEZER_GROUP_MOST = FREEZER_HOME_MOST + 40 };

/* The folders of this process's own groups, in which the bots' groups are made;
   "": none.  Looking them up is slow, so it is done once per match. */
struct freezer_home {
	char folder[FREEZER_HOME_MOST];
	char memory[FREEZER_HOME_MOST];         /* of version 1 */
	long long share;        /* bytes of memory for each bot; 0: no limit */
};

/* A group that was made; "": there is none. */
struct freezer {
	char folder[FREEZER_GROUP_MOST];        /* can be frozen */
	char memory[FREEZER_GROUP_MOST];        /* has a share of memory; may
						   be the same */
};

void freezer_find_home(struct freezer_home *home);

/* How many processes and threads the control group of this process, or the
   fullest one above it, may have, and how many it has.  False: no limit. */
bool freezer_tasks(long *most, long *now);

/* How many processes of the control group of this process, or else of the
   machine, the kernel has ended because memory ran out; -1: it does not say. */
long freezer_oom_kills(void);

/* How many bytes of memory the control group of this process, or one above it,
   may have; 0: there is no limit. */
long long freezer_memory(void);

/* Has the kernel ended processes of a bot for lack of memory? */
enum freezer_oom {
	FREEZER_OOM_UNKNOWN,    /* it has no group for memory */
	FREEZER_OOM_NONE,
	FREEZER_OOM_OWN,        /* it had used up its share */
	FREEZER_OOM_OTHERS      /* it was within its share */
};
enum freezer_oom freezer_oom_of(const struct freezer *freezer);

/* Makes the groups for the bot of that warden.  False: it cannot be frozen. */
bool freezer_make(const struct freezer_home *home, pid_t warden,
		  struct freezer *freezer);

/* Moves this process, and so everything that it starts, into the group. */
void freezer_enter(const struct freezer *freezer);

/* Is any process in the group? */
bool freezer_is_used(const struct freezer *freezer);

/* A descriptor for freezer_set, or -1. */
int freezer_open(const struct freezer *freezer);

/* Freezes or thaws the group.  Returns 0, or an errno. */
int freezer_set(int freezer, bool frozen);

/* Removes the group, once all its processes are gone. */
void freezer_remove(const struct freezer *freezer);
void freezer_remove_of(const struct freezer_home *home, pid_t warden);

/* Removes groups left behind by wardens that were killed. */
void freezer_tidy(const struct freezer_home *home);

#endif
