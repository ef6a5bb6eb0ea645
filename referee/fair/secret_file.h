/*
 * secret_file.h - the secret of a match: made, read, kept in a file, wiped.
 */
#ifndef FAIR_SECRET_FILE_H
#define FAIR_SECRET_FILE_H

#include "base/error.h"
#include "fair/dice.h"

/* 32 bytes from the system. */
void secret_file_random(struct hash *secret);

/* Reads 64 hex digits and LF (the LF may be missing) from a file or, for "-",
   standard input.  Returns 0, or -1 with `err`, the secret then wiped. */
int secret_file_read(struct hash *secret, const char *path, struct error *err);

/* Writes a file that must not exist yet, mode 0600, on the disk (fsync) when
   this returns 0; -1 with `err` otherwise. */
int secret_file_write(const struct hash *secret, const char *path,
		      struct error *err);

#endif
