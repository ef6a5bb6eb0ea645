/*
 * blackpot_board.h - the board of Black-Pot: numbers, pawns, alignments.
 *
 * Cells are numbered from 0 by row, then column; the corners are not cells.
 */
#ifndef GAMES_BLACKPOT_BOARD_H
#define GAMES_BLACKPOT_BOARD_H

#include "games/game.h"

enum {
	POTS_SIDE = 11,
	POTS_CELLS = POTS_SIDE * POTS_SIDE,
	POTS_DIRECTIONS = 4,
	POTS_ROW = 5,           /* pawns of an alignment */
	POTS_FREE = 2           /* `own` of a free cell */
};

/* The number on each cell; 0: no cell. */
extern const unsigned char pots_number[POTS_CELLS];

/* "h", "v", "d", "u": across, down, down to the right, down to the left. */
extern const char *const pots_directions[POTS_DIRECTIONS];

struct pots {
	bool cherry25;                          /* a 25 counts as one */
	bool remove;                            /* aligned pawns go */
	unsigned char own[POTS_CELLS];          /* side, or POTS_FREE */
	unsigned char used[POTS_CELLS];         /* bit d: in direction d */
};

/* Five cells in a row; `first` comes first in cell order. */
struct pots_row {
	int direction, first, pays;
};

void pots_init(struct pots *pots, bool cherry25, bool remove);

/* The cells of the row from `first`; false when it leaves the board. */
bool pots_row_cells(int direction, int first, int cell[POTS_ROW]);

/* What an alignment on these cells pays. */
int pots_pays(const struct pots *pots, const int cell[POTS_ROW]);

/* Places a pawn.  Returns how many alignments that made, in the order in
   which they count. */
int pots_place(struct pots *pots, int cell, int side,
	       struct pots_row made[POTS_DIRECTIONS]);

/* ["d6","f2"]. */
void pots_show_cells(const int *cell, int count, struct json_writer *w);

/* " d6 (21)". */
void pots_describe_cell(int cell, struct text *out);

/* "numbers":[..],"own":"..","used":".." of a view that is open. */
void pots_view(const struct pots *pots, struct json_writer *w);

/* The board as lines: free cells by number, pawns as o and x, as capitals when
   they have been turned. */
void pots_picture(const struct pots *pots, bool colour, struct text *out);

#endif
