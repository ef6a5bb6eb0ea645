/*
 * spawn_jobs.h - runs many programs, several at a time.
 */
#ifndef TOURNAMENTS_RECORD_SPAWN_JOBS_H
#define TOURNAMENTS_RECORD_SPAWN_JOBS_H

#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"

/*
 * The path of the program `referee`: beside this one, in the build folder
 * beside it, or in PATH.  The caller frees it.  Returns NULL with `err` if
 * there is none.
 */
char *spawn_jobs_referee(struct error *err);

/* A child whose output this process reads. */
struct spawn {
	pid_t pid;              /* 0: none */
	int out;                /* the pipe from its standard output */
};

enum spawn_errors {
	SPAWN_ERRORS_OUT,       /* its error output goes to its output */
	SPAWN_ERRORS_NULL       /* it is discarded */
};

/*
 * Starts the program argv[0], a path, with the arguments `argv`, which NULL
 * ends.  Returns 0, or -1 with `err` and no child.
 */
int spawn_start(struct spawn *spawn, char *const *argv,
		enum spawn_errors errors, struct error *err);

/* Closes the pipe and waits until the child has ended.  Returns its waitpid
   status. */
int spawn_end(struct spawn *spawn);

enum { SPAWN_JOBS_MAX = 256 };  /* at a time */

struct spawn_jobs {
	size_t count;
	int jobs;               /* at a time, 1..SPAWN_JOBS_MAX */
	void *context;
	/* Returns the arguments of program `i`, ended by NULL, which
	   spawn_jobs_run frees with words_free; NULL to skip it. */
	char **(*words)(void *context, size_t i);
	/* Called when program `i` has ended, with its waitpid status and its
	   output and error output, of which some megabytes are kept.  Returns
	   0, or -1 with `err` to start no further programs. */
	int (*ended)(void *context, size_t i, int status, struct text *printed,
		     struct error *err);
};

/* Runs the programs and calls `ended` in the order of their numbers; a program
   that ends earlier leaves its output in its pipe.  All have ended when this
   returns 0, or -1 with `err`. */
int spawn_jobs_run(const struct spawn_jobs *jobs, struct error *err);

/* Adds one word, `before` and `word` joined, to a list (words_append). */
void spawn_jobs_add(char ***words, const char *before, const char *word);

/* Does so for each word of `list`, which NULL ends and which may be NULL. */
void spawn_jobs_add_all(char ***words, const char *before, char *const *list);

#endif
