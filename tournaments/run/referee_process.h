/*
 * referee_process.h - one `referee play`: a process that plays one match; and
 * the words of a `referee check`.
 */
#ifndef TOURNAMENTS_RUN_REFEREE_PROCESS_H
#define TOURNAMENTS_RUN_REFEREE_PROCESS_H

#include <sys/types.h>

#include "base/limits.h"
#include "fair/dice.h"
#include "games/game.h"
#include "tournaments/record/spawn_jobs.h"

struct referee_order {
	const char *referee;    /* the program's path */
	const char *match_file; /* of a new match; NULL: resumes `log` */
	const char *log;
	const char *trace;      /* where its faults are traced */
	bool brief;             /* the trace has only their reasons */
	const char *key_file;   /* NULL: the user's own */
	const struct hash *secret;      /* M; passed through a pipe only */
	int core;               /* that it is pinned to; -1: any */
	int jobs;               /* matches that are played at a time */
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
	int asked, sent;        /* signals; 1: finish the game, 2: at once */
	bool refused;           /* the log cannot be resumed */
	struct text why;        /* if so, the reason */
};

void referee_process_init(struct referee_process *process);

/* Returns 0, or -1 with `err` and no process. */
int referee_process_start(struct referee_process *process,
			  const struct referee_order *order, struct error *err);

/* Reads what is available on both pipes; never waits. */
void referee_process_read(struct referee_process *process);

/* One request makes the referee finish the game in play and end, so that its
   log can be resumed; a second end at once and clean up.  The signals are sent
   once it has its log.  A third kills its process group. */
void referee_process_stop(struct referee_process *process, int requests);

/* After `ended` became readable: reads the rest and forgets the process.
   Returns its wait status. */
int referee_process_end(struct referee_process *process);

/* Frees what it owns; the process must have ended. */
void referee_process_release(struct referee_process *process);

/* ### checking a bot */

/* Borrows everything. */
struct referee_check {
	const char *referee;    /* the program */
	const struct game *game;
	const char *file;       /* that names the game, if it is a program */
	const int *rule;
	int seats;
	uint32_t boards;        /* that a process plays */
	const struct limits *limits;
	enum level level;
	bool only_start;
	char *const *command, *const *files;    /* ended by NULL; or NULL */
};

/* Adds the words of the command, with everything about how the bot is run. */
void referee_check_words(const struct referee_check *check, char ***words);

#endif
