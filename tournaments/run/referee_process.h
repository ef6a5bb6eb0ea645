/*
 * referee_process.h - one `referee play`: a process that plays one match.
 */
#ifndef TOURNAMENTS_RUN_REFEREE_PROCESS_H
#define TOURNAMENTS_RUN_REFEREE_PROCESS_H

#include <sys/types.h>

#include "base/error.h"
#include "base/text.h"
#include "fair/dice.h"

struct referee_order {
	const char *referee;    /* the program's path */
	const char *match_file; /* a new match.. */
	const char *log;        /* ..or, without one, a log to resume */
	const char *trace;      /* of its faults.. */
	bool brief;             /* ..with their reasons, and no more */
	const char *key_file;   /* NULL: the user's own */
	const struct hash *secret;      /* M; passed through a pipe only */
	int core;               /* that it is pinned to; -1: any */
};

/* Descriptors are -1 when closed; referee_process_init comes first. */
struct referee_process {
	pid_t pid;              /* 0: none is running */
	int ended;              /* a pidfd, readable when it has ended */
	int out, errors;
	struct text line;       /* the unfinished last line of its output */
	struct text result;     /* the members of its `end` event for the
				   book, or empty */
	struct text suspects;   /* its member "suspects", or empty */
	struct text said;       /* on stderr, the last part of it */
	struct hash log;        /* of the `end` event */
	uint32_t games;         /* finished so far, by its events */
	bool started;           /* it has its log */
	int asked, sent;        /* to stop: 1, to hurry: 2 */
	bool refused;           /* the log cannot be resumed.. */
	struct text why;        /* ..and why */
};

void referee_process_init(struct referee_process *process);

/* Returns 0, or -1 with `err` and no process. */
int referee_process_start(struct referee_process *process,
			  const struct referee_order *order, struct error *err);

/* Reads what is available on both pipes; never waits. */
void referee_process_read(struct referee_process *process);

/* It finishes the game in play and ends; its log can be resumed.  A referee
   gets the signal once it has its log. */
void referee_process_stop(struct referee_process *process);

/* After that: it ends at once, and cleans up. */
void referee_process_hurry(struct referee_process *process);

/* Kills its process group. */
void referee_process_kill(struct referee_process *process);

/* After `ended` became readable: reads the rest and forgets the process.
   Returns its wait status. */
int referee_process_end(struct referee_process *process);

/* Frees; the process must have ended. */
void referee_process_release(struct referee_process *process);

#endif
