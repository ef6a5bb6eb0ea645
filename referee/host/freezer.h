/*
 * freezer.h - a control group of a bot's own, which can be frozen.
 *
 * What is frozen stays so, whatever signals it is sent, and can still be
 * killed.  A group can be had where the file system of control groups, version
 * 2, is mounted and this process's own group may be written to: by root, and in
 * a scope that systemd gave to a user.  It has the number of the bot's warden,
 * so that everybody finds it.
 */
#ifndef HOST_FREEZER_H
#define HOST_FREEZER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/limits.h"

/* May bots of that level be in one?  A bot of the same user could leave it. */
bool freezer_is_safe(enum level level);

enum { FREEZER_HOME_MOST = 700, FREEZER_GROUP_MOST = FREEZER_HOME_MOST + 40 };

/* The folder of this process's own group, in which those of bots are made; "":
   there is none.  Finding it takes a while: it is found once for a match. */
struct freezer_home {
	char folder[FREEZER_HOME_MOST];
};

/* A group that was made. */
struct freezer {
	char group[FREEZER_GROUP_MOST];         /* its folder; "": none */
};

void freezer_find_home(struct freezer_home *home);

/* Makes the group for the bot of that warden.  False: there is none. */
bool freezer_make(const struct freezer_home *home, pid_t warden,
		  struct freezer *freezer);

/* Puts this process in it, and with it all that it starts. */
void freezer_enter(const struct freezer *freezer);

/* Is anybody in it? */
bool freezer_is_used(const struct freezer *freezer);

/* The descriptor to freeze that bot with, or -1. */
int freezer_open(const struct freezer *freezer);

/* Returns 0, or an errno. */
int freezer_set(int freezer, bool frozen);

/* Removes the group, when all in it have gone. */
void freezer_remove(const struct freezer *freezer);
void freezer_remove_of(const struct freezer_home *home, pid_t warden);

/* Removes groups that were left behind, when all wardens were killed at once. */
void freezer_tidy(const struct freezer_home *home);

#endif
