/*
 * submission.h - a bot that an author hands in: its name and author, how it is
 * built and how it is run.
 *
 * docs/contest.md describes bot.json and what is recognised without it.
 */
#ifndef SUBMISSION_SUBMISSION_H
#define SUBMISSION_SUBMISSION_H

#include "base/error.h"
#include "base/text.h"
#include "submission/tree_copy.h"

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
 * has to free both lists (submission_free_words).  Returns 0, or -1 with `err`:
 * the command or `files` name what is not in the folder, or there are too many
 * files.
 */
int submission_words(const struct submission *submission, const char *folder,
		     const struct tree_copy *names, char ***command,
		     char ***files, struct error *err);

/* Frees a NULL-terminated list of words; may be NULL. */
void submission_free_words(char **words);

void submission_release(struct submission *submission);

#endif
