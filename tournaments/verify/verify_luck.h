/*
 * verify_luck.h - do the luck files of a tournament follow from its logs?
 */
#ifndef TOURNAMENTS_VERIFY_VERIFY_LUCK_H
#define TOURNAMENTS_VERIFY_VERIFY_LUCK_H

#include "tournaments/luck/luck_ladder.h"

/* Is there luck to verify?  There is if the manifest has a luck file, or if
   luck.json and luck.csv were made later: other commands show luck from
   them. */
bool verify_luck_is_due(const struct record *record);

/* If the manifest has a luck file: do luck.json, luck.csv and ladder-luck.csv
   exist, and is luck.json the file whose hash the manifest has?  If it has
   none: is there no luck file that cannot be checked?  Returns 0, or -1 with
   `err`. */
int verify_luck_files(const struct record *record, struct error *err);

/* Can this program do what verify_luck does?  The checker for WebAssembly has
   neither processes nor threads for it. */
extern const bool verify_luck_possible;

/*
 * Analyses every log again, with a table that is solved again, and compares
 * luck.csv byte by byte and, if the manifest has a luck file, ladder-luck.csv.
 * Does nothing unless verify_luck_is_due.  Returns 0, or -1 with `err`; then
 * `trouble` says whether it could not be done.
 */
int verify_luck(const struct record *record, const char *referee, int jobs,
		bool *trouble, struct error *err);

#endif
