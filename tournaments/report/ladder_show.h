/*
 * ladder_show.h - a ladder as text for people, as CSV and as JSON.
 *
 * All of these append, print with `.` as the decimal point and give the same
 * bytes for the same games on every machine.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_SHOW_H
#define TOURNAMENTS_REPORT_LADDER_SHOW_H

#include "base/text.h"
#include "tournaments/rating/ladder.h"

/*
 * The lines above the table: the game (may be NULL) and how it was rated, then
 * a sentence for every mark and warning that applies, then a blank line.
 */
void ladder_show_heading(const struct ladder *ladder, const char *game,
			 struct text *out);

/* A line for the heading, if somebody has played more often in one seat than in
   another; else nothing. */
void ladder_show_uneven_seats(const struct games_table *table,
			      struct text *out);

/* The pools, the seats, the ties and the counts.  `best` adds P(best). */
void ladder_show_text(const struct ladder *ladder, bool best, struct text *out);

/* The pools alone, in columns that fit a terminal. */
void ladder_show_brief(const struct ladder *ladder, struct text *out);

/*
 * One header, a line an entrant, RFC 4180.  `best`, an anchor and forfeits
 * apart each add columns at the end.
 */
void ladder_show_csv(const struct ladder *ladder, bool best, struct text *out);

/* One object and a newline; `cov` adds the covariance of the ratings. */
void ladder_show_json(const struct ladder *ladder, const char *game,
		      bool best, bool cov, struct text *out);

/* LOS of the line's entrant over the column's, entrants as in the table. */
void ladder_show_los(const struct ladder *ladder, struct text *out);

#endif
