/*
 * blackpot_board.h - the board of Black-Pot: numbers, pawns, alignments.
 *
 * Cells are numbered from 0 by row, then column; the corners are not cells.
 */
#ifndef GAMES_BLACKPOT_BOARD_H
#define GAMES_BLACKPOT_BOARD_H

#include <stdint.h>

#include "games/game.h"

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

#endif
