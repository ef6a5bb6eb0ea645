/*
 * sha256.h - SHA-256 of bytes, all at once, incrementally or of a file.
 *
 * This hash is three quarters of a match's computation.  Nettle, if `configure`
 * found it, uses the processor's SHA instructions; libsodium, which does all
 * other cryptography here, does not.
 */
#ifndef FAIR_SHA256_H
#define FAIR_SHA256_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum { SHA256_SIZE = 32 };      /* bytes of a hash */

/* The state after the bytes added so far.  A copy is independent. */
struct sha256 {
	uint64_t words[16];     /* the library's form; not to be read */
};

/* The library that this was built with: "nettle" or "libsodium". */
extern const char sha256_library[];

void sha256_start(struct sha256 *state);

void sha256_add(struct sha256 *state, const void *bytes, size_t size);

/* Writes SHA256_SIZE bytes to `hash` and wipes the state. */
void sha256_end(struct sha256 *state, unsigned char *hash);

/* Hashes all the bytes at once.  `hash` may be part of them. */
void sha256(unsigned char *hash, const void *bytes, size_t size);

/* Hashes the regular file `path`; errors call it `name`.  Returns 0, or -1 with
   `err`. */
int sha256_file(const char *path, const char *name,
		unsigned char *hash, struct error *err);

#endif
