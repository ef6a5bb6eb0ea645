/*
 * read_record.h - reads the folder of a tournament for a table, and the luck of
 * its games.
 */
#ifndef TOURNAMENTS_CMD_READ_RECORD_H
#define TOURNAMENTS_CMD_READ_RECORD_H

#include "base/options.h"
#include "tournaments/luck/luck_book.h"
#include "tournaments/record/record.h"

/* Warns on standard error if luck.csv ended the test, not if its `luck` is
   measured, whose source is told anyway; or if the book is closed, but not the
   one that the operator signed, or closed too early. */
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

/* Adds a word, such as a folder, which the list owns from now on. */
void read_record_add(struct options_list *list, char *word);

/* Adds the folders of all rounds of a league.  Returns their number. */
int read_record_add_rounds(struct options_list *folders, const char *league);

/* Frees a list made by these. */
void read_record_free(struct options_list *list);

/* ### read_luck: the luck of the games */

enum { READ_LUCK_JOBS_MAX = 256 };

/* How luck is measured: the options of the command line and what follows from
   them. */
struct read_luck {
	const char *file;       /* --luck-file, or NULL */
	int jobs;               /* 0: one per core */
	struct luck_source source;
	struct luck_book_work work;
	char *referee;          /* owned */
};

/* Rows of an option table; `member` is the read_luck in `type`. */
#define READ_LUCK_OPTIONS(type, member) \
	{ "--luck-file", "FILE", "measure luck by this file " \
		"(the tournament's, or the game's)", \
		OPTIONS_TEXT(type, member.file) }, \
	{ "-j", "N", "analyse N logs at a time (one per core)", \
		OPTIONS_INTEGER(type, member.jobs, 1, READ_LUCK_JOBS_MAX) }

/*
 * Finds the luck file that counts for a tournament, which must be the same as
 * that of an earlier folder, and how its games are analysed.  Returns 0, or -1
 * with `err`; read_luck_release is due either way.
 */
int read_luck_begin(struct read_luck *luck, const struct record *record,
		    struct error *err);

/* Adds the games of that folder and their luck.  Returns 0, or -1 with
   `err`. */
int read_luck_games(struct read_luck *luck, const struct record *record,
		    struct games_table *table, struct error *err);

/* If luck was taken from luck.csv, says so on standard error, for a table as CSV
   that cannot. */
void read_luck_say_kept(const struct read_luck *luck, const char *command);

void read_luck_release(struct read_luck *luck);

#endif
