/*
 * site.h - writes the page of a tournament or of a series: a folder that any
 * browser shows, from a web server or as files.
 *
 * docs/site.md lists the files.
 */
#ifndef TOURNAMENTS_SITE_SITE_H
#define TOURNAMENTS_SITE_SITE_H

#include "tournaments/record/record.h"

/* Borrows everything. */
struct site_order {
	const struct record *record;
	const char *out;
	bool no_logs;
	const int *entrant;     /* logs of matches of these alone; NULL: all */
	int entrants;
	int most_mb;            /* logs that would make `report` larger are
				   left out; 0: none */
	int round;              /* of a series, from 1; 0: of none */
	int rounds;             /* of it */
	const char *series;     /* its name */
};

struct site_report {
	uint32_t logs;          /* published */
	uint32_t missing;       /* that the folder does not have */
	uint64_t bytes;         /* of all files */
};

/*
 * Writes it, and adds to `report`.  The same folder gives the same bytes.  Every file is written
 * beside its place and renamed, and what names others comes after them.  Returns
 * 0, or -1 with `err`.
 */
int site_write(const struct site_order *order, struct site_report *report,
	       struct error *err);

/* A series: a league, or several evenings of one game.  Borrows all. */
struct site_series {
	const struct site_order *round;         /* but for out, round, rounds
						   and series */
	int rounds;                             /* at least 1 */
	const char *out;
	bool league;
};

/*
 * Writes the page of a series, with the page of each round in OUT/001 and so
 * on.  Otherwise as site_write; nothing is changed when a folder holds something
 * else.
 */
int site_series_write(const struct site_series *series,
		      struct site_report *report, struct error *err);

#endif
