/*
 * file_hash.h - the hash of a file.
 */
#ifndef FAIR_FILE_HASH_H
#define FAIR_FILE_HASH_H

#include "base/error.h"
#include "fair/dice.h"

/*
 * Computes the SHA-256 of the regular file `path`; errors call it `name`.
 * Returns 0, or -1 with `err`.
 */
int file_hash(const char *path, const char *name, struct hash *hash,
	      struct error *err);

#endif
