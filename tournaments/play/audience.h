/*
 * audience.h - who watches a tournament being played: somebody at a terminal,
 * a program that reads events, or a log.
 */
#ifndef TOURNAMENTS_PLAY_AUDIENCE_H
#define TOURNAMENTS_PLAY_AUDIENCE_H

#include "tournaments/play/progress_lines.h"
#include "tournaments/watch/screen.h"

struct audience {
	struct teller teller;
	struct screen screen;
	bool drawn;             /* the screen is used */
};

/*
 * `json`: events on standard output; else the screen where there is a
 * terminal, and lines on standard output elsewhere.  What is returned is for
 * the runner until audience_close; the record is borrowed.
 */
struct runner_watch audience_open(struct audience *audience, bool json,
				  const struct record *record);

void audience_close(struct audience *audience);

#endif
