/*
 * submission.h - what an author hands in: who they are, how the bot is built
 * and how it is run.
 *
 * docs/contest.md describes bot.json and what is recognised without one.
 */
#ifndef SUBMISSION_SUBMISSION_H
#define SUBMISSION_SUBMISSION_H

#include "base/error.h"
#include "base/text.h"
#include "submission/tree_copy.h"

/* Owns everything; all zeroes is none. */
struct submission {
	char *name, *author;    /* or NULL */
	struct text script;     /* for sh; empty: nothing is built */
	char **command;         /* as written, ended by NULL */
	char **files;           /* as written, ended by NULL; or NULL: all */
};

/*
 * Finds out from a copied folder, whose path and names these are.  Returns 0,
 * or -1 with `err`: what the author has to change.
 */
int submission_read(struct submission *submission, const char *folder,
		    const struct tree_copy *names, struct error *err);

/*
 * After the build: the command and all files that it needs, as paths that
 * begin with `folder`; names of programs and options stay as they are.  The
 * caller frees both lists and their words.  Returns 0, or -1 with `err`: the
 * command names what is not in the folder.
 */
int submission_words(const struct submission *submission, const char *folder,
		     const struct tree_copy *names, char ***command,
		     char ***files, struct error *err);

/* Frees a list of words that NULL ends. */
void submission_free_words(char **words);

void submission_release(struct submission *submission);

#endif
