/*
 * read_record.h - reads the folder of a tournament for a table, and the luck of
 * its games.
 */
#ifndef TOURNAMENTS_CMD_READ_RECORD_H
#define TOURNAMENTS_CMD_READ_RECORD_H

#include "base/options.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/record/record.h"

/* Warns on standard error if the book is closed, but not the one that the
   operator signed, or closed too early, or where luck.csv says; the last not
   if its `luck` is measured, whose source is told anyway. */
void read_record_warn(const struct record *record, const char *command,
		      bool luck);

/* The folder of a tournament; of a league, that of its last round, and a line on
   standard error that says so.  The caller frees it.  Returns NULL with `err`. */
char *read_record_folder(const char *folder, const char *command,
			 struct error *err);

/*
 * As record_read of this folder, with such warnings, and a line on standard error if the book
 * is not closed; tables are made from it anyway, unless it is not closed and
 * their `luck` is measured.
 */
int read_record(struct record *record, const char *folder, const char *command,
		bool luck, struct error *err);

/* Refuses to measure the luck of a tournament that is not over.  Returns 0, or
   -1 with `err`. */
int read_record_over(const struct record *record, struct error *err);

/* Refuses the folder at `at` if it is also listed before: games that count
   twice would make the errors too small.  Returns 0, or -1 with `err`. */
int read_record_once(const struct options_list *folders, int at,
		     struct error *err);

/* ### luck */

enum { READ_LUCK_JOBS_MAX = 256 };

/* The options of the command line. */
struct read_luck_order {
	const char *file;       /* --luck-file, or NULL */
	int jobs;               /* 0: one per core */
};

/* Rows of an option table; `member` is the read_luck_order in `type`. */
#define READ_LUCK_OPTIONS(type, member) \
	{ "--luck-file", "FILE", "measure luck by this file " \
		"(the tournament's, or the game's)", \
		OPTIONS_TEXT(type, member.file) }, \
	{ "-j", "N", "analyse N logs at a time (one per core)", \
		OPTIONS_INTEGER(type, member.jobs, 1, READ_LUCK_JOBS_MAX) }

/*
 * Finds the luck file that counts for a tournament, which must be over.  If
 * `source` already has the luck file of an earlier folder, the two must be the
 * same.  Returns 0, or -1 with `err`; luck_source_release is due either way.
 */
int read_record_luck_source(const struct read_luck_order *order,
		     const struct record *record, struct luck_source *source,
		     struct error *err);

/* Sets how games are analysed; the caller frees `*referee`.  Returns 0, or -1
   with `err`. */
int read_record_luck_work(const struct read_luck_order *order,
		   struct luck_book_work *work, char **referee,
		   struct error *err);

/* If luck was taken from luck.csv, says so on standard error, for a table as CSV
   that cannot. */
void read_record_say_kept(const struct luck_source *source,
			  const char *command);

/* Adds the games of a folder and their luck.  Returns 0, or -1 with `err`. */
int read_record_luck_games(const struct luck_book_work *work,
		    const struct record *record, struct luck_source *source,
		    struct games_table *table, struct error *err);

#endif
