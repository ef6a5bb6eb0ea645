/*
 * watch_state.h - the state of a running tournament, for display.
 */
#ifndef TOURNAMENTS_WATCH_WATCH_STATE_H
#define TOURNAMENTS_WATCH_WATCH_STATE_H

#include "tournaments/record/game_counts.h"
#include "tournaments/watch/game_rate.h"
#include "tournaments/watch/watch_table.h"

enum { LAST_TROUBLES = 8 };

/* Progress that is not in the record.  Borrows everything. */
struct watch_progress {
	struct game_counts counts;      /* with the games in play */
	double passed;                  /* seconds; NAN: unknown */
	const struct screen_layout_slot *slot;
	int slots;
	const char *notice;
};

/* Borrows the record, which may grow; `shown` borrows from this struct. */
struct watch_state {
	const struct record *record;
	struct screen_layout shown;
	struct game_rate rate;
	struct watch_table table;
	size_t settled;                 /* fixtures before it are decided */
	uint32_t faults;
	struct text trouble[LAST_TROUBLES];     /* newest first */
	const char *trouble_shown[LAST_TROUBLES];
	int troubles;
	struct text goal;
};

/* Begins with the faults that are in the book. */
void watch_state_begin(struct watch_state *state, const struct record *record);

/* Counts and lists the faults of a match that has ended. */
void watch_state_match_ended(struct watch_state *state, uint32_t number);

/* Adds a line about something out of the ordinary. */
void watch_state_trouble(struct watch_state *state, const char *text);

/* Brings `shown` up to date.  `must`: the table too, even if a fit is not due
   yet. */
void watch_state_update(struct watch_state *state,
			const struct watch_progress *progress, bool must);

void watch_state_release(struct watch_state *state);

#endif
