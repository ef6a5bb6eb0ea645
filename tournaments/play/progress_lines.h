/*
 * progress_lines.h - how a running tournament is told: plain lines, or events in JSON.
 *
 * docs/tournament-events.md describes the events.  screen.h tells it on a
 * terminal.
 */
#ifndef TOURNAMENTS_PLAY_PROGRESS_LINES_H
#define TOURNAMENTS_PLAY_PROGRESS_LINES_H

#include <stdio.h>

#include "tournaments/record/record.h"
#include "tournaments/run/runner.h"
#include "tournaments/watch/game_rate.h"
#include "tournaments/watch/screen_layout.h"

enum { EVENTS_VERSION = 1 };

/* The context of both functions that fit runner_watch.tell; all zeroes but the
   file at first. */
struct teller {
	FILE *file;
	struct pace pace;
	int64_t next;           /* when how it stands is due again */
	uint64_t games;         /* that were finished the last time */
};

/* A line a match, whatever is out of the ordinary, and now and then how far
   it is. */
void tell_lines(void *teller, const struct runner *runner, enum news news,
		const struct meeting *meeting, const char *text);

/* An event a line. */
void tell_json(void *teller, const struct runner *runner, enum news news,
	       const struct meeting *meeting, const char *text);

/* The last event of a tournament that is over: its tables. */
void tell_over(const struct record *record, struct text *out);

/* One event for all that a folder says.  `running`: somebody plays it. */
void tell_state(const struct record *record, bool running,
		const struct shown_desk *desk, int desks, struct text *out);

#endif
