/*
 * submissions.h - the submissions to a contest, and what became of each.
 */
#ifndef TOURNAMENTS_COLLECT_SUBMISSIONS_H
#define TOURNAMENTS_COLLECT_SUBMISSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

struct handed_in {
	char *folder;           /* its name among the submissions */
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
	struct handed_in *list;
	size_t count, room;
};

/*
 * Lists everything in the folder, sorted by name, except hidden files; copies
 * will be in the folder `copies`.  What cannot be a submission gets a `why`.
 * Returns 0, or -1 with `err`.
 */
int submissions_list(struct submissions *submissions, const char *folder,
		     const char *copies, struct error *err);

/* Takes what referee build --json printed: command, files and names, or why it
   is not accepted.  False: it is not JSON. */
bool submissions_take_build(struct handed_in *one, const char *bytes,
			    size_t size);

/* Makes names unique: of several submissions with one name, only one is
   accepted. */
void submissions_name(struct submissions *submissions);

/* How many are accepted. */
size_t submissions_in(const struct submissions *submissions);

/* Appends a line for each group of submissions that were built of the same
   files, whatever their bot.json says. */
void submissions_add_equal(struct submissions *submissions, struct text *out);

void submissions_release(struct submissions *submissions);

#endif
