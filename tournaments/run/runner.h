/*
 * runner.h - plays a tournament: starts a referee for every match that is due
 * and keeps the book.
 */
#ifndef TOURNAMENTS_RUN_RUNNER_H
#define TOURNAMENTS_RUN_RUNNER_H

#include <signal.h>

#include "tournaments/record/follow.h"
#include "tournaments/record/tournament_file.h"

/* A part of the wave that is due (struct wave): the matches whose number is `index`
   modulo `of` and that are not committed yet. */
struct runner_shard {
	uint32_t index, of;
	const char *folder;     /* where they are played: on this machine */
};

/* The caller sets everything; all is borrowed. */
struct runner {
	struct record *record;  /* its book opened for appending */
	const struct tournament_file *file;     /* settled */
	const struct hash *secret;              /* S */
	const char *key_file;                   /* or NULL */
	const char *referee;                    /* path of the program */
	int jobs;
	bool pin;
	const volatile sig_atomic_t *stops;     /* requests to stop */
	/* Has it ended before the format ends it?  May be NULL. */
	bool (*is_over)(void *context);
	void *over_context;
	/* NULL: the whole tournament.  Else the book is kept in memory
	   (book_keep), and results are committed (commits.h). */
	const struct runner_shard *shard;
	struct follow follow;   /* its sink; the runner sets the rest: in
				   `match` the `jobs` slots */
};

enum runner_result { RUNNER_OVER, RUNNER_STOPPED, RUNNER_TROUBLE };

/*
 * Plays until the tournament is over, the user stops it, or something fails on
 * our side (`err`).  In every case no process is left, the book is whole, and
 * the same call continues the tournament.
 */
enum runner_result runner_play(struct runner *runner, struct error *err);

/* How many cores this process may use; at least 1. */
int runner_cores(void);

#endif
