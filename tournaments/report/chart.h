/*
 * chart.h - a ladder as a drawing: the ratings with their errors, best first,
 * and their course over the matches.
 */
#ifndef TOURNAMENTS_REPORT_CHART_H
#define TOURNAMENTS_REPORT_CHART_H

#include "tournaments/rating/history.h"

/* Entrants drawn at most: the first in the ladder's order. */
enum { CHART_ROWS_MAX = 200 };

/*
 * Appends an SVG file.  `history` and `game` may be NULL.  Only the lines of
 * the first CHART_COLOURS entrants are in colour.
 */
void chart_make(const struct ladder *ladder, const struct history *history,
		const char *game, struct text *out);

#endif
