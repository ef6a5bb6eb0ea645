/*
 * log_paths.h - what lies beside a log.
 */
#ifndef SESSION_LOG_PATHS_H
#define SESSION_LOG_PATHS_H

#include <stdbool.h>

#include "base/error.h"

/*
 * The log's name with `ending` instead of its .jsonl; the caller frees it.
 * NULL with `err` when the name does not end in .jsonl.
 */
char *log_beside(const char *log, const char *ending, struct error *err);

/* Something that is no regular file, such as /dev/null: nothing lies beside
   it. */
bool log_is_device(const char *log);

/* Does a file of that name begin like a log?  Nothing may overwrite it. */
bool log_is_there(const char *path);

#endif
