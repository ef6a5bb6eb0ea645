/*
 * log_paths.h - the files beside a log.
 */
#ifndef SESSION_LOG_PATHS_H
#define SESSION_LOG_PATHS_H

#include <stdbool.h>

#include "base/error.h"

/*
 * The log's name with `ending` instead of its .jsonl; the caller frees it.
 * NULL with `err` when the name does not end in .jsonl.
 */
char *log_paths_beside(const char *log, const char *ending, struct error *err);

/* The name of the log that was packed: `packed` with .jsonl instead of its
   .pack, or a copy of a name that does not end so; the caller frees it. */
char *log_paths_plain(const char *packed);

/* Not a regular file but something like /dev/null: there are no files beside
   it. */
bool log_paths_is_device(const char *log);

/* Does a file of that name begin like a log?  Nothing may overwrite it. */
bool log_paths_is_log(const char *path);

#endif
