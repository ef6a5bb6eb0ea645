/*
 * bot_start.h - starts one bot and reports whether it runs.
 */
#ifndef HOST_BOT_START_H
#define HOST_BOT_START_H

#include "host/sandbox_steps.h"

/* A bot that was started. */
struct started_bot {
	pid_t pid;              /* our child: the bot itself, or bwrap */
	pid_t bot;              /* the bot itself; 0: it has already exited */
	pid_t top;              /* all its descendants belong to the bot */
	/* At `strict`, else -1.  `exit` delivers the bot's waitpid status when
	   it ends; `first` is a pidfd of the namespaces' first process:
	   killing that ends the whole bot. */
	int exit, first;
};

/*
 * Starts a child and waits until the bot runs.  Returns 0, or -1 with the
 * reason in `report`; the caller must then end what is left of `started->pid`.
 * `start->ends` stay open; the other descriptors in `start` need not be set.
 * Gives up when `give_up` becomes readable or, if it is -1, after ten seconds.
 */
int bot_start(struct bot_start *start, int give_up, struct started_bot *started,
	      struct sandbox_report *report);

void bot_start_release(struct started_bot *started);

#endif
