/*
 * bracket_show.h - the bracket of a knockout as text.
 *
 * The entrants of the first round are on the left, the winner is on the right;
 * the number after a name is its points in the pair that it leads to.  A pair
 * that is not decided shows no winner yet.  Matches such as the one for third
 * place are drawn below, each by itself.
 */
#ifndef TOURNAMENTS_REPORT_BRACKET_SHOW_H
#define TOURNAMENTS_REPORT_BRACKET_SHOW_H

#include "tournaments/record/record.h"

/* Does the tournament's format have a bracket? */
bool bracket_show_has(const struct record *record);

/*
 * Appends lines of at most `columns` (40 or more), and at most `rows` of them
 * (0: any number).  If there is not enough room, the first rounds are left out,
 * which the last line reports.  Returns the number of lines; 0 and nothing
 * appended if even the last round needs more than `rows`.
 */
int bracket_show_text(const struct record *record, int columns, int rows,
		      struct text *out);

#endif
