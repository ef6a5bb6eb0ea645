/*
 * terminal.h - a terminal that a whole screen is drawn on, restored when this
 * program ends, stops (Ctrl-Z) or crashes.
 */
#ifndef TOURNAMENTS_WATCH_TERMINAL_H
#define TOURNAMENTS_WATCH_TERMINAL_H

#include "tournaments/watch/screen_layout.h"

/* All zeroes is none; only one can be open. */
struct terminal {
	int fd;
	struct text drawn;      /* the frame that it shows.. */
	struct screen_size drawn_on;    /* ..on a screen of this size */
	struct text frame;
	bool keys;              /* keys are read one by one */
};

/*
 * Finds one to draw on: standard error or output is a terminal, the program is
 * in the foreground, and TERM is not "dumb".  Returns the descriptor or -1.
 */
int terminal_find(void);

/* `keys`: terminal_key is wanted.  Nothing is drawn yet. */
void terminal_open(struct terminal *terminal, int fd, bool keys);

/* Its size now. */
struct screen_size terminal_size(const struct terminal *terminal);

/*
 * Shows lines that fit that size, in one write; does nothing when it shows them
 * already, the program is in the background, or the terminal is not ready.
 */
void terminal_draw(struct terminal *terminal, const struct text *lines);

/* Waits at most that long for a key; 0: none came, or keys are not wanted. */
char terminal_key(const struct terminal *terminal, int timeout_ms);

/* Restores what was there before.  Safe twice. */
void terminal_close(struct terminal *terminal);

#endif
