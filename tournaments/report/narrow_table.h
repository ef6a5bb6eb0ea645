/*
 * narrow_table.h - a table of entrants in as many columns as a terminal has.
 */
#ifndef TOURNAMENTS_REPORT_NARROW_TABLE_H
#define TOURNAMENTS_REPORT_NARROW_TABLE_H

#include "base/text.h"
#include "tournaments/report/table.h"

/* What a table leaves out; all zeroes but for `names`: nothing. */
struct narrow_table {
	int left_out;           /* columns: the first so many of `names` */
	int name;               /* width of an entrant's name; 0: all of it */
	const char *const *names;       /* of the columns that may be left out,
					   in that order; NULL-terminated;
					   borrowed */
};

/* Fills the empty table, without what `narrow` leaves out. */
typedef void narrow_table_fill(const void *context,
			       const struct narrow_table *narrow,
			       struct table *table);

/*
 * Fills the table and fits it into `wanted` columns (0: no limit): leaves out
 * its columns one by one, then cuts the names as far as needed.  It may still
 * be wider.  The caller releases it.
 */
void narrow_table_fit(struct narrow_table *narrow, int wanted,
		      narrow_table_fill *fill, const void *context,
		      struct table *table);

/* A line that says what was left out for the width, or nothing. */
void narrow_table_note(const struct narrow_table *narrow, int wanted,
		       struct text *out);

#endif
