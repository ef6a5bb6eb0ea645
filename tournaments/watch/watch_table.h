/*
 * watch_table.h - the ratings of a running tournament, fitted again and again.
 *
 * The same fit as in `tournament ladder`, on the games so far, but without rank
 * intervals.  It takes at most a twentieth of one core.
 */
#ifndef TOURNAMENTS_WATCH_WATCH_TABLE_H
#define TOURNAMENTS_WATCH_WATCH_TABLE_H

#include "tournaments/record/record.h"
#include "tournaments/watch/screen_layout.h"

enum { WATCH_TABLE_SHARE = 20 };        /* pause after a fit, as a multiple of
					   the time that it took */

/* All zeroes is a new one. */
struct watch_table {
	struct screen_layout_row *row;  /* owned; best first, names borrowed */
	int rows, pools;
	long games;             /* that it is made from; 0: no table yet */
	struct text note;       /* about it, or why there is none */
	/* With until_error in the format; NAN: not known yet: */
	double worst;           /* the largest error of an entrant */
	double games_left;      /* until it is small enough */
	uint32_t decided;       /* matches at the last fit, + 1 */
	int64_t next;           /* no fit before this time, clock_us */
};

/*
 * Fits the table if `decided`, the number of decided matches, has changed since
 * the last fit, and a fit is due (`now`: clock_us) or `must` is set.  True if
 * the table is new.
 */
bool watch_table_update(struct watch_table *table, const struct record *record,
			uint32_t decided, int64_t now, bool must);

/* Frees; safe twice. */
void watch_table_release(struct watch_table *table);

#endif
