/*
 * games_sums.h - adds up blocks of games, so that they need not be kept.
 *
 * For the blocks c of two entrants, errors need only how often each of their
 * different games i was played, the sum of n_ci, and for every two of these
 * games the sum of n_ci n_cj: a block's part in the sandwich (robust_errors.h)
 * is quadratic in its n_ci.  Among blocks with more entrants, equal ones are
 * counted.  So memory grows with the number of different pairings and results,
 * not with the number of games.
 */
#ifndef TOURNAMENTS_RATING_GAMES_SUMS_H
#define TOURNAMENTS_RATING_GAMES_SUMS_H

#include "tournaments/rating/games_table.h"

/* How many different games two entrants can have, each of whom may also sit in
   both seats. */
enum { GAMES_SUMS_MOST = 12 };

/* A game: by seat the entrant and its rank, 1 + the number ranked better. */
struct games_sums_game {
	uint32_t times;         /* in its block */
	int seats;
	uint32_t seated[GAME_SEATS_MAX];
	unsigned char ranks[GAME_SEATS_MAX];
};

struct games_sums;

/* The sums go into `table`, which has no games and belongs to the caller. */
struct games_sums *games_sums_new(struct games_table *table);

/* Adds one game to the current block; its `times` is ignored. */
void games_sums_add(struct games_sums *sums,
		    const struct games_sums_game *game);
/* Ends the current block, if any game was added since the last call. */
void games_sums_end_block(struct games_sums *sums);
/* Adds a block of one game; the current block stays as it is. */
void games_sums_add_alone(struct games_sums *sums,
			  const struct games_sums_game *game);

/* Sorts entrants by name, then everything by entrants, so that the order in
   which games and blocks came makes no difference.  The table gets `times` and
   `groups`. */
void games_sums_finish(struct games_sums *sums);

/* `sums` may be NULL.  Without games_sums_finish the table is unusable. */
void games_sums_free(struct games_sums *sums);

#endif
