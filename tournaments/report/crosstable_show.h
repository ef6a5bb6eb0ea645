/*
 * crosstable_show.h - everyone against everyone as a matrix for people, as CSV
 * and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_CROSSTABLE_SHOW_H
#define TOURNAMENTS_REPORT_CROSSTABLE_SHOW_H

#include "base/json_write.h"
#include "tournaments/tables/crosstable.h"

/*
 * The matrix of the first 20 in the order of `standings`: points/games, or
 * percent when that does not fit into 80 columns.
 */
void crosstable_show_text(struct crosstable *crosstable,
			  const struct standings *standings,
			  const char *const *name, struct text *out);

/* All: a line or an object for each ordered pair that met. */
void crosstable_show_csv(struct crosstable *crosstable,
			 const struct standings *standings,
			 const char *const *name, struct text *out);
void crosstable_show_json(struct crosstable *crosstable,
			  const struct standings *standings,
			  const char *const *name, struct json_writer *w);

#endif
