/*
 * packed_head.h - the first line of a packed log.
 */
#ifndef PACK_PACKED_HEAD_H
#define PACK_PACKED_HEAD_H

#include "base/error.h"
#include "base/text.h"
#include "fair/dice.h"

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

/* Do these bytes begin like a packed log? */
bool packed_head_begins(const char *bytes, size_t size);

/* Appends the line with its LF. */
void packed_head_write(const struct packed_head *head, struct text *out);

/* Reads the first line of the bytes, which must be exactly as packed_head_write
   writes it, and verifies the hash of what follows it.  `*used` is its length
   with LF.  Returns 0, or -1 with `err`. */
int packed_head_read(struct packed_head *head, const struct text *bytes,
		     size_t *used, struct error *err);

#endif
