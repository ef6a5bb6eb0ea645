/*
 * blackpot_moves.h - the moves of Black-Pot: where the values of a roll can go.
 *
 * A move is a list of at most three small numbers, cells or values, with its
 * size on top: moves ascend by size, then by their numbers.
 */
#ifndef GAMES_BLACKPOT_MOVES_H
#define GAMES_BLACKPOT_MOVES_H

#include "games/blackpot_board.h"
#include "games/blackpot_sums.h"

enum {
	PLACES_BITS = 7,                /* of a number */
	PLACES_NONE = 0,                /* the empty list */
	PLACES_PASS = (SUMS_DICE + 1) << SUMS_DICE * PLACES_BITS
};

static inline int places_move(const int *item, int count)
{
	return count << 3 * PLACES_BITS |
		(count > 0 ? item[0] << 2 * PLACES_BITS : 0) |
		(count > 1 ? item[1] << PLACES_BITS : 0) |
		(count > 2 ? item[2] : 0);
}

/* Takes a move apart; returns its size. */
int places_items(int move, int item[SUMS_DICE]);

/* The move of the same numbers, ascending. */
int places_sorted(const int *item, int count);

/* The numbers on these cells, in their order; returns how many. */
int places_values(int move, int value[SUMS_DICE]);

/*
 * Every combination of `sums` with 1..most values for which there are free
 * cells, ascending, as lists of values.  `combination` may be NULL; returns
 * how many there are.
 */
int places_combinations(const struct pots *pots, const struct sums *sums,
			int most, int *combination);

/* Every set of 1..most free cells whose numbers are a combination, with its
   cells in cell order, ascending.  Returns how many. */
int places_sets(const struct pots *pots, const struct sums *sums, int most,
		int *move);

/*
 * Reads a bot's list of cells, whose order is kept, or of values, which are
 * sorted.  Returns 0, or -1 with the reason when it is not one of the
 * sets or combinations above; only a list of values may be empty.
 */
int places_read_cells(const struct pots *pots, const struct sums *sums,
		      int most, const cJSON *cells, int *move,
		      struct error *err);
int places_read_values(const struct pots *pots, const struct sums *sums,
		       int most, const cJSON *values, int *move,
		       struct error *err);

#endif
