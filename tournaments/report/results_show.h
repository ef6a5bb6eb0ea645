/*
 * results_show.h - every match of a tournament and every fault, for people, as
 * CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_RESULTS_SHOW_H
#define TOURNAMENTS_REPORT_RESULTS_SHOW_H

#include "base/json_write.h"
#include "tournaments/record/record.h"

/* The matches unless `only_faults`, then the faults by entrant, then each
   fault with the commands that show it. */
void results_show_text(const struct record *record, bool only_faults,
		       struct text *out);

/* The matches, or the faults. */
void results_show_csv(const struct record *record, bool only_faults,
		      struct text *out);

/* Members of an open object: "matches" unless `only_faults`, "faults". */
void results_show_json(const struct record *record, bool only_faults,
		       struct json_writer *w);

#endif
