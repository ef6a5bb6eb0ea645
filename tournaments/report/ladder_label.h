/*
 * ladder_label.h - what the text and the files of a ladder have in common.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_LABEL_H
#define TOURNAMENTS_REPORT_LADDER_LABEL_H

#include "base/text.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/report/table.h"

/* Columns that are wanted. */
enum ladder_show {
	LADDER_SHOW_BEST = 1,   /* P(best) */
	LADDER_SHOW_WDL = 2     /* W-D-L and the share of draws */
};

enum ladder_label_use {
	LADDER_LABEL_ESCAPED,             /* control characters made visible */
	LADDER_LABEL_WHOLE
};

/* The entrant's name; of several with the same name, with the beginning of
   the hash of its files, and of its command if that decides. */
void ladder_label_name(const struct ladder *ladder, int i,
		       enum ladder_label_use use, struct text *out);

/* The same for a drawing, at most `columns` wide. */
void ladder_label_fit(const struct ladder *ladder, int i, int columns,
		      struct text *out);

/* ">", "<", "~", "m" and "p", or nothing. */
void ladder_label_mark(const struct ladder_row *row, struct text *out);

/* A line for the heading, if somebody has played more often in one seat than in
   another; else nothing. */
void ladder_label_uneven_seats(const struct games_table *table,
			       struct text *out);

/* How many entrants have a rating. */
int ladder_label_rated(const struct ladder *ladder);

/* How many of `order` have a line: those with a rating, and with forfeits
   apart the others too, for their faults. */
int ladder_label_listed(const struct ladder *ladder);

/* Points of one seat played, 0 to 1; NAN without any. */
double ladder_label_score(const struct ladder_row *row);

/* What the table has.  An anchor and forfeits apart add their own columns. */
struct ladder_label_columns {
	int show;               /* enum ladder_show */
	int narrow;             /* for people: how many of naive, se, deff,
				   blocks, score and games are left out */
	int name;               /* for people: columns of a name; 0: all */
};

/* The cell of a name, for people in at most `columns`; 0: all of it. */
void ladder_label_add_name(struct table *table, const struct ladder *ladder,
			   int i, int columns);

/* A row of the ladder's table, of entrant i; -1: the names of the columns. */
void ladder_label_add_row(struct table *table, const struct ladder *ladder,
			  int i, const struct ladder_label_columns *columns);

#endif
