/*
 * bot_users.h - the users that the bots of root run as.
 */
#ifndef HOST_BOT_USERS_H
#define HOST_BOT_USERS_H

#include <sys/types.h>

#include "base/error.h"

/* A user that no bot runs as, for trying out what a machine can do. */
uid_t bot_users_nobody(void);

/* A user that only the process which obeys requests to suspend the bot of that
   user is, in order to do so (pause.h). */
uid_t bot_users_helper(uid_t user);

/*
 * For root: no other bot on this machine runs as `*user` while the returned
 * descriptor stays open, and no process had that user before.  -1 with
 * `err`.
 */
int bot_users_take(uid_t *user, struct error *err);

#endif
