/*
 * packed_log.h - a log that is read as it was written, packed or not.
 */
#ifndef PACK_PACKED_LOG_H
#define PACK_PACKED_LOG_H

#include "fair/logfile.h"

enum { PACKED_LOG_MAX = 1 << 28 };      /* bytes of a packed log; they are
					   read whole, the lines are not */

/*
 * logfile_open for a log or a packed log, whose lines are then those of the log
 * that was packed.  Returns 0, or -1 with `err`; then `file->damaged` says
 * that the file is a packed log and was changed.  logfile_next says the same
 * of lines that are not the ones that were packed.
 */
int packed_log_open(struct logfile *file, const char *path, bool digests,
		    struct error *err);

/*
 * Writes the lines of a packed log, whose bytes are taken over, to `fd`, with
 * `path` for messages; -1: nowhere, to see whether they can be unpacked.
 * Returns 0, and then every line is as it was packed, or -1 with `err`.
 */
int packed_log_unpack(struct text *packed, int fd, const char *path,
		      struct error *err);

/* Is it a packed log?  False, too, when it cannot be read. */
bool packed_log_is(const char *path);

#endif
