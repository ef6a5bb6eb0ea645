/*
 * bot_folders.h - the folder in TMPDIR that holds the bots' working folders.
 */
#ifndef HOST_BOT_FOLDERS_H
#define HOST_BOT_FOLDERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/*
 * Makes a new one, which bots can enter, and locks it.  It is in use until this
 * process and all that it forks have ended: the descriptor stays open.  Returns
 * 0, or -1 with `err` and an empty `path`.
 */
int bot_folders_make(char *path, size_t room, struct error *err);

/* Are there any of this user that nobody uses, because everything was killed?
   `remove`: removes them. */
bool bot_folders_left(bool remove);

#endif
