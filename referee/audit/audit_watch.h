/*
 * audit_watch.h - what an audit reports while it plays a log back.
 */
#ifndef AUDIT_AUDIT_WATCH_H
#define AUDIT_AUDIT_WATCH_H

#include "match/game_run.h"

/* Called as things happen.  A NULL is not called. */
struct audit_watch {
	void *context;
	/* A game begins; `number` counts finished games from 1. */
	void (*begin)(void *context, uint32_t number, uint32_t board,
		      int rotation);
	/* Rules take a step: a roll, a move or a seat going out.  `state` is
	   what was before; what comes after is given to `after`. */
	void (*roll)(void *context, const struct roll *roll);
	void (*move)(void *context, int seat, int move, const char *said);
	void (*again)(void *context, int seat);
	void (*fault)(void *context, int seat, const char *fault,
		      const char *detail);
	void (*after)(void *context, const void *before, const void *after);
	void (*over)(void *context, const int *scores, const int *ranks,
		     const char *end);
	/* The game that was begun was cut off and comes again. */
	void (*abandoned)(void *context);
};

#endif
