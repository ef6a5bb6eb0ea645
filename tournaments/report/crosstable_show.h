/*
 * crosstable_show.h - everyone against everyone as a matrix for people, as CSV
 * and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_CROSSTABLE_SHOW_H
#define TOURNAMENTS_REPORT_CROSSTABLE_SHOW_H

#include "tournaments/record/record.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/crosstable.h"

/*
 * Appends, for people, the matrix of the first 20 in the order of `standings`:
 * points/games, or percentages when that does not fit into 80 columns.  CSV and
 * JSON have everyone: a line or an object for each ordered pair that met.
 */
void crosstable_show(struct crosstable *crosstable,
		     const struct standings *standings, const char *const *name,
		     enum report_form form, struct text *out);

/* The crosstable of a tournament; as JSON, an object with its id, then LF. */
void crosstable_show_record(const struct record *record, enum report_form form,
			    struct text *out);

#endif
