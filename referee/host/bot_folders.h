/*
 * bot_folders.h - the folder in TMPDIR that holds the bots' working folders; the
 * users that bots run as.
 */
#ifndef HOST_BOT_FOLDERS_H
#define HOST_BOT_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "base/error.h"

/* Where such folders are made. */
const char *bot_folders_place(void);

/*
 * Makes and locks a new folder that bots can enter.  The lock's descriptor
 * stays open, so the folder counts as in use until this process and all its
 * forks have ended.  Returns 0, or -1 with `err` and an empty `path`.
 */
int bot_folders_make(char *path, size_t room, struct error *err);

/* Does this user have such folders that are no longer in use, because all their
   processes were killed?  With `remove`, removes them. */
bool bot_folders_left(bool remove);

/* ### bot_users: the users that bots run as when the referee is root */

/* A user that no bot runs as, for testing what a machine can do. */
uid_t bot_users_nobody(void);

/*
 * For root: sets `*user` to a user that has no processes, and reserves it: no
 * other bot on this machine gets it while the returned descriptor stays open.
 * Returns -1 with `err` on failure.
 */
int bot_users_take(uid_t *user, struct error *err);

/* ### remove_tree: removes folders that bots have filled */

/*
 * Removes a folder and its contents as far as possible, including folders
 * without write permission and trees deeper than the longest path.  What others
 * create there meanwhile may remain.
 */
void remove_tree(const char *path);

#endif
