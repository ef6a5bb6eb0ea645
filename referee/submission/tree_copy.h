/*
 * tree_copy.h - safely copies a folder from an untrusted author.
 *
 * Only regular files and folders are copied, with their modes less the umask,
 * and no link is ever followed.
 */
#ifndef SUBMISSION_TREE_COPY_H
#define SUBMISSION_TREE_COPY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"

/* All zeroes before the first copy; tree_copy_release frees the names. */
struct tree_copy {
	/* Set by the caller: skip symbolic links, devices and so on, and names
	   that could harm a terminal.  Otherwise they are an error, as are
	   hard links. */
	bool skips;
	long long bytes_most;
	/* The failure was caused by this machine, not by the folder. */
	bool trouble;
	/* The files, such as "src/bot.py", sorted by name; owned. */
	char **name;
	size_t count, room;
	long long bytes;
};

/*
 * Copies the contents of the folder `from` to the folder `to`; both descriptors
 * stay open.  Leaves out `.git` and TREE_COPY_MARK at the top level.  Copies at
 * most 20,000 files and folders, bytes_most bytes and 32 levels of folders.
 * Returns 0, or -1 with `err`.
 */
int tree_copy(struct tree_copy *copy, int from, int to, struct error *err);

void tree_copy_release(struct tree_copy *copy);

/* The file that marks a folder as a copy. */
#define TREE_COPY_MARK ".rollcall-copy"

#endif
