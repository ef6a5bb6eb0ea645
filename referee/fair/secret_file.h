/*
 * secret_file.h - makes, reads and writes the secret of a match.
 */
#ifndef FAIR_SECRET_FILE_H
#define FAIR_SECRET_FILE_H

#include "base/error.h"
#include "fair/dice.h"

/* Makes a secret of 32 random bytes from the system. */
void secret_file_random(struct hash *secret);

/* Reads 64 hex digits and LF (which may be missing) from a file or, for "-",
   standard input.  Returns 0, or -1 with `err` and the secret wiped. */
int secret_file_read(struct hash *secret, const char *path, struct error *err);

/* Writes a file of mode 0600, which must not exist yet, and syncs it to disk.
   Returns 0, or -1 with `err`. */
int secret_file_write(const struct hash *secret, const char *path,
		      struct error *err);

#endif
