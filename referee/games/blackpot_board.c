/*
 * blackpot_board.c - the board of Black-Pot: numbers, pawns, alignments.
 */
#include "games/blackpot_board.h"

#include "base/json.h"
#include "games/cell_names.h"

/* The board, for the numbers and for the text of a view. */
#define BOARD(ROW, AND) \
	ROW(0,0,24,16,25,7,10,12,9,0,0) AND \
	ROW(0,5,18,2,13,19,1,14,2,5,0) AND \
	ROW(9,2,6,11,8,22,23,3,6,18,24) AND \
	ROW(12,14,3,4,20,21,17,4,11,2,16) AND \
	ROW(10,1,23,17,3,15,3,20,8,13,25) AND \
	ROW(7,19,22,21,15,1,15,21,22,19,7) AND \
	ROW(25,13,8,20,3,15,3,17,23,1,10) AND \
	ROW(16,2,11,4,17,21,20,4,3,14,12) AND \
	ROW(24,18,6,3,23,22,8,11,6,2,9) AND \
	ROW(0,5,2,14,1,19,13,2,18,5,0) AND \
	ROW(0,0,9,12,10,7,25,16,24,0,0)

#define COMMA ,
#define NUMBERS(...) __VA_ARGS__
#define TEXT(...) #__VA_ARGS__

const unsigned char blackpot_board_number[BLACKPOT_CELLS] = {
	BOARD(NUMBERS, COMMA)
};

/* Every view contains the numbers; formatting them took half of its time. */
static const char numbers[] = "[" BOARD(TEXT, ",") "]";

const char *const blackpot_board_directions[BLACKPOT_DIRECTIONS] = { "h", "v",
								     "d", "u" };

/* One step in each direction. */
static const struct {
	int columns, rows;
} steps[BLACKPOT_DIRECTIONS] = { { 1, 0 }, { 0, 1 }, { 1, 1 }, { -1, 1 } };

enum class { NONE, LEMON, CHERRY, BLACK, CLASSES };

static const unsigned char classes[26] = {
	NONE,
	LEMON, LEMON, LEMON, LEMON, LEMON,
	LEMON, CHERRY, CHERRY, CHERRY, CHERRY,
	CHERRY, CHERRY, BLACK, BLACK, CHERRY,
	CHERRY, BLACK, CHERRY, BLACK, CHERRY,
	BLACK, BLACK, BLACK, CHERRY, CHERRY,
};

void blackpot_board_set(struct blackpot_board *pots, int cell, int own)
{
	uint64_t *word = &pots->free[blackpot_board_number[cell]]
		.word[cell / 64], bit = (uint64_t)1 << cell % 64;

	pots->own[cell] = (unsigned char)own;
	*word = own == BLACKPOT_FREE ? *word | bit : *word & ~bit;
}

void blackpot_board_init(struct blackpot_board *pots, bool cherry25,
			 bool remove)
{
	memset(pots, 0, sizeof *pots);
	memset(pots->own, BLACKPOT_NO_CELL, sizeof pots->own);
	for (int i = 0; i < BLACKPOT_CELLS; i++)
		if (blackpot_board_number[i] != 0)
			blackpot_board_set(pots, i, BLACKPOT_FREE);
	pots->cherry25 = cherry25;
	pots->remove = remove;
}

bool blackpot_board_row_cells(int direction, int first, int cell[BLACKPOT_ROW])
{
	int column = first % BLACKPOT_BOARD_SIDE,
	    row = first / BLACKPOT_BOARD_SIDE;

	for (int i = 0; i < BLACKPOT_ROW; i++) {
		if (column < 0 || column >= BLACKPOT_BOARD_SIDE ||
		    row >= BLACKPOT_BOARD_SIDE)
			return false;
		cell[i] = row * BLACKPOT_BOARD_SIDE + column;
		if (blackpot_board_number[cell[i]] == 0)
			return false;
		column += steps[direction].columns;
		row += steps[direction].rows;
	}
	return true;
}

int blackpot_board_pays(const struct blackpot_board *pots,
			const int cell[BLACKPOT_ROW])
{
	static const int pays[BLACKPOT_ROW + 1] = {
		30, 30, 100, 250, 400, 400
	};
	int count[CLASSES] = {0};

	for (int i = 0; i < BLACKPOT_ROW; i++) {
		int number = blackpot_board_number[cell[i]];

		count[number == 25 && !pots->cherry25 ? NONE :
		      classes[number]]++;
	}
	if (count[CHERRY] == BLACKPOT_ROW)
		return 100;
	if (count[LEMON] == BLACKPOT_ROW)
		return 50;
	return pays[count[BLACK]];
}

/* Finds the best row of `side`, of pawns not used in this direction yet, that
   the pawn completes; false if there is none. */
static bool find_row(const struct blackpot_board *pots, int cell, int side,
		     struct blackpot_row *best)
{
	int step = steps[best->direction].rows * BLACKPOT_BOARD_SIDE +
		steps[best->direction].columns;

	best->pays = 0;
	for (int back = BLACKPOT_ROW - 1; back >= 0; back--) {
		int first = cell - back * step, row[BLACKPOT_ROW], own = 0,
		    pays;

		if (first < 0 ||
		    !blackpot_board_row_cells(best->direction, first, row))
			continue;
		while (own < BLACKPOT_ROW && pots->own[row[own]] == side &&
		       !(pots->used[row[own]] >> best->direction & 1))
			own++;
		if (own < BLACKPOT_ROW)
			continue;
		pays = blackpot_board_pays(pots, row);
		if (pays > best->pays) {
			best->pays = pays;
			best->first = first;
		}
	}
	return best->pays > 0;
}

