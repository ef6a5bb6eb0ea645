/*
 * table_file.h - the files of solved games.
 *
 * "rollcall worth 1", a line of JSON, then the numbers: doubles, little endian,
 * of `win`, `last` and `sudden` as in duel.h.  The JSON says which game it is,
 * all of its rules, its target in units, how long the lists of the end are (0:
 * there are none) and a sum of the numbers, which finds damage.  It finds no
 * forgery: for that, compare the hash of the whole file.
 */
#ifndef WORTH_TABLE_FILE_H
#define WORTH_TABLE_FILE_H

#include "worth/duel.h"

/* Appends the bytes of the file. */
void table_file_bytes(const struct duel *duel, struct text *out);

/* Writes it as a whole: until it is complete, an old file stays.  Returns 0, or
   -1 with `err`. */
int table_file_write(const struct duel *duel, const char *path,
		     struct error *err);

/* The table in the bytes of a file, whose name is for sentences; the caller
   frees it.  Returns NULL with `err` when it is none, is cut or damaged. */
struct duel *table_file_parse(const struct text *bytes, const char *name,
			      struct error *err);

/* The same from a file. */
struct duel *table_file_read(const char *path, struct error *err);

/* Appends the path at which `make install` puts the table of this game with
   its default rules, if it was built. */
void table_file_installed(const struct game *game, struct text *out);

#endif
