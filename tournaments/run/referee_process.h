/*
 * referee_process.h - one `referee play`: a process that plays one match.
 */
#ifndef TOURNAMENTS_RUN_REFEREE_PROCESS_H
#define TOURNAMENTS_RUN_REFEREE_PROCESS_H

#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"
#include "fair/dice.h"

struct worker_order {
	const char *referee;    /* the program's path */
	const char *match_file; /* a new match.. */
	const char *log;        /* ..or, without one, a log to go on with */
	const char *key_file;   /* NULL: the user's own */
	const struct hash *secret;      /* M; goes through a pipe alone */
	int core;               /* to be kept on, -1: anywhere */
};

/* Descriptors are -1 when closed; all of it zeroed by worker_init. */
struct worker {
	pid_t pid;              /* 0: none is running */
	int ended;              /* a pidfd, readable when it has */
	int out, errors;
	struct text line;       /* what came of a line */
	struct text result;     /* the members of its `end` event, or empty */
	struct text said;       /* on stderr, the last of it */
	struct hash log;        /* of the `end` event */
	uint32_t games;         /* finished so far, as it says */
	bool refused;           /* the log cannot be gone on with.. */
	struct text why;        /* ..and why */
};

void worker_init(struct worker *worker);

/* Returns 0, or -1 with `err` and no process. */
int worker_start(struct worker *worker, const struct worker_order *order,
		 struct error *err);

/* Reads what is there on both pipes; never waits. */
void worker_read(struct worker *worker);

/* It finishes the game in play and ends; its log can be gone on with. */
void worker_stop(struct worker *worker);

/* Behind that: it ends at once, and cleans up. */
void worker_hurry(struct worker *worker);

/* Ends all of it at once. */
void worker_kill(struct worker *worker);

/* After `ended` became readable: reads the rest and forgets the process.
   Returns its wait status. */
int worker_end(struct worker *worker);

/* Frees; the process must have ended. */
void worker_release(struct worker *worker);

#endif
