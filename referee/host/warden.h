/*
 * warden.h - the process that starts one bot, watches it and ends it.
 */
#ifndef HOST_WARDEN_H
#define HOST_WARDEN_H

#include "host/child.h"

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
	char text[512];
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
