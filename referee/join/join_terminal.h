/*
 * join_terminal.h - the terminal of a person: lines in, text out.
 *
 * Nothing but lines is used, so that any terminal will do, and its size is
 * asked for each time.
 */
#ifndef JOIN_JOIN_TERMINAL_H
#define JOIN_JOIN_TERMINAL_H

#include "host/players.h"

/* All zeroes is one that has read nothing. */
struct join_terminal {
	struct text line;       /* the one read last, or what there is of it */
	bool ended;             /* there is no more input */
};

struct join_terminal_size {
	int columns, rows;
};

/* 0, or -1 with `err`: standard input or output is not a terminal. */
int join_terminal_check(struct error *err);

struct join_terminal_size join_terminal_size_now(void);

/*
 * Prints `prompt` and waits for a line, while the bots are watched.  Returns 0
 * with the line, without white space around it, borrowed until the next call,
 * or NULL at the end of the input; -1 on our failure or when a signal asks to
 * stop.
 */
int join_terminal_ask(struct join_terminal *terminal, struct players *players,
		      const char *prompt, const char **line,
		      struct error *err);

/* The same until it is y or n, or a word that begins with it; at the end of the
   input it is yes.  Returns 1 for yes, 0 for no, -1 like that. */
int join_terminal_confirm(struct join_terminal *terminal,
			  struct players *players, const char *prompt,
			  struct error *err);

/* Prints lines, a screen at a time; `out` is cleared. */
int join_terminal_page(struct join_terminal *terminal,
		       struct players *players, struct text *out,
		       struct error *err);

void join_terminal_release(struct join_terminal *terminal);

#endif
