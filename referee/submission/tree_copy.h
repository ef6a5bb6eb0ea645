/*
 * tree_copy.h - copies a folder that may hold anything.
 *
 * Only regular files and folders are copied, and no link is ever followed.
 */
#ifndef SUBMISSION_TREE_COPY_H
#define SUBMISSION_TREE_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All zeroes before the first copy; tree_copy_release frees the names. */
struct tree_copy {
	/* Set by the caller: what else there is, or a name that does harm on a
	   terminal, is left out.  Otherwise it is an error. */
	bool skips;
	long long bytes_most;
	/* A failure was that of the machine, and not what is in the folder. */
	bool trouble;
	/* The files, "src/bot.py", in alphabetical order; owned. */
	char **name;
	size_t count, room;
	long long bytes;
};

/*
 * Copies what is in the folder `from` to `to`, which is empty; both stay open.
 * `.git` and files named TREE_COPY_MARK at the top are left out.  At most
 * 20,000 files and folders, bytes_most bytes and 32 levels.  Returns 0, or -1
 * with `err`.
 */
int tree_copy(struct tree_copy *copy, int from, int to, struct error *err);

void tree_copy_release(struct tree_copy *copy);

/* The file that marks a folder as a copy. */
#define TREE_COPY_MARK ".rollcall-copy"

#endif
