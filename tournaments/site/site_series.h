/*
 * site_series.h - writes the page of several tournaments or of a league.
 */
#ifndef TOURNAMENTS_SITE_SITE_SERIES_H
#define TOURNAMENTS_SITE_SITE_SERIES_H

#include "tournaments/site/site.h"

/* A series: a league, or several evenings of one game.  Borrows all. */
struct site_series {
	const struct site_order *round;         /* without `out` and `round` */
	int rounds;                             /* at least 1 */
	const char *out;
	bool league;
};

/*
 * Writes the page of a series, with the page of each round in OUT/001 and so
 * on.  Otherwise as site_write; changes nothing if one of the folders holds
 * something else.
 */
int site_series_write(const struct site_series *series,
		      struct site_report *report, struct error *err);

#endif
