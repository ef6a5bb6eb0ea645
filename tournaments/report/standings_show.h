/*
 * standings_show.h - standings as text for people, as CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_STANDINGS_SHOW_H
#define TOURNAMENTS_REPORT_STANDINGS_SHOW_H

#include "tournaments/record/record.h"
#include "tournaments/report/table.h"
#include "tournaments/tables/standings.h"

/*
 * Appends the table for people, as CSV with a header line, or as a JSON list of
 * objects.  `name` and `faults` are indexed by entrant; `faults` has the games
 * lost by the entrant's own fault and may be NULL.
 */
void standings_show(const struct standings *standings,
		    const char *const *name, const uint64_t *faults,
		    enum report_form form, struct text *out);

/* The same for a tournament, with the names and faults of its record; the text
   has the bracket too, if there is one. */
void standings_show_record(const struct record *record, enum points_kind kind,
			   enum report_form form, struct text *out);

/* As one JSON object with the tournament's id, then LF. */
void standings_show_object(const struct record *record, enum points_kind kind,
			   struct text *out);

#endif
