/*
 * log_packer.h - packs a closed log: leaves out what follows from its secret,
 * its rules and its moves.
 *
 * After the first line (packed_head.h) come these bytes, in zlib's format:
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
#ifndef PACK_LOG_PACKER_H
#define PACK_LOG_PACKER_H

#include "base/error.h"
#include "base/text.h"

/*
 * Appends the packed log to `packed`.  The log must have been verified.
 * Returns 0, or -1 with `err`: the log cannot be read or packed.
 */
int log_packer_pack(const char *path, struct text *packed, struct error *err);

#endif
