/*
 * luck_source.h - the luck file that counts for a tournament, and the files
 * that a referee needs to measure luck with it.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_SOURCE_H
#define TOURNAMENTS_LUCK_LUCK_SOURCE_H

#include <signal.h>

#include "tournaments/record/record.h"
#include "worth/luck_file.h"

/* Owns everything; all zeroes is none. */
struct luck_source {
	struct luck_file file;
	struct text bytes;      /* of the file */
	bool fixed;             /* the manifest has its hash: it was chosen
				   before the first game */
	bool kept;              /* luck_book_need took luck from luck.csv */
	/* After luck_source_prepare: */
	char *folder;           /* temporary, removed by luck_source_release */
	char *path;             /* of the luck file in it */
	char *table;            /* the path of a table, or NULL */
};

/*
 * Finds the luck file of a tournament.  If the manifest has a hash of one, it
 * is the file at the path `given`, or luck.json of the folder if that is NULL,
 * and must have the hash.  Otherwise it is `given`, or if that is NULL the
 * default for the game, its rules and seats.  Returns 0, or -1 with `err`:
 * there is none, it has changed, or it is for another game.
 * luck_source_release is due either way.
 */
int luck_source_find(struct luck_source *source, const struct record *record,
		     const char *given, struct error *err);

/* Makes a source from a luck file made by this program.  Returns 0, or -1 with
   `err`. */
int luck_source_take(struct luck_source *source, struct luck_file *file,
		     struct error *err);

struct luck_source_work {
	int threads;
	bool trusts_installed;  /* an installed table need not be solved anew */
	const volatile sig_atomic_t *stop;      /* or NULL */
};

/*
 * Writes the luck file into a temporary folder for a referee to read, and
 * provides the table if it measures by one: the installed table if trusted and
 * its hash is right, else the game is solved, with progress on standard error,
 * and the table written to the folder too.  Does nothing the second time.
 * Returns 0, or -1 with `err`: the solved table must have the hash that the
 * luck file names, if it names one.
 */
int luck_source_prepare(struct luck_source *source,
			const struct luck_source_work *work,
			struct error *err);

/* Is the table that it needs installed? */
bool luck_source_is_installed(const struct luck_source *source);

/* Safe twice. */
void luck_source_release(struct luck_source *source);

#endif
