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
	const char *match_file; /* of a new match; NULL: resumes `log` */
	const char *log;
	const char *trace;      /* where its faults are traced */
	bool brief;             /* the trace has only their reasons */
	const char *key_file;   /* NULL: the user's own */
	const struct hash *secret;      /* M; passed through a pipe only */
	int core;               /* that it is pinned to; -1: any */
};

/* Descriptors are -1 when closed; call referee_process_init first. */
struct referee_process {
	pid_t pid;              /* 0: none is running */
	int ended;              /* a pidfd, readable when it has ended */
	int out, errors;
	struct text line;       /* the unfinished last line of its output */
	struct text result;     /* the members of its `end` event for the
				   book, or empty */
	struct text suspects;   /* its member "suspects", or empty */
	struct text said;       /* the last part of its standard error */
	struct hash log;        /* of the `end` event */
	uint32_t games;         /* finished so far, by its events */
	bool started;           /* it has its log */
	int asked, sent;        /* signals; 1: stop, 2: hurry */
	bool refused;           /* the log cannot be resumed */
	struct text why;        /* if so, the reason */
};

void referee_process_init(struct referee_process *process);

/* Returns 0, or -1 with `err` and no process. */
int referee_process_start(struct referee_process *process,
			  const struct referee_order *order, struct error *err);

/* Reads what is available on both pipes; never waits. */
void referee_process_read(struct referee_process *process);

/* Makes the referee finish the game in play and end; its log can be resumed.
   The signal is sent once the referee has its log. */
void referee_process_stop(struct referee_process *process);

/* After referee_process_stop: makes it end at once, and clean up. */
void referee_process_hurry(struct referee_process *process);

/* Kills its process group. */
void referee_process_kill(struct referee_process *process);

/* After `ended` became readable: reads the rest and forgets the process.
   Returns its wait status. */
int referee_process_end(struct referee_process *process);

/* Frees what it owns; the process must have ended. */
void referee_process_release(struct referee_process *process);

#endif
