/*
 * blackpot_moves.h - the moves of Black-Pot: where the values of a roll can go.
 *
 * A move is a list of at most three small numbers, cells or values, with its
 * size in the highest bits, so moves ascend by size, then by their numbers.
 */
#ifndef GAMES_BLACKPOT_MOVES_H
#define GAMES_BLACKPOT_MOVES_H

#include "games/blackpot_board.h"
#include "games/blackpot_sums.h"

enum {
	BLACKPOT_MOVES_BITS = 7, /* per number */
	BLACKPOT_MOVES_NONE = 0, /* the empty list */
	BLACKPOT_MOVES_PASS = (BLACKPOT_DICE + 1)
			      << BLACKPOT_DICE * BLACKPOT_MOVES_BITS
};

static inline int blackpot_moves_make(const int *item, int count)
{
	return count << 3 * BLACKPOT_MOVES_BITS |
		(count > 0 ? item[0] << 2 * BLACKPOT_MOVES_BITS : 0) |
		(count > 1 ? item[1] << BLACKPOT_MOVES_BITS : 0) |
		(count > 2 ? item[2] : 0);
}

/* Splits a move into its numbers; returns its size. */
int blackpot_moves_items(int move, int item[BLACKPOT_DICE]);

/* The move with these numbers in ascending order. */
int blackpot_moves_sorted(const int *item, int count);

/* The numbers on the cells of a move, in the same order; returns how many. */
int blackpot_moves_values(int move, int value[BLACKPOT_DICE]);

/*
 * Lists every combination of `sums` with 1..most values for which there are
 * free cells, ascending, as lists of values.  Returns how many there are;
 * `combination` may be NULL.
 */
int blackpot_moves_combinations(const struct blackpot_board *pots,
				const struct blackpot_sums *sums, int most,
				int *combination);

/* Lists every set of 1..most free cells whose numbers are a combination,
   ascending, each with its cells in cell order.  Returns how many there are. */
int blackpot_moves_sets(const struct blackpot_board *pots,
			const struct blackpot_sums *sums, int most, int *move);

/*
 * Reads a bot's list of cells, whose order is kept, or of values, which are
 * sorted.  Returns 0, or -1 with the reason if it is none of the sets or
 * combinations above; only a list of values may be empty.
 */
int blackpot_moves_read_cells(const struct blackpot_board *pots,
			      const struct blackpot_sums *sums, int most,
			      const cJSON *cells, int *move, struct error *err);
int blackpot_moves_read_values(const struct blackpot_board *pots,
			       const struct blackpot_sums *sums, int most,
			       const cJSON *values, int *move,
			       struct error *err);

#endif
