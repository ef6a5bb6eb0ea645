/*
 * match_label.h - a match in a few words: who plays, the score, the faults.
 *
 * All of these append; names have lost what could harm a terminal.
 */
#ifndef TOURNAMENTS_REPORT_MATCH_LABEL_H
#define TOURNAMENTS_REPORT_MATCH_LABEL_H

#include "base/text.h"
#include "tournaments/record/book.h"
#include "tournaments/record/tournament.h"

/* "ada - bob" */
void match_label_pairing(const struct tournament *tournament,
			 const struct meeting *meeting, struct text *out);

/* "ada 3.50, bob 0.50": the game points of a match that is decided. */
void match_label_score(const struct tournament *tournament,
		       const struct meeting *meeting, struct text *out);

/* "ada: timeout in game 7, bob: forfeit in 18 games" */
void match_label_faults(const struct tournament *tournament,
			const struct book_match *match, struct text *out);

#endif
