/*
 * submission.h - a bot that an author hands in: its name and author, how it is
 * built and how it is run.
 *
 * docs/contest.md describes bot.json and what is recognised without it.
 */
#ifndef SUBMISSION_SUBMISSION_H
#define SUBMISSION_SUBMISSION_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/text.h"

/* ### tree_copy: safely copies a folder from an untrusted author; only regular
   files and folders are taken, with their modes less the umask, and no link is
   ever followed */

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

/* ### what was submitted */

/* Owns everything in it; may be all zeroes. */
struct submission {
	char *name, *author;    /* or NULL */
	struct text script;     /* for sh; empty: nothing to build */
	char **command;         /* as written, ends with NULL */
	char **files;           /* likewise; NULL: all that are not hidden */
};

/*
 * Reads a submission from the copied folder `folder` with the files `names`.
 * Returns 0, or -1 with `err`: what the author has to change.
 */
int submission_read(struct submission *submission, const char *folder,
		    const struct tree_copy *names, struct error *err);

/*
 * After the build: the command and all files that it needs, as paths that begin
 * with `folder`; names of programs and options stay as they are.  The caller
 * has to free both lists (words_free).  Returns 0, or -1 with `err`:
 * the command or `files` name what is not in the folder, or there are too many
 * files.
 */
int submission_words(const struct submission *submission, const char *folder,
		     const struct tree_copy *names, char ***command,
		     char ***files, struct error *err);

void submission_release(struct submission *submission);

#endif
