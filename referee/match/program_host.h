/*
 * program_host.h - the process of a game that is a program: started in a
 * sandbox like a bot's, and asked for positions.
 */
#ifndef MATCH_PROGRAM_HOST_H
#define MATCH_PROGRAM_HOST_H

#include "fair/entrant.h"
#include "games/program_game.h"
#include "host/players.h"

enum {
	PROGRAM_START_MS = 10000,       /* time for the first answer .. */
	PROGRAM_MS = 2000               /* .. and for any other */
};

/* All zeroes: none. */
struct program_host {
	struct players players;
	long asked;
	struct program_game *game;      /* owned */
	/* Is told every line and its answer, which is NULL if none came; or
	   NULL. */
	void (*heard)(void *context, const char *line, size_t size,
		      const char *answer, size_t answer_size);
	void *context;
};

/*
 * How the program is run, before keeper_split: at `strict` where this machine
 * can do that; otherwise at `level`, and a warning is printed.  `program` must
 * be settled.  `hosted` borrows its words.
 */
void program_host_prepare(const struct entrant *program, enum level level,
			  struct hosted *hosted);

/*
 * In the player: starts the program, which is the entry `entrant` of
 * hosting->hosted, and asks it what its game is.  The host must be zeroes but
 * for `heard`, and must not be moved.
 * Returns 0, or -1 with `err`; call program_host_release either way.
 */
int program_host_start(struct program_host *host,
		       const struct hosting *hosting, int entrant, int keeper,
		       const volatile sig_atomic_t *stop, struct error *err);

/* Sends the program a line of the caller's, as program_link does. */
int program_host_ask(struct program_host *host, const char *line, size_t size,
		     const char **answer, size_t *answer_size,
		     struct error *err);

/* Ends the process; safe on zeroes. */
void program_host_release(struct program_host *host);

#endif
