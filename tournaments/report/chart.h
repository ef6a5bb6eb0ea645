/*
 * chart.h - a ladder as a drawing: the ratings with their errors, best first,
 * and how they came about.
 */
#ifndef TOURNAMENTS_REPORT_CHART_H
#define TOURNAMENTS_REPORT_CHART_H

#include "tournaments/rating/history.h"

enum {
	CHART_ROWS_MAX = 200,   /* entrants drawn: the best of each pool first */
	CHART_COLOURS = 7       /* lines in colour; the others are grey */
};

/*
 * Appends an SVG file.  `history` and `game` may be NULL.  Where there are
 * more than CHART_COLOURS entrants the lines of the best are in colour.
 */
void chart_make(const struct ladder *ladder, const struct history *history,
		const char *game, struct text *out);

/* ### for its parts */

enum { CHART_WIDTH = 960, CHART_MARGIN = 20 };

/* Appends the history to `body` from `y` down; returns where it ends. */
double chart_lines(const struct ladder *ladder,
		   const struct history *history, double y,
		   struct text *body);

/* The entrant's name for a drawing, at most `columns` wide. */
void chart_name(const struct ladder *ladder, int i, int columns,
		struct text *out);

#endif
