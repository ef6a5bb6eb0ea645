/*
 * games_sums.h - adds up blocks of games that need not be kept.
 *
 * All that errors need of the blocks c of two entrants is how often each of
 * their games was played, sum n_ci, and for every two of these games the sum of
 * n_ci n_cj: a block's part in the sandwich (robust_errors.h) is quadratic in its
 * n_ci.  Of blocks with more entrants equal ones are counted.  So memory grows
 * with who met whom and how that ended, not with how often.
 */
#ifndef TOURNAMENTS_RATING_GAMES_SUMS_H
#define TOURNAMENTS_RATING_GAMES_SUMS_H

#include "tournaments/rating/games_table.h"

/* Different games of two entrants, each of whom may sit in both seats. */
enum { GAMES_SUMS_MOST = 12 };

/* A game: entrants by seat, and of each 1 + the number ranked better. */
struct games_sums_game {
	uint32_t times;         /* in its block */
	int seats;
	uint32_t seated[GAME_SEATS_MAX];
	unsigned char ranks[GAME_SEATS_MAX];
};

struct games_sums;

/* Adds up into `table`, which has no games and belongs to the caller. */
struct games_sums *games_sums_new(struct games_table *table);

/* One more game, whatever its `times`, of the block under way. */
void games_sums_add(struct games_sums *sums,
		    const struct games_sums_game *game);
/* What was added since the last call is a block; nothing: none. */
void games_sums_end_block(struct games_sums *sums);
/* A block of one game; the block under way stays as it is. */
void games_sums_add_alone(struct games_sums *sums,
			  const struct games_sums_game *game);

/* Sorts entrants by name, then everything by entrants: the order in which
   games and blocks came does not show.  The table has `times` and `groups`. */
void games_sums_finish(struct games_sums *sums);

/* Safe on NULL.  Without games_sums_finish the table is no use. */
void games_sums_free(struct games_sums *sums);

#endif
