/*
 * submission_build.h - copies a submission and builds the copy in a sandbox.
 */
#ifndef SUBMISSION_SUBMISSION_BUILD_H
#define SUBMISSION_SUBMISSION_BUILD_H

#include "base/limits.h"
#include "submission/submission.h"

/* Zeroes, but for what the caller sets; submission_build_release is due. */
struct submission_build {
	/* Set by the caller; borrowed. */
	const char *from;       /* the author's folder, which is only read */
	const char *to;         /* the copy */
	struct limits limits;   /* of the build, at `strict` */
	int most_s;
	/* The result; owned. */
	struct submission submission;
	char **command, **files;        /* their paths begin with `to` */
	struct text output;     /* the last of what a build that failed wrote */
};

enum submission_verdict { SUBMISSION_BUILT, SUBMISSION_REFUSED,
	SUBMISSION_TROUBLE };

/* The limits of a build when nobody sets others. */
void submission_build_limits(struct limits *limits);

/*
 * Makes the folder `to`; one that an earlier call has made is replaced, any
 * other is left alone and refused.  The build works on a copy of its own in
 * memory, and what it leaves there takes the place of `to`.  With
 * SUBMISSION_REFUSED `err` says what the author has to change and there is no
 * `to`; with SUBMISSION_TROUBLE what failed here.
 */
enum submission_verdict submission_build(struct submission_build *build,
					 struct error *err);

void submission_build_release(struct submission_build *build);

#endif
