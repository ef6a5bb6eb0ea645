/*
 * final_tables.h - the end of a tournament: the closed book, its note, its tables.
 */
#ifndef TOURNAMENTS_REPORT_FINAL_TABLES_H
#define TOURNAMENTS_REPORT_FINAL_TABLES_H

#include "fair/keys.h"
#include "tournaments/record/record.h"

/*
 * Writes the close line with the secret S, signs the book and removes the file
 * `secret`.  Each step can be repeated after a crash.
 */
int finish_close(struct record *record, const struct signing_key *key,
		 const struct hash *secret, struct error *err);

/* The same for a book that is closed already. */
int finish_note(struct record *record, const struct signing_key *key,
		struct error *err);

/* What `run` ends with: the table, the ladder, where everything lies. */
int finish_tables(const struct record *record, struct text *out,
		  struct error *err);

/* Only the tables: standings, the test of `sprt`, the ladder. */
int finish_recount(const struct record *record, struct text *out,
		   struct error *err);

#endif
