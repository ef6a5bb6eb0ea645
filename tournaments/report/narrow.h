/*
 * narrow.h - a table of entrants in as many columns as a terminal has.
 */
#ifndef TOURNAMENTS_REPORT_NARROW_H
#define TOURNAMENTS_REPORT_NARROW_H

#include "base/text.h"
#include "tournaments/report/table.h"

/* How much of its own a table leaves out; all zeroes is nothing. */
struct narrow {
	int left_out;           /* columns, the first of `names` */
	int name;               /* columns of an entrant's name; 0: all */
	const char *const *names;       /* of the columns that can go, in that
					   order; NULL ends; borrowed */
};

/* Makes the table, which is empty, without what `narrow` leaves out. */
typedef void narrow_fill(const void *context, const struct narrow *narrow,
			 struct table *table);

/*
 * Makes the table in `wanted` columns: with fewer and fewer of its own, then
 * with names cut as far as it takes.  0: as wide as it is.  It may remain
 * wider.  The caller releases it.
 */
void narrow_to_fit(struct narrow *narrow, int wanted, narrow_fill *fill,
		   const void *context, struct table *table);

/* A line that says what the width did not allow, or nothing. */
void narrow_note(const struct narrow *narrow, int wanted, struct text *out);

#endif
