/*
 * packed_log.h - packs a closed log: leaves out what follows from its secret, its
 * rules and its moves; reads a log in the same way whether it is packed or not.
 *
 * After the first line come these bytes, in zlib's format:
 *
 *   the secret      32 bytes
 *   items           a number N above 0: the next decision is the legal move
 *                       with the index N - 1; or
 *                   0, a number A, a number S and S bytes: this line, without
 *                       LF, comes after A predictable lines since the last
 *                       item.  The first line of the log and each fault are
 *                       such items
 *   the signature   the last item has S = 0; 64 bytes follow it
 *
 * Numbers are written seven bits per byte, the lowest first, with 128 added to
 * each byte but the last.  docs/packed-logs.md also describes this format.
 */
#ifndef PACK_PACKED_LOG_H
#define PACK_PACKED_LOG_H

#include "base/error.h"
#include "base/text.h"
#include "fair/dice.h"
#include "fair/logfile.h"

/* The longest log in bytes.  Unpacking stops there, so that a few kilobytes
   from a stranger cannot fill the disk. */
#define PACKED_SIZE_MAX (1LL << 36)

enum {
	PACKED_VERSION = 1,
	PACKED_HEAD_MAX = 512           /* bytes, LF included */
};

struct packed_head {
	long long size;         /* of the log, 1 .. PACKED_SIZE_MAX bytes */
	struct hash log;        /* SHA-256 of all its bytes */
	struct hash data;       /* SHA-256 of what follows this line */
};

/* Appends the line with its LF. */
void packed_head_write(const struct packed_head *head, struct text *out);

/* Reads the first line of the bytes, which must be exactly as packed_head_write
   writes it, and verifies the hash of what follows it.  `*used` is its length
   with LF.  Returns 0, or -1 with `err`. */
int packed_head_read(struct packed_head *head, const struct text *bytes,
		     size_t *used, struct error *err);

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

/* ### log_packer: packing */

/*
 * Appends the packed log to `packed`.  The log must have been verified.
 * Returns 0, or -1 with `err`: the log cannot be read or packed.
 */
int log_packer_pack(const char *path, struct text *packed, struct error *err);

#endif
