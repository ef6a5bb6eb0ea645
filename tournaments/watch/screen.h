/*
 * screen.h - shows a tournament that is being played on a terminal.
 */
#ifndef TOURNAMENTS_WATCH_SCREEN_H
#define TOURNAMENTS_WATCH_SCREEN_H

#include "tournaments/record/follow.h"
#include "tournaments/watch/terminal.h"

enum {
	SCREEN_MS = 200,        /* between two frames */
	SCREEN_TROUBLES = 8
};

struct screen {
	struct terminal terminal;
	const struct record *record;
	struct screen_layout shown;     /* borrows from this struct */
	struct game_rate rate;
	/* The table: */
	struct screen_layout_row *row;  /* owned; best first, names borrowed */
	long table_games;       /* that it is made from; 0: no table yet */
	struct text table_note;
	uint32_t fitted;        /* matches decided at the last fit, + 1 */
	int64_t next_fit;       /* no fit before this time, clock_us */
	/* With until_error in the format; NAN: not known yet: */
	double worst;           /* the largest error of an entrant */
	double games_left;      /* until it is small enough */

	uint32_t faults;
	struct text trouble[SCREEN_TROUBLES];   /* newest first */
	const char *trouble_shown[SCREEN_TROUBLES];
	int troubles;
	struct screen_layout_slot *slot;        /* owned; in play.. */
	size_t slot_room;
	struct text pairings;                   /* ..and who plays */
	struct text goal;
	struct text notice;     /* about something unusual; others may set it */
	struct text lines;
	int64_t began;          /* when the run began, clock_us; 0: unknown */
	int64_t next;           /* no frame before this moment */
};

/*
 * Takes over the terminal if there is one (terminal.h) and returns true; then
 * screen_close is due.  The record is borrowed and may grow.  `keys`:
 * terminal_key will be used.
 */
bool screen_open(struct screen *screen, const struct record *record, bool keys);

/* Fits follow_sink.report; the context is the screen. */
void screen_report(void *screen, const struct follow_event *event);

/* Appends the lines for where there is no terminal. */
void screen_once(const struct follow *follow, const char *notice,
		 struct text *out);

/* Restores the terminal and frees. */
void screen_close(struct screen *screen);

#endif
