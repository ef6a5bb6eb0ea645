/*
 * game_counts.h - the progress of a tournament, in matches and games.
 */
#ifndef TOURNAMENTS_RECORD_GAME_COUNTS_H
#define TOURNAMENTS_RECORD_GAME_COUNTS_H

#include "tournaments/record/record.h"

/* Of all rounds that have been made so far. */
struct game_counts {
	uint32_t matches, decided;
	uint64_t games, games_of;       /* finished, of all */
};

/*
 * Counts what the book has; the caller adds the games of matches in play.  A
 * closed tournament that ended early may have matches that will not be played:
 * these are left out.
 */
struct game_counts game_counts_of(const struct record *record);

#endif
