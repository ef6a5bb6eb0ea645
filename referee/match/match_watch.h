/*
 * match_watch.h - callbacks for the events of a match.
 *
 * The engine reports a match that it plays, an audit a log that it replays.
 */
#ifndef MATCH_MATCH_WATCH_H
#define MATCH_MATCH_WATCH_H

#include "base/fault.h"
#include "match/game_run.h"

/* The callbacks, each of which may be NULL; called through MATCH_WATCH. */
struct match_watch {
	void *context;
	/* A game begins; `number` counts games from 1, and is the same when an
	   interrupted game is played again. */
	void (*begin)(void *context, uint32_t number, uint32_t board,
		      int rotation);
	/* A roll, a move or a fault, called before the rules apply it; the
	   strings live until `after`, which is called afterwards with the
	   states before and after. */
	void (*roll)(void *context, const struct roll *roll);
	void (*move)(void *context, int seat, int move, const char *said);
	void (*again)(void *context, int seat);
	void (*fault)(void *context, int seat, enum fault fault,
		      const char *detail);
	void (*after)(void *context, const void *before, const void *after);
	void (*over)(void *context, const int *scores, const int *ranks,
		     const char *end);
	/* The current game was interrupted and will be played again; only an
	   audit reports this. */
	void (*abandoned)(void *context);
};

/* Calls a member of the watch; both may be NULL. */
#define MATCH_WATCH(watch, what, ...) do { \
	const struct match_watch *watch_ = (watch); \
	if (watch_ != NULL && watch_->what != NULL) \
		watch_->what(watch_->context, __VA_ARGS__); \
} while (0)

#endif
