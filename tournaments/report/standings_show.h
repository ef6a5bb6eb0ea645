/*
 * standings_show.h - standings as text for people, as CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_STANDINGS_SHOW_H
#define TOURNAMENTS_REPORT_STANDINGS_SHOW_H

#include "base/json_write.h"
#include "tournaments/tables/standings.h"

/*
 * The table for people, as CSV with a header line, as a list of objects.
 * `name` by entrant; `faults`, games lost by one's own fault, by entrant too,
 * may be NULL.
 */
void standings_show_text(const struct standings *standings,
			 const char *const *name, const uint64_t *faults,
			 struct text *out);
void standings_show_csv(const struct standings *standings,
			const char *const *name, const uint64_t *faults,
			struct text *out);
void standings_show_json(const struct standings *standings,
			 const char *const *name, const uint64_t *faults,
			 struct json_writer *w);

#endif
