/*
 * bracket_show.h - the bracket of a knockout as text and as a drawing.
 *
 * Left are the entrants of the first round, right is who has won; the figure
 * behind a name are the points it made in the pair that it leads to.  A pair
 * that is not decided has no name yet.  A match for the third place and the like
 * stand below, each by itself.
 */
#ifndef TOURNAMENTS_REPORT_BRACKET_SHOW_H
#define TOURNAMENTS_REPORT_BRACKET_SHOW_H

#include "tournaments/record/record.h"

/* Is there one? */
bool bracket_show_has(const struct record *record);

/*
 * Appends lines of at most `columns` (40 or more), and at most `rows` of them
 * (0: any number): where there is no room, the first rounds are left out, as
 * the last line says.  Returns how many lines.
 */
int bracket_show_text(const struct record *record, int columns, int rows,
		      struct text *out);

/* All of it as SVG. */
void bracket_show_svg(const struct record *record, struct text *out);

#endif
