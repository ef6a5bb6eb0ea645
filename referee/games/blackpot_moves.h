/*
 * blackpot_moves.h - the moves of Black-Pot: where the values of a roll can go.
 *
 * A move is a list of at most three small numbers, cells or values, with its
 * size in the highest bits, so moves ascend by size, then by their numbers.
 */
#ifndef GAMES_BLACKPOT_MOVES_H
#define GAMES_BLACKPOT_MOVES_H

#include <stdint.h>

#include "games/game.h"

/* ### the board */

enum {
	BLACKPOT_BOARD_SIDE = 11,
	BLACKPOT_CELLS = BLACKPOT_BOARD_SIDE * BLACKPOT_BOARD_SIDE,
	BLACKPOT_DIRECTIONS = 4,
	BLACKPOT_ROW = 5,           /* pawns of an alignment */
	BLACKPOT_NUMBERS = 26,      /* 1..25 on cells, 0 on corners */
	BLACKPOT_FREE = 2,          /* `own` of a free cell */
	BLACKPOT_NO_CELL = 3        /* `own` of a corner */
};

/* The number on each cell; 0: no cell. */
extern const unsigned char blackpot_board_number[BLACKPOT_CELLS];

/* "h", "v", "d", "u": across, down, down to the right, down to the left. */
extern const char *const blackpot_board_directions[BLACKPOT_DIRECTIONS];

/* A set of cells: cell i is bit i % 64 of word i / 64. */
struct blackpot_set {
	uint64_t word[2];
};

struct blackpot_board {
	bool cherry25;                          /* a 25 counts as one */
	bool remove;                            /* aligned pawns are removed */
	unsigned char own[BLACKPOT_CELLS];          /* side, or as above */
	unsigned char used[BLACKPOT_CELLS];         /* bit d: in direction d */
	struct blackpot_set free[BLACKPOT_NUMBERS]; /* cells by number */
};

/* Five cells in a row; `first` comes first in cell order. */
struct blackpot_row {
	int direction, first, pays;
};

void blackpot_board_init(struct blackpot_board *pots, bool cherry25,
			 bool remove);

/* Gives a cell, not a corner, to a side, or frees it with BLACKPOT_FREE.  Only
   this function changes `own` and `free`, to keep them consistent. */
void blackpot_board_set(struct blackpot_board *pots, int cell, int own);

/* The cells of the row that starts at `first`; false if it leaves the board. */
bool blackpot_board_row_cells(int direction, int first, int cell[BLACKPOT_ROW]);

/* What an alignment on these cells pays. */
int blackpot_board_pays(const struct blackpot_board *pots,
			const int cell[BLACKPOT_ROW]);

/* Places a pawn.  Returns the number of alignments that this made; `made` lists
   them in the order in which they count. */
int blackpot_board_place(struct blackpot_board *pots, int cell, int side,
			 struct blackpot_row made[BLACKPOT_DIRECTIONS]);

/* Writes the names of cells: ["d6","f2"]. */
void blackpot_board_show_cells(const int *cell, int count,
			       struct json_writer *w);

/* Appends the name and number of a cell: " d6 (21)". */
void blackpot_board_describe_cell(int cell, struct text *out);

/* Writes "numbers":[..],"own":"..","used":".." into an open view. */
void blackpot_board_view(const struct blackpot_board *pots,
			 struct json_writer *w);

/* Reads `own` and `used`.  Returns 0, or -1 with `err`. */
int blackpot_board_read_view(struct blackpot_board *pots,
			     const struct json_at *view, struct error *err);

/* The mark for the pawns of a side: o or x. */
struct game_mark blackpot_board_mark(int side);

/* Appends the board as lines: free cells show their numbers, pawns are o and x,
   or O and X once they have been turned. */
void blackpot_board_picture(const struct blackpot_board *pots, bool colour,
			    struct text *out);

/* ### what three dice make */

enum { BLACKPOT_DICE = 3, BLACKPOT_HIGHEST = 25 };

/* Three dice, and the arithmetic that is allowed. */
struct blackpot_roll {
	int die[BLACKPOT_DICE];     /* ascending */
	bool division;          /* without remainder */
	bool tree;              /* also a . (b . c), not only (a . b) . c */
};

/* Every combination of a roll, as sets of values: bit v is the value v. */
struct blackpot_sums {
	unsigned one;                           /* single values; bit 0: 0 */
	unsigned pair[BLACKPOT_HIGHEST + 1];        /* partners, both ways */
	bool three;                             /* the three single dice */
	int die[BLACKPOT_DICE];
};

void blackpot_sums_find(const struct blackpot_roll *roll,
			struct blackpot_sums *sums);

/*
 * Appends the announcement of `count` values, in this order: "2, 4+6=10".
 * They must be a combination of the roll.
 */
void blackpot_sums_say(const struct blackpot_roll *roll, const int *value,
		       int count, struct text *out);

/* ### moves */

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
