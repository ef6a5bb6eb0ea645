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
 * games is one, MATCH.  Returns -1 with a sentence when a name has a "|".
 */
int games_export_csv(const struct record *record, struct text *out,
		     struct error *err);

/*
 * The same as PGN: seven tags, the block and the result, no moves.  Returns -1
 * with a sentence when games are not for two.
 */
int games_export_pgn(const struct record *record, struct text *out,
		     struct error *err);

#endif
