/*
 * log_paths.h - the files beside a log.
 */
#ifndef SESSION_LOG_PATHS_H
#define SESSION_LOG_PATHS_H

#include <stdbool.h>

#include "base/error.h"

/*
 * The log's name with `ending` instead of .jsonl, which the caller has to free;
 * NULL with `err` if the name does not end in .jsonl.
 */
char *log_paths_beside(const char *log, const char *ending, struct error *err);

/* The name of the log that was packed: `packed` with .jsonl instead of .pack,
   or a copy of `packed` if it does not end in that.  The caller has to free
   it. */
char *log_paths_plain(const char *packed);

/* Does the file exist without being a regular file, as /dev/null?  Then no
   files are made beside it. */
bool log_paths_is_device(const char *log);

#endif
