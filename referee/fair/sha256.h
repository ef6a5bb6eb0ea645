/*
 * sha256.h - SHA-256: of bytes at once, or as they come.
 *
 * Three quarters of what a match computes is this hash.  Nettle, where
 * `configure` has found it, has the processor's own instructions for it;
 * libsodium, the library of all other cryptography here, has not.
 */
#ifndef FAIR_SHA256_H
#define FAIR_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_SIZE = 32 };      /* bytes of a hash */

/* The hash of the bytes that have been added.  A copy goes on by itself. */
struct sha256 {
	uint64_t words[16];     /* the library's form; not to be read */
};

/* "nettle" or "libsodium": the library that this was built with. */
extern const char sha256_library[];

void sha256_start(struct sha256 *state);

void sha256_add(struct sha256 *state, const void *bytes, size_t size);

/* Writes SHA256_SIZE bytes to `hash` and wipes the state. */
void sha256_end(struct sha256 *state, unsigned char *hash);

/* The same for bytes that are all there.  `hash` may be part of them. */
void sha256(unsigned char *hash, const void *bytes, size_t size);

#endif
