/*
 * log_packer.h - packs a closed log: only what its secret, its rules and its
 * moves do not say already.
 *
 * After the first line (packed_head.h) come these bytes, in zlib's format:
 *
 *   the secret      32 bytes
 *   items           a number N above 0: the next decision is the move at place
 *                       N - 1 of the legal ones; or
 *                   0, a number A, a number S and S bytes: when A lines have
 *                       followed the last item, this line comes, without LF.
 *                       The first line is one, and so is each fault
 *   the signature   the last item has S = 0; then come 64 bytes
 *
 * Numbers are written seven bits a byte, the lowest first, with 128 added to
 * each byte but the last.  docs/packed-logs.md says the same to others.
 */
#ifndef PACK_LOG_PACKER_H
#define PACK_LOG_PACKER_H

#include "base/error.h"
#include "base/text.h"

/*
 * Appends the packed log to `packed`.  The log has been verified.  Returns 0, or
 * -1 with `err`: it cannot be read, or cannot be packed.
 */
int log_packer_pack(const char *path, struct text *packed, struct error *err);

#endif
