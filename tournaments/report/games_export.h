/*
 * games_export.h - the games of a tournament for other programs.
 */
#ifndef TOURNAMENTS_REPORT_GAMES_EXPORT_H
#define TOURNAMENTS_REPORT_GAMES_EXPORT_H

#include "base/error.h"
#include "tournaments/record/record.h"

/*
 * Appends the games that count, in the order of the book, as the CSV that
 * games_table_read_csv reads.  A block is MATCH.BOARD; a match with forfeited
 * games is a single block, MATCH.  Returns 0, or -1 with `err` when a name
 * contains "|".
 */
int games_export_csv(const struct record *record, struct text *out,
		     struct error *err);

/*
 * The same as PGN: the seven standard tags, the block and the result, no moves.
 * Returns 0, or -1 with `err` when the games do not have two seats.
 */
int games_export_pgn(const struct record *record, struct text *out,
		     struct error *err);

#endif
