/*
 * bot_start.h - starts one bot, and finds out whether it runs.
 */
#ifndef HOST_BOT_START_H
#define HOST_BOT_START_H

#include "host/sandbox_steps.h"

/* A bot that was started. */
struct started_bot {
	pid_t pid;              /* our child: the bot itself, or bwrap */
	pid_t bot;              /* the bot itself; 0: it has gone again */
	pid_t top;              /* all its descendants are the bot's */
	/* Of `strict`, else -1.  `exit` gives the status of waitpid when the
	   bot has ended; `first` is a pidfd of the namespaces' first process,
	   with which all of the bot ends. */
	int exit, first;
};

/*
 * Starts a child, and returns when the bot runs: 0.  Or -1 with the reason in
 * `report`; the caller then ends what is left of `started->pid`.  The ends of
 * `start` stay open; its other descriptors need not be set.  Gives up when
 * something comes in at `give_up`, or if that is -1 after ten seconds.
 */
int bot_start(struct bot_start *start, int give_up, struct started_bot *started,
	      struct sandbox_report *report);

void bot_start_release(struct started_bot *started);

#endif
