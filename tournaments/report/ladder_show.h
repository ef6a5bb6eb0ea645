/*
 * ladder_show.h - a ladder as text for people, as CSV and as JSON.
 *
 * All of these append, print with `.` as the decimal point and give the same
 * bytes for the same games on every machine.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_SHOW_H
#define TOURNAMENTS_REPORT_LADDER_SHOW_H

#include "base/text.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/luck_show.h"

/*
 * The lines above the table: the game (may be NULL) and how it was rated, then
 * a sentence for every mark and warning that applies, then a blank line.
 */
void ladder_show_heading(const struct ladder *ladder, const char *game,
			 struct text *out);

/*
 * The pools, the seats, the ties and the counts.  `show` is of enum
 * ladder_show.  0 `columns` is as wide as it takes; in less, columns are left
 * out, as a line below says, then names are cut.
 */
void ladder_show_text(const struct ladder *ladder, int show, int columns,
		      struct text *out);

/* The pools alone, in what matters most of 80 columns. */
void ladder_show_brief(const struct ladder *ladder, struct text *out);

/*
 * One header, a line an entrant, RFC 4180.  An anchor, forfeits apart and
 * `show` add columns at the end.
 */
void ladder_show_csv(const struct ladder *ladder, int show, struct text *out);

/* One object and a newline; `cov` adds the covariance of the ratings, `luck`,
   which may be NULL, the adjusted ones. */
void ladder_show_json(const struct ladder *ladder, const char *game, int show,
		      bool cov, const struct luck_show_ladders *luck,
		      struct text *out);

/* Every entrant against every other of its pool: LOS, then the difference in
   Elo with its 95% error, in `columns`. */
void ladder_show_pairs(const struct ladder *ladder, int columns,
		       struct text *out);

/* LOS of the line's entrant over the column's, entrants as in the table. */
void ladder_show_los(const struct ladder *ladder, struct text *out);

#endif
