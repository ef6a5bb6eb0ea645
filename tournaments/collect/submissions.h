/*
 * submissions.h - the folders of a contest, and what became of each.
 */
#ifndef TOURNAMENTS_COLLECT_SUBMISSIONS_H
#define TOURNAMENTS_COLLECT_SUBMISSIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

struct handed_in {
	char *folder;           /* its name among the submissions */
	char *name;             /* of the entrant, or the folder's for now */
	char *author;           /* or NULL */
	char *from, *copy;      /* paths */
	char **command, **files;        /* ended by NULL; or NULL */
	/* Why it is not in, some lines; empty: it is. */
	struct text why;
};

/* Owns everything; all zeroes is none. */
struct submissions {
	struct handed_in *list;
	size_t count, room;
};

/*
 * Lists what is in the folder, by name, without hidden files; the copies are
 * to be in the folder `copies`.  What cannot be a submission has its `why`.
 * Returns 0, or -1 with `err`.
 */
int submissions_list(struct submissions *submissions, const char *folder,
		     const char *copies, struct error *err);

/* What referee build --json printed: the words and names, or why it is not in.
   False: it is neither. */
bool submissions_take_build(struct handed_in *one, const char *bytes,
			    size_t size);

/* Gives every entrant a name of its own; those who come later are not in. */
void submissions_name(struct submissions *submissions);

/* How many are in. */
size_t submissions_in(const struct submissions *submissions);

void submissions_release(struct submissions *submissions);

#endif
