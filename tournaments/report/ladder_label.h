/*
 * ladder_label.h - names, marks and columns of a ladder, shared by its text and
 * its files.
 */
#ifndef TOURNAMENTS_REPORT_LADDER_LABEL_H
#define TOURNAMENTS_REPORT_LADDER_LABEL_H

#include "base/text.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/report/table.h"

/* Optional columns. */
enum ladder_show {
	LADDER_SHOW_BEST = 1,   /* P(best) */
	LADDER_SHOW_WDL = 2     /* W-D-L and the share of draws */
};

enum ladder_label_use {
	LADDER_LABEL_ESCAPED,             /* control characters made visible */
	LADDER_LABEL_WHOLE
};

/* Appends the entrant's name.  If others have the same name, the first digits
   of the hash of its files follow, and if those agree too, of its command. */
void ladder_label_name(const struct ladder *ladder, int i,
		       enum ladder_label_use use, struct text *out);

/* Appends the marks that apply, in the order of the documents. */
void ladder_label_mark(const struct ladder_row *row, struct text *out);

/* A line for the heading if seats are not balanced: an entrant has played more
   often in one seat than in another. */
void ladder_label_uneven_seats(const struct games_table *table,
			       struct text *out);

/* How many entrants have a rating. */
int ladder_label_rated(const struct ladder *ladder);

/* How many of `order` have a line: those with a rating, and with
   FORFEITS_SEPARATE the others too, for their faults. */
int ladder_label_listed(const struct ladder *ladder);

/* Points per seat played, 0 to 1; NAN if none was played. */
double ladder_label_score(const struct ladder_row *row);

/* Adds a name's cell; -1: the name of the column. */
void ladder_label_add_name(struct table *table, const struct ladder *ladder,
			   int i);

/* Adds the cell of an error at the confidence of the ladder. */
void ladder_label_add_error(struct table *table, const struct ladder *ladder,
			    double error);

/* Adds the row of entrant i to the table; -1: the names of the columns.  `show`
   is a set of enum ladder_show; an anchor and FORFEITS_SEPARATE add columns,
   too. */
void ladder_label_add_row(struct table *table, const struct ladder *ladder,
			  int i, int show);

#endif
