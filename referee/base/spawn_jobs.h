/*
 * spawn_jobs.h - starts many programs, some of them at a time.
 */
#ifndef BASE_SPAWN_JOBS_H
#define BASE_SPAWN_JOBS_H

#include "base/spawn.h"
#include "base/text.h"

enum { SPAWN_JOBS_MAX = 256 };  /* at a time */

struct spawn_jobs {
	size_t count;
	int jobs;               /* at a time, from 1 */
	void *context;
	/* The words of program `i`, ended by NULL, for spawn_jobs_run to free;
	   NULL: it is left out. */
	char **(*words)(void *context, size_t i);
	/* It has ended, with that status of waitpid, and printed that, up to
	   some megabytes, its error output too.  0, or -1 with `err`: no
	   further ones are started. */
	int (*ended)(void *context, size_t i, int status, struct text *printed,
		     struct error *err);
};

/* In the order of their numbers: the output of one that ends earlier waits in
   its pipe.  None is left when this returns 0, or -1 with `err`. */
int spawn_jobs_run(const struct spawn_jobs *jobs, struct error *err);

/* A list of words in the making; each is owned. */
struct spawn_words {
	char **word;            /* ended by NULL */
	size_t count, room;
};

/* Adds one word of two texts. */
void spawn_jobs_add(struct spawn_words *words, const char *before,
		    const char *word);

/* A word for each of the list, which NULL ends and which may be NULL. */
void spawn_jobs_add_all(struct spawn_words *words, const char *before,
			char *const *list);

#endif
