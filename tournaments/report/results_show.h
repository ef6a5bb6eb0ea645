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

/* ### match_label: a match in a few words, with control characters visible */

/* "ada - bob" */
void match_label_pairing(const struct tournament *tournament,
			 const struct fixture *fixture, struct text *out);

/* "ada 3.50, bob 0.50" for a decided match: game points by name. */
void match_label_score(const struct tournament *tournament,
		       const struct fixture *fixture, struct text *out);

/* " (2 suspect)", " (suspect)" for a single fault, or nothing if none is. */
void match_label_suspects(uint32_t suspects, uint32_t of, struct text *out);

/* "ada: timeout in game 7, bob: forfeit in 18 games" */
void match_label_faults(const struct tournament *tournament,
			const struct book_match *match, struct text *out);

#endif
