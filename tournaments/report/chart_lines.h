/*
 * chart_lines.h - the course of a ladder: one line per entrant, with its error
 * band.
 */
#ifndef TOURNAMENTS_REPORT_CHART_LINES_H
#define TOURNAMENTS_REPORT_CHART_LINES_H

#include "tournaments/rating/history.h"

enum {
	CHART_WIDTH = 960,      /* of the whole drawing */
	CHART_MARGIN = 20,
	CHART_COLOURS = 7       /* lines in colour; the others are grey */
};

/* Draws the history into `body` from `y` down; returns the y where it ends. */
double chart_lines(const struct ladder *ladder, const struct history *history,
		   double y, struct text *body);

#endif
