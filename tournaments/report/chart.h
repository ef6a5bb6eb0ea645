/*
 * chart.h - a ladder as a drawing: the ratings with their errors, best first,
 * and how they came about.
 */
#ifndef TOURNAMENTS_REPORT_CHART_H
#define TOURNAMENTS_REPORT_CHART_H

#include "tournaments/rating/history.h"

/* Entrants drawn: the best of each pool first. */
enum { CHART_ROWS_MAX = 200 };

/*
 * Appends an SVG file.  `history` and `game` may be NULL.  Where there are
 * more than CHART_COLOURS entrants the lines of the best are in colour.
 */
void chart_make(const struct ladder *ladder, const struct history *history,
		const char *game, struct text *out);

#endif
