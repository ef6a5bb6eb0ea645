/*
 * table_file.h - the files of solved games.
 *
 * "rollcall worth 1", a line of JSON with the game, all its rules and how many
 * numbers follow, then the numbers: doubles, little endian.
 */
#ifndef WORTH_TABLE_FILE_H
#define WORTH_TABLE_FILE_H

#include "worth/duel.h"

/* Writes the whole file, or leaves what was there.  Returns 0 or -1 with
   `err`. */
int table_file_write(const struct duel *duel, const char *path,
		     struct error *err);

/*
 * Reads a table of any rules.  Returns NULL with the reason for a file that is
 * cut, changed so that it shows, or no table; the caller frees the table.  Who
 * has a hash should compare it first: not every change can be seen.
 */
struct duel *table_file_read(const char *path, struct error *err);

/* The bytes of such a file, which are hashed: appended to `out`. */
void table_file_bytes(const struct duel *duel, struct text *out);

/* The same from bytes; `name` is for sentences. */
struct duel *table_file_parse(const struct text *bytes, const char *name,
			      struct error *err);

/* Where `make install` puts the table of a game with its default rules:
   PKGDATADIR/tables/bolo7.worth.  Appended to `out`. */
void table_file_installed(const struct game *game, struct text *out);

#endif
