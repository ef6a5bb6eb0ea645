/*
 * match_label.h - a match in a few words, for a terminal or a log.
 *
 * Control characters in names are made visible (base/printable.h).
 */
#ifndef TOURNAMENTS_REPORT_MATCH_LABEL_H
#define TOURNAMENTS_REPORT_MATCH_LABEL_H

#include "tournaments/record/tournament.h"

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
