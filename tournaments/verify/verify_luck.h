/*
 * verify_luck.h - do the luck files of a tournament follow from its logs?
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_LUCK_H
#define TOURNAMENTS_VERIFY_VERIFY_LUCK_H

#include "tournaments/luck/luck_book.h"

/* Can this program do what verify_luck does?  The checker for WebAssembly has
   neither processes nor threads for it. */
extern const bool verify_luck_possible;

/*
 * Analyses every log again, with a table that is solved again, and compares
 * luck.csv byte by byte and, if the manifest has a luck file, ladder-luck.csv.
 * Call it if verify_luck_is_due.  Returns 0, or -1 with `err`; then
 * `trouble` says whether it could not be done.
 */
int verify_luck(const struct record *record, const char *referee, int jobs,
		bool *trouble, struct error *err);

#endif
