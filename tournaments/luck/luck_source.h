/*
 * luck_source.h - the luck file that counts for a tournament, and what a
 * referee needs to measure luck by it.
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
	/* Once luck_source_prepare was called: */
	char *folder;           /* for files of ours, removed in the end */
	char *path;             /* of the luck file in it */
	char *table;            /* the path of a table, or NULL */
};

/*
 * Finds the luck file of a tournament: the one whose hash the manifest has
 * (luck.json of the folder, or `given`); without such a hash `given`, the path
 * of another; else the default for the game, its rules and seats.  Returns 0,
 * or -1 with `err`: there is none, it has changed, it is for something else.
 * luck_source_release is due either way.
 */
int luck_source_find(struct luck_source *source, const struct record *record,
		     const char *given, struct error *err);

/* A source of its own from a luck file that was made here. */
int luck_source_take(struct luck_source *source, struct luck_file *file,
		     struct error *err);

struct luck_source_work {
	int threads;
	bool trusts_installed;  /* an installed table need not be solved anew */
	const volatile sig_atomic_t *stop;      /* or NULL */
};

/*
 * Writes the luck file to where a referee can read it, and a table beside it
 * when it measures by one: the installed one if it has the right hash, else
 * the game is solved, which standard error says when it takes a while.  Does
 * nothing the second time.  Returns 0, or -1 with `err`: a table that is
 * solved must have the hash that the luck file names.
 */
int luck_source_prepare(struct luck_source *source,
			const struct luck_source_work *work,
			struct error *err);

/* Is the table installed that it needs? */
bool luck_source_is_installed(const struct luck_source *source);

/* Safe twice. */
void luck_source_release(struct luck_source *source);

#endif
