/*
 * bot_users.h - the users that bots run as when the referee is root.
 */
#ifndef HOST_BOT_USERS_H
#define HOST_BOT_USERS_H

#include <sys/types.h>

#include "base/error.h"

/* A user that no bot runs as, for testing what a machine can do. */
uid_t bot_users_nobody(void);

/*
 * For root: sets `*user` to a user that has no processes, and reserves it: no
 * other bot on this machine gets it while the returned descriptor stays open.
 * Returns -1 with `err` on failure.
 */
int bot_users_take(uid_t *user, struct error *err);

#endif
