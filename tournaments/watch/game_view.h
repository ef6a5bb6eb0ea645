/*
 * game_view.h - a match in play, move by move, in place of the tables.
 *
 * Another process, `referee replay --follow`, reads the log as it grows, so no
 * match waits for it.
 */
#ifndef TOURNAMENTS_WATCH_GAME_VIEW_H
#define TOURNAMENTS_WATCH_GAME_VIEW_H

#include "base/spawn.h"
#include "tournaments/watch/screen_layout.h"

/* All zeroes shows nothing. */
struct game_view {
	uint32_t match;         /* shown; 0: none, the tables are shown */
	struct text title;
	struct text tail;       /* the end of the referee's output */
	struct spawn child;
	char *referee;          /* owned; NULL: not looked for yet */
};

/* Shows the first match in play, at the next call the next one, and none after
   the last. */
void game_view_next(struct game_view *view,
		    const struct screen_layout_slot *slot, int slots);

/* Reads new output; after the end of the match another one is shown. */
void game_view_update(struct game_view *view, const char *folder,
		      const struct screen_layout_slot *slot, int slots);

/* Appends the lines that fit the screen, each with LF. */
void game_view_lines(struct game_view *view, const struct screen_size *size,
		     struct text *out);

/* Shows none and frees; safe twice. */
void game_view_close(struct game_view *view);

#endif
