/*
 * bot_folders.h - the folder in TMPDIR that holds the bots' working folders.
 */
#ifndef HOST_BOT_FOLDERS_H
#define HOST_BOT_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Makes and locks a new folder that bots can enter.  The lock's descriptor
 * stays open, so the folder counts as in use until this process and all its
 * forks have ended.  Returns 0, or -1 with `err` and an empty `path`.
 */
int bot_folders_make(char *path, size_t room, struct error *err);

/* Does this user have such folders that are no longer in use, because all their
   processes were killed?  With `remove`, removes them. */
bool bot_folders_left(bool remove);

#endif
