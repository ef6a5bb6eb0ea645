/*
 * match_watch.h - what happens in a match, as it is reported.
 *
 * The engine reports a match that it plays, an audit a log that it plays back.
 */
#ifndef MATCH_MATCH_WATCH_H
#define MATCH_MATCH_WATCH_H

#include "match/game_run.h"

/* Called as things happen, by MATCH_WATCH.  A NULL is not called. */
struct match_watch {
	void *context;
	/* A game begins; `number` counts finished games from 1. */
	void (*begin)(void *context, uint32_t number, uint32_t board,
		      int rotation);
	/* Rules take a step: a roll, a move or a seat going out.  `state` is
	   what was before; what comes after is given to `after`, until which
	   the texts live. */
	void (*roll)(void *context, const struct roll *roll);
	void (*move)(void *context, int seat, int move, const char *said);
	void (*again)(void *context, int seat);
	void (*fault)(void *context, int seat, const char *fault,
		      const char *detail);
	void (*after)(void *context, const void *before, const void *after);
	void (*over)(void *context, const int *scores, const int *ranks,
		     const char *end);
	/* The game that was begun was cut off and comes again; only an audit
	   meets that. */
	void (*abandoned)(void *context);
};

/* Calls a member of the watch, which may be NULL. */
#define MATCH_WATCH(watch, what, ...) do { \
	const struct match_watch *watch_ = (watch); \
	if (watch_ != NULL && watch_->what != NULL) \
		watch_->what(watch_->context, __VA_ARGS__); \
} while (0)

#endif
