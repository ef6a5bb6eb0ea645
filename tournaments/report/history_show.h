/*
 * history_show.h - the course of a ladder as text, as CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_HISTORY_SHOW_H
#define TOURNAMENTS_REPORT_HISTORY_SHOW_H

#include "base/text.h"
#include "tournaments/rating/history.h"

/*
 * `ladder` is that of the whole: it has the names and the order.  The text
 * has four points at most, the files have all.
 */
void history_show_text(const struct history *history,
		       const struct ladder *ladder, struct text *out);
void history_show_csv(const struct history *history,
		      const struct ladder *ladder, struct text *out);
void history_show_json(const struct history *history,
		       const struct ladder *ladder, const char *game,
		       struct text *out);

#endif
