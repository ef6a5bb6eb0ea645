/*
 * ladder_show.h - a ladder as text for people, as CSV and as JSON.
 *
 * All of these append to `out`, use `.` as the decimal point and give the same
 * bytes for the same games on every machine.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_SHOW_H
#define TOURNAMENTS_REPORT_LADDER_SHOW_H

#include "base/text.h"
#include "tournaments/rating/history.h"
#include "tournaments/report/ladder_label.h"
#include "tournaments/report/luck_show.h"

/* "Elo is against ..": the entrants whose mean is 0, or the anchor. */
const char *ladder_show_against(const struct ladder *ladder);

/*
 * The lines above the table: the game (may be NULL) and the method of rating,
 * then a sentence for every mark and warning that applies, then a blank line.
 */
void ladder_show_heading(const struct ladder *ladder, const char *game,
			 struct text *out);

/*
 * The pools, the seats, the ties and the counts.  `show` is a set of enum
 * ladder_show.  `columns` is the width, 0: no limit.  To fit, columns of the
 * table are left out, which a line below reports, and then names are cut.
 */
void ladder_show_text(const struct ladder *ladder, int show, int columns,
		      struct text *out);

/* The pools alone, with the most important columns, in 80 columns, and
   ladder_show_against. */
void ladder_show_brief(const struct ladder *ladder, struct text *out);

/*
 * RFC 4180: one header, one line per entrant.  An anchor, FORFEITS_SEPARATE and
 * `show` add columns at the end.
 */
void ladder_show_csv(const struct ladder *ladder, int show, struct text *out);

/* One object and a newline; `luck`, which may be NULL, adds the luck-adjusted
   ratings. */
void ladder_show_json(const struct ladder *ladder, const char *game, int show,
		      const struct luck_show_ladders *luck, struct text *out);

/* Every entrant against every other of its pool: LOS, then the difference in
   Elo with its 95% error, in `columns`. */
void ladder_show_pairs(const struct ladder *ladder, int columns,
		       struct text *out);

/* CSV: LOS of the row's entrant over the column's, in the table's order. */
void ladder_show_los(const struct ladder *ladder, struct text *out);

/* ### history_show: the course of a ladder */

/*
 * Appends the course.  `ladder` is fitted to all games and provides the names
 * and the order; `game` is the name of the game.  The text has at most four
 * points, CSV and JSON have all.
 */
void history_show(const struct history *history, const struct ladder *ladder,
		  const char *game, enum report_form form, struct text *out);

#endif
