/*
 * submission.h - a bot that an author hands in: copied, identified, and built
 * in a sandbox.
 *
 * docs/contest.md describes bot.json and what is recognised without it.
 */
#ifndef SUBMISSION_SUBMISSION_H
#define SUBMISSION_SUBMISSION_H

#include <stdbool.h>

#include "base/error.h"
#include "base/limits.h"
#include "base/text.h"

/* What was submitted. */
struct submission {
	char *name, *author;    /* or NULL */
	struct text script;     /* for sh; empty: nothing to build */
	char **command;         /* as written, ends with NULL */
	char **files;           /* likewise; NULL: all that are not hidden */
};

/* A build.  Set the rest to zeroes, and call submission_build_release. */
struct submission_build {
	/* Set by the caller; borrowed. */
	const char *from;       /* the author's folder or archive, which is
				   only read */
	const char *to;         /* the copy */
	bool keeps;             /* an earlier copy of other files, in the folder
				   `.earlier` beside it */
	struct limits limits;   /* of the build, at `strict` */
	int most_s;             /* the longest time for it, in seconds */
	bool unpacks;           /* an archive, now; set by the build */
	/* The result; owned. */
	struct submission submission;
	char **command, **files;        /* their paths begin with `to` */
	struct text output;     /* the last part of the build's output */
};

enum submission_verdict { SUBMISSION_BUILT, SUBMISSION_REFUSED,
	SUBMISSION_TROUBLE };

/* The default limits of a build. */
void submission_build_limits(struct limits *limits);

/*
 * Makes the folder `to` from the files of the author's folder or archive; while
 * that has nothing but one folder or one archive, from its files.  A folder made by an earlier call is replaced; any
 * other existing folder is an error.  The build runs on another copy in memory,
 * whose final contents replace `to`.  With SUBMISSION_REFUSED `err` says what
 * the author has to change, and `to` does not exist; with SUBMISSION_TROUBLE it
 * says what failed on our side.
 */
enum submission_verdict submission_build(struct submission_build *build,
					 struct error *err);

void submission_build_release(struct submission_build *build);

#endif
