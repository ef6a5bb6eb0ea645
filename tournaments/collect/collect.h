/*
 * collect.h - the submissions to a contest: builds and checks them, and makes
 * the tournament file of those that can play.
 */
#ifndef TOURNAMENTS_COLLECT_COLLECT_H
#define TOURNAMENTS_COLLECT_COLLECT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/options.h"
#include "base/printable.h"
#include "base/text.h"
#include "games/games.h"
#include "games/rules.h"

/* ### the submissions */

struct collect_entry {
	char *folder;           /* its name among the submissions, without the
				   ending of an archive */
	char *name;             /* of the entrant; at first from the folder */
	char *author;           /* or NULL */
	char *from, *copy;      /* paths */
	char **command, **files;        /* ended by NULL; or NULL */
	/* Why it is not accepted, some lines; empty: it is. */
	struct text why;
	/* What it cannot do and the contest does not ask for; may be empty. */
	struct text advice;
	struct text files_hash; /* the same for equal files; of those built */
};

/* Owns everything; all zeroes is none. */
struct submissions {
	struct collect_entry *list;
	size_t count, room;
};

/*
 * Lists everything in the folder, sorted by name, except hidden files; copies
 * will be in the folder `copies`.  What cannot be a submission gets a `why`.
 * Returns 0, or -1 with `err`.
 */
int submissions_list(struct submissions *submissions, const char *folder,
		     const char *copies, struct error *err);

/* Makes names unique: of several submissions with one name, only one is
   accepted. */
void submissions_name(struct submissions *submissions);

/* How many are accepted. */
size_t submissions_in(const struct submissions *submissions);

/* Appends a line for each group of submissions that were built of the same
   files, whatever their bot.json says. */
void submissions_add_equal(struct submissions *submissions, struct text *out);

void submissions_release(struct submissions *submissions);

/* ### the tournament file */

struct contest_file {
	const char *path;       /* borrowed */
	cJSON *tree;            /* as it was, or with the defaults */
	const struct game *game;
	struct program_game *told;      /* owned: what its program says; or
					   NULL */
	int rule[GAME_RULES_MAX];
	int seats;
	uint32_t boards;        /* that a process plays */
	struct limits limits;
	enum level level;
};

/*
 * Reads the file, if there is one: everything in it is kept, except entrants,
 * left_out and advice.  Otherwise it begins as a round robin of `game` at
 * `strict`.  `game` may be NULL if there is a file.  Returns 0, or -1 with
 * `err`; call contest_file_release in either case.
 */
int contest_file_read(struct contest_file *file, const char *path,
		      const char *game, struct error *err);

/* The folder for copies of the bots: "cups/may.bots" for "cups/may.json".  The
   caller frees it. */
char *contest_file_copies(const char *path);

/* Writes the file, with the accepted submissions as its entrants, advice to
   them, and what became of the others.  Returns 0, or -1 with `err`: it cannot
   be written, or the new file is one that `tournament run` would refuse. */
int contest_file_write(struct contest_file *file,
		       const struct submissions *submissions,
		       struct error *err);

void contest_file_release(struct contest_file *file);

/* ### building and checking */

/* Borrows everything.  On a terminal it shows its progress. */
struct collect {
	struct submissions *submissions;
	const struct contest_file *file;
	const char *referee;            /* the program */
	const struct options_list *limits;      /* of builds */
	int jobs, time_s;
	struct progress progress;
};

/* Builds those without a `why`; each gets its command and files, or a `why`.
   Returns 0, or -1 with `err` for a failure that is not the submission's. */
int collect_build(struct collect *collect, struct error *err);

/* Runs referee check on those that were built; one that fails gets a `why`. */
int collect_check(struct collect *collect, struct error *err);

#endif
