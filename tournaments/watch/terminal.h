/*
 * terminal.h - a terminal used as a whole screen, restored when this program
 * ends, stops (Ctrl-Z) or crashes.
 */
#ifndef TOURNAMENTS_WATCH_TERMINAL_H
#define TOURNAMENTS_WATCH_TERMINAL_H

#include "tournaments/watch/screen_layout.h"

/* All zeroes is none; only one can be open. */
struct terminal {
	int fd;
	struct text drawn;      /* the frame shown.. */
	struct screen_size drawn_on;    /* ..on a screen of this size */
	struct text frame;
	bool keys;              /* keys are read one by one */
};

/*
 * Finds a terminal to draw on: standard error or output, if it is a terminal
 * with the program in the foreground, and TERM is set and not "dumb".  Returns
 * the descriptor or -1.
 */
int terminal_find(void);

/* `keys`: terminal_key will be used.  Nothing is drawn yet. */
void terminal_open(struct terminal *terminal, int fd, bool keys);

/* The current size. */
struct screen_size terminal_size(const struct terminal *terminal);

/*
 * Shows lines that fit that size, in one write; does nothing if they are shown
 * already, the program is in the background, or the terminal is not ready.
 */
void terminal_draw(struct terminal *terminal, const struct text *lines);

/* Waits at most `timeout_ms` for a key; 0: none, or keys are not used. */
char terminal_key(const struct terminal *terminal, int timeout_ms);

/* Restores the old contents of the screen.  Safe twice. */
void terminal_close(struct terminal *terminal);

#endif
