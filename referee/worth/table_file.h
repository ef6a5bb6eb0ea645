/*
 * table_file.h - the files of solved games.
 *
 * A file has the line "rollcall worth 1", a line of JSON, then the numbers:
 * little-endian doubles of `win`, `last` and `sudden` as in duel.h.  The JSON
 * has the game, all its rules, its target in units, the lengths of `last` and
 * `sudden` (0: none), and a checksum of the numbers, which detects damage.  It
 * does not detect forgery: for that, compare the hash of the whole file.
 */
#ifndef WORTH_TABLE_FILE_H
#define WORTH_TABLE_FILE_H

#include "worth/duel.h"

/* Appends the bytes of the file. */
void table_file_bytes(const struct duel *duel, struct text *out);

/* Writes the file atomically: an old file stays until the new one is complete.
   Returns 0, or -1 with `err`. */
int table_file_write(const struct duel *duel, const char *path,
		     struct error *err);

/* Reads a table from the bytes of a file, whose name is for errors; the caller
   frees it.  Returns NULL with `err` if it is not a table, truncated or
   damaged. */
struct duel *table_file_parse(const struct text *bytes, const char *name,
			      struct error *err);

/* The same for a file. */
struct duel *table_file_read(const char *path, struct error *err);

/* Sets `out` to the path where `make tables`, or `make install`, puts the table
   of this game with its default rules, if it was built. */
void table_file_installed(const struct game *game, struct text *out);

#endif
