/*
 * screen.h - shows a running tournament on a terminal.
 */
#ifndef TOURNAMENTS_WATCH_SCREEN_H
#define TOURNAMENTS_WATCH_SCREEN_H

#include "tournaments/run/runner.h"
#include "tournaments/watch/terminal.h"
#include "tournaments/watch/watch_state.h"

enum { SCREEN_MS = 200 };       /* between two frames */

struct screen {
	struct terminal terminal;
	struct watch_state state;
	struct text lines;
	struct text notice;
	int64_t next;           /* no frame before this moment */
};

/*
 * Takes over the terminal if there is one (terminal.h) and returns true; then
 * screen_close is due.  The record is borrowed and may grow.  `keys`: terminal_key
 * will be used.
 */
bool screen_open(struct screen *screen, const struct record *record, bool keys);

/* Fits run_sink.report; the context is the screen. */
void screen_report(void *screen, const struct run_event *event);

/* Draws the state if it has changed. */
void screen_draw(struct screen *screen, const struct watch_progress *progress);

/* Restores the terminal and frees. */
void screen_close(struct screen *screen);

#endif
