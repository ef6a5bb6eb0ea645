/*
 * game_counts.h - how far a tournament is, in matches and games.
 */
#ifndef TOURNAMENTS_RECORD_GAME_COUNTS_H
#define TOURNAMENTS_RECORD_GAME_COUNTS_H

#include "tournaments/record/record.h"

/* Of all rounds made so far. */
struct game_counts {
	uint32_t matches, decided;
	uint64_t games, games_of;       /* finished, of all */
};

/*
 * Counts what the book says; games of matches in play are the caller's to add.
 * A closed tournament that ended early may have matches that nobody plays:
 * they are left out.
 */
struct game_counts game_counts_of(const struct record *record);

#endif
