/*
 * join_terminal.h - the terminal of a person: lines in, text out.
 *
 * Only reads and prints lines, so any terminal will do.  Its size is looked up
 * each time it is needed.
 */
#ifndef JOIN_JOIN_TERMINAL_H
#define JOIN_JOIN_TERMINAL_H

#include "host/players.h"

/* All zeroes at first. */
struct join_terminal {
	struct text line;       /* the last line, perhaps incomplete */
	bool ended;             /* there is no more input */
};

struct join_terminal_size {
	int columns, rows;
};

/* Returns 0, or -1 with `err`: standard input or output is not a terminal. */
int join_terminal_check(struct error *err);

struct join_terminal_size join_terminal_size_now(void);

/*
 * Prints `prompt` and waits for a line, while watching the bots.  Returns 0
 * with the line, without white space around it and borrowed until the next
 * call, or NULL at the end of the input; -1 on our failure or on a request to
 * stop.
 */
int join_terminal_ask(struct join_terminal *terminal, struct players *players,
		      const char *prompt, const char **line,
		      struct error *err);

/* Asks until the answer begins with y or n; the end of the input counts as yes.
   Returns 1 for yes, 0 for no, -1 as above. */
int join_terminal_confirm(struct join_terminal *terminal,
			  struct players *players, const char *prompt,
			  struct error *err);

/* Prints lines, one screen at a time, and clears `out`.  Returns 0, or -1 as
   above. */
int join_terminal_page(struct join_terminal *terminal,
		       struct players *players, struct text *out,
		       struct error *err);

void join_terminal_release(struct join_terminal *terminal);

#endif
