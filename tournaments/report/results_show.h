/*
 * results_show.h - every match of a tournament and every fault, for people, as
 * CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_RESULTS_SHOW_H
#define TOURNAMENTS_REPORT_RESULTS_SHOW_H

#include "tournaments/record/record.h"
#include "tournaments/report/table.h"

/*
 * Appends, for people, the matches unless `only_faults`, then the faults by
 * entrant, then each fault with the commands that show it.  CSV has the matches
 * or the faults.  JSON is an object: "matches" unless `only_faults`, "faults".
 */
void results_show(const struct record *record, bool only_faults,
		  enum report_form form, struct text *out);

/* The same JSON with all matches, or with `only` a match that has started, for
   publication: the faults have neither the paths of the logs nor the reasons
   from the traces. */
void results_show_public(const struct record *record, uint32_t only,
			 struct text *out);

#endif