int blackpot_board_place(struct blackpot_board *pots, int cell, int side,
			 struct blackpot_row made[BLACKPOT_DIRECTIONS])
{
	int count = 0, row[BLACKPOT_ROW];

	blackpot_board_set(pots, cell, side);
	for (int d = 0; d < BLACKPOT_DIRECTIONS; d++) {
		made[count].direction = d;
		if (!find_row(pots, cell, side, &made[count]))
			continue;
		blackpot_board_row_cells(d, made[count].first, row);
		for (int i = 0; i < BLACKPOT_ROW; i++)
			pots->used[row[i]] |= (unsigned char)(1 << d);
		count++;
	}
	for (int i = 0; i < count && pots->remove; i++) {
		blackpot_board_row_cells(made[i].direction, made[i].first, row);
		for (int j = 0; j < BLACKPOT_ROW; j++) {
			blackpot_board_set(pots, row[j], BLACKPOT_FREE);
			pots->used[row[j]] = 0;
		}
	}
	return count;
}

/* ### output and views */

void blackpot_board_show_cells(const int *cell, int count,
			       struct json_writer *w)
{
	char name[CELL_NAMES_SIZE];

	json_open(w, '[');
	for (int i = 0; i < count; i++) {
		cell_names_write(cell[i] % BLACKPOT_BOARD_SIDE,
				 cell[i] / BLACKPOT_BOARD_SIDE, name);
		json_word(w, name);
	}
	json_close(w, ']');
}

void blackpot_board_describe_cell(int cell, struct text *out)
{
	char name[CELL_NAMES_SIZE];

	cell_names_write(cell % BLACKPOT_BOARD_SIDE, cell / BLACKPOT_BOARD_SIDE,
			 name);
	text_printf(out, " %s (%d)", name, blackpot_board_number[cell]);
}

/* The letters of a view, by `own`. */
static const char owners[] = { '0', '1', '.', '#', '\0' };
static const char marks_used[] = "0123456789abcdef";

void blackpot_board_view(const struct blackpot_board *pots,
			 struct json_writer *w)
{
	char own[BLACKPOT_CELLS + 1] = {0}, used[BLACKPOT_CELLS + 1] = {0};

	json_put_raw(w, "numbers", numbers, sizeof numbers - 1);
	for (int i = 0; i < BLACKPOT_CELLS; i++) {
		own[i] = owners[pots->own[i]];
		used[i] = marks_used[pots->used[i]];
	}
	json_put_word(w, "own", own);
	json_put_word(w, "used", used);
}

/* Reads a text with a letter for each cell; stores the letters' indices in
   `letters`. */
static int read_cells(const struct json_at *view, const char *key,
		      const char *letters, unsigned char *cell,
		      struct error *err)
{
	struct json_at at = json_at_key(view, key);
	const char *text;

	if (json_want_string(&at, &text, err) != 0)
		return -1;
	if (strlen(text) != BLACKPOT_CELLS ||
	    strspn(text, letters) != BLACKPOT_CELLS)
		return json_expected(&at, err, "%d of the letters %s",
				     BLACKPOT_CELLS, letters);
	for (int i = 0; i < BLACKPOT_CELLS; i++)
		cell[i] = (unsigned char)(strchr(letters, text[i]) - letters);
	return 0;
}

int blackpot_board_read_view(struct blackpot_board *pots,
			     const struct json_at *view, struct error *err)
{
	unsigned char own[BLACKPOT_CELLS];

	if (read_cells(view, "own", owners, own, err) != 0 ||
	    read_cells(view, "used", marks_used, pots->used, err) != 0)
		return -1;
	for (int i = 0; i < BLACKPOT_CELLS; i++)
		if (blackpot_board_number[i] != 0)
			blackpot_board_set(pots, i, own[i] < BLACKPOT_FREE ?
					   own[i] : BLACKPOT_FREE);
	return 0;
}

struct game_mark blackpot_board_mark(int side)
{
	static const struct game_mark marks[2] = {
		{ "o", "\033[30;47m" }, { "x", "\033[97;41m" }
	};

	return marks[side];
}

/* Appends one cell, four columns wide. */
static void draw_cell(const struct blackpot_board *pots, int cell, bool colour,
		      struct text *out)
{
	static const char pawns[2][2] = { { 'o', 'O' }, { 'x', 'X' } };
	int side = pots->own[cell];
	bool turned = pots->used[cell] != 0;

	if (blackpot_board_number[cell] == 0)
		text_add(out, "    ");
	else if (side == BLACKPOT_FREE)
		text_printf(out, " %2d ", blackpot_board_number[cell]);
	else if (colour)
		text_printf(out, "%s%s %2d%c\033[0m",
			    blackpot_board_mark(side).ansi,
			    turned ? "\033[1;4m" : "",
			    blackpot_board_number[cell], pawns[side][turned]);
	else
		text_printf(out, " %2d%c", blackpot_board_number[cell],
			    pawns[side][turned]);
}

void blackpot_board_picture(const struct blackpot_board *pots, bool colour,
			    struct text *out)
{
	text_add(out, "   ");
	for (int column = 0; column < BLACKPOT_BOARD_SIDE; column++)
		text_printf(out, "  %c ", 'a' + column);
	text_byte(out, '\n');
	for (int row = 0; row < BLACKPOT_BOARD_SIDE; row++) {
		text_printf(out, "%2d ", row + 1);
		for (int column = 0; column < BLACKPOT_BOARD_SIDE; column++)
			draw_cell(pots, row * BLACKPOT_BOARD_SIDE + column,
				  colour, out);
		text_byte(out, '\n');
	}
}
