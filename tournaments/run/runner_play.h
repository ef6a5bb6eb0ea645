/*
 * runner_play.h - what the files of the runner share.
 */
#ifndef TOURNAMENTS_RUN_RUNNER_PLAY_H
#define TOURNAMENTS_RUN_RUNNER_PLAY_H

#include <poll.h>

#include "tournaments/run/referee_process.h"
#include "tournaments/run/runner.h"

/* What a run needs besides what others may see. */
struct play {
	struct runner *runner;
	struct worker *worker;          /* one a desk */
	struct runner_desk *desk;
	struct pollfd *poll;
	int busy;                       /* desks at work */
	size_t next;                    /* meetings before it are handed out */
	int asked;                      /* times we were asked to stop */
	bool failing;                   /* `why` is set */
	bool stopping;                  /* the workers were told to */
	struct error why;
};

void runner_tell(struct play *play, enum news news,
		 const struct meeting *meeting, const char *text);

/* Something of ours failed: the first reason counts, no new match begins. */
void runner_give_up(struct play *play, const struct error *err);

/* Starts a match on a free desk, or goes on with it where its log ends.
   Returns 0, or -1 with `err` and the desk free. */
int runner_begin(struct play *play, int place, struct meeting *meeting,
		 struct error *err);

/* Takes what the worker of a desk says. */
void runner_hear(struct play *play, int place);

/* The worker of a desk has ended: with a result, or why not. */
void runner_end(struct play *play, int place);

/* The cores this process may use, at most `room`. */
int runner_list_cores(int *cores, int room);

#endif
