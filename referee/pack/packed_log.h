/*
 * packed_log.h - reads a log in the same way whether it is packed or not.
 */
#ifndef PACK_PACKED_LOG_H
#define PACK_PACKED_LOG_H

#include "fair/logfile.h"

enum { PACKED_LOG_MAX = 1 << 28 };      /* bytes of a packed log, which is read
					   into memory; its lines are not */

/*
 * Like logfile_open, but also opens a packed log, whose lines are those of the
 * log that was packed.  Returns 0, or -1 with `err`; then `file->damaged` is
 * set if the file is a packed log that was changed.  logfile_next also sets it,
 * if the unpacked lines are not those that were packed.
 */
int packed_log_open(struct logfile *file, const char *path, bool digests,
		    struct error *err);

/*
 * Unpacks a packed log to `fd`; `path` is for messages.  With `fd` -1 only
 * checks that it can be unpacked.  Takes ownership of the bytes.  Returns 0 if
 * all lines are those that were packed, or -1 with `err`.
 */
int packed_log_unpack(struct text *packed, int fd, const char *path,
		      struct error *err);

/* Is it a packed log?  Also false if it cannot be read. */
bool packed_log_is(const char *path);

#endif
