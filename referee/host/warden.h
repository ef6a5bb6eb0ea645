/*
 * warden.h - the process that starts one bot, confines it to its level, watches
 * it and ends it.
 */
#ifndef HOST_WARDEN_H
#define HOST_WARDEN_H

#include "host/sandbox_steps.h"

/* ### child: what is started, at its level */

/* A child that was started. */
struct child_started {
	pid_t pid;              /* our child: the program itself, or bwrap */
	pid_t bot;              /* the program; 0: it has already exited */
	pid_t top;              /* all its descendants belong to it */
	/* At `strict`, else -1.  `exit` delivers the program's waitpid status
	   when it ends; `first` is a pidfd of the namespaces' first process:
	   killing that ends all of it. */
	int exit, first;
};

/*
 * Starts a child and waits until its program runs.  Returns 0, or -1 with the
 * reason in `report`; the caller must then end what is left of `started->pid`.
 * `child->ends` stay open.  Gives up when `give_up` becomes readable or, if it
 * is -1, after ten seconds.
 */
int child_start(struct child *child, int give_up,
		struct child_started *started, struct sandbox_report *report);

void child_release(struct child_started *started);

/* ### the warden */

/* What a warden reports about its bot. */
enum warden_says {
	WARDEN_HERE,            /* `warden` is about to start the bot */
	/* The bot runs as process `bot`; all descendants of `number` belong to
	   it. */
	WARDEN_STARTED,
	WARDEN_NO_START,        /* its file cannot be run: `number` is errno */
	WARDEN_BROKEN,          /* our failure: `text` describes it */
	WARDEN_EXITED           /* `number` is the status of waitpid */
};

struct warden_message {
	enum warden_says says;
	int number, bot, warden;
	struct freezer group;   /* the bot's; its folder is "": none */
	char text[700];
};

void warden_say(int control, enum warden_says says, int number,
		const char *text);

/* The arguments of a warden.  Borrows. */
struct warden_task {
	struct child child;
	int signals;            /* a signalfd for SIGCHLD */
	const char *boxes;      /* parent of the bots' folders; "": none */
	const struct freezer_home *home;        /* of the bots' groups */
};

/*
 * In the forked child: starts the bot and reports on it to the player.  When
 * the player closes its end of the socket, ends the bot with all its
 * descendants and exits.
 */
_Noreturn void warden_main(const struct warden_task *task);

#endif
