/*
 * blackpot_moves.c - the moves of Black-Pot: where the values of a roll can go.
 */
#include "games/blackpot_moves.h"

#include <assert.h>
#include <stdio.h>

#include "base/json.h"
#include "games/game.h"

/* ### the board */

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

/* ### what three dice make */

/* In the order of preference for announcements. */
enum { PLUS, MINUS, TIMES, DIVIDED, SIGNS };

static const char signs[SIGNS] = { '+', '-', '*', '/' };

/* Every order of three dice. */
static const unsigned char orders[][BLACKPOT_DICE] = {
	{ 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 }, { 1, 2, 0 }, { 2, 0, 1 },
	{ 2, 1, 0 }
};

enum { ORDERS = sizeof orders / sizeof *orders };

/* Computes a . b; false if that is not allowed. */
static inline bool calculate(const struct blackpot_roll *roll, int a, int sign,
			     int b, int *result)
{
	switch (sign) {
	case PLUS:
		*result = a + b;
		return true;
	case MINUS:
		*result = a - b;
		return true;
	case TIMES:
		*result = a * b;
		return true;
	default:
		if (!roll->division || b == 0 || a % b != 0)
			return false;
		*result = a / b;
		return true;
	}
}

/* ### all combinations of a roll */

static void add_pair(struct blackpot_sums *sums, int value, int die)
{
	/* If the pair makes 0, only the third die counts: (x - x) + die, which
	   is a single value. */
	if (value > 0 && value <= BLACKPOT_HIGHEST) {
		sums->pair[value] |= 1u << die;
		sums->pair[die] |= 1u << value;
	}
}

static void add_one(struct blackpot_sums *sums, int value)
{
	if (value >= 0 && value <= BLACKPOT_HIGHEST)
		sums->one |= 1u << value;
}

void blackpot_sums_find(const struct blackpot_roll *roll,
			struct blackpot_sums *sums)
{
	memset(sums, 0, sizeof *sums);
	sums->three = true;
	memcpy(sums->die, roll->die, sizeof sums->die);
	for (int i = 0; i < ORDERS; i++) {
		int a = roll->die[orders[i][0]], b = roll->die[orders[i][1]];
		int c = roll->die[orders[i][2]], two, all;

		for (int first = 0; first < SIGNS; first++) {
			if (!calculate(roll, a, first, b, &two))
				continue;
			add_pair(sums, two, c);
			for (int sign = 0; sign < SIGNS; sign++) {
				if (calculate(roll, two, sign, c, &all))
					add_one(sums, all);
				if (roll->tree &&
				    calculate(roll, c, sign, two, &all))
					add_one(sums, all);
			}
		}
	}
}

/* ### announcements */

/* The best announcement so far. */
struct phrase {
	int rank;               /* by its signs: lower is better */
	char text[16];          /* empty: none yet */
};

/* Whether there is already a better one than any of this rank. */
static bool beaten(const struct phrase *best, int rank)
{
	return best->text[0] != '\0' && rank > best->rank;
}

/* Fewer signs are better, then those earlier in `signs`. */
static int rank_of_one(int sign)
{
	return SIGNS * SIGNS * 1 + sign;
}

static int rank_of_two(int a, int b)
{
	return SIGNS * SIGNS * 2 +
		(a < b ? a * SIGNS + b : b * SIGNS + a);
}

/* Proposes an announcement of this rank: `form` with a, b and c replaced by the
   dice, l and r by the signs, and v by the result. */
static void offer(struct phrase *best, int rank, const char *form,
		  const int *dice, int left, int right, int result)
{
	struct phrase now = { .rank = rank };
	char *to = now.text;

	for (; *form != '\0'; form++) {
		switch (*form) {
		case 'a': case 'b': case 'c':
			*to++ = (char)('0' + dice[*form - 'a']);
			break;
		case 'l':
			*to++ = signs[left];
			break;
		case 'r':
			*to++ = signs[right];
			break;
		case 'v':
			if (result > 9)
				*to++ = (char)('0' + result / 10);
			*to++ = (char)('0' + result % 10);
			break;
		default:
			*to++ = *form;
		}
	}
	if (best->text[0] == '\0' || rank < best->rank ||
	    strcmp(now.text, best->text) < 0)
		*best = now;
}

/* Tries a . b as one value, or as 0, and c as another value. */
static void say_two(const struct blackpot_roll *roll, const int *dice,
		    const int *value, int count, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two;

	for (int sign = 0; sign < SIGNS; sign++) {
		int rank = rank_of_one(sign);

		if (beaten(best, rank) || !calculate(roll, a, sign, b, &two))
			continue;
		if (count == 2 && value[0] == two && value[1] == c)
			offer(best, rank, "alb=v, c", dice, sign, 0, two);
		if (value[0] == c && (count == 1 ? two == 0 :
				      two == value[1]))
			offer(best, rank, "c, alb=v", dice, sign, 0, two);
	}
}

/* Tries to make one value, or 0, of all three dice. */
static void say_three(const struct blackpot_roll *roll, const int *dice,
		      int value, struct phrase *best)
{
	int a = dice[0], b = dice[1], c = dice[2], two, all;

	for (int i = 0; i < SIGNS * SIGNS; i++) {
		int left = i / SIGNS, right = i % SIGNS;
		int rank = rank_of_two(left, right);

		if (beaten(best, rank))
			continue;
		if (calculate(roll, a, left, b, &two) &&
		    calculate(roll, two, right, c, &all) && all == value)
			offer(best, rank, "(alb)rc=v", dice, left, right,
			      value);
		if (roll->tree && calculate(roll, b, right, c, &two) &&
		    calculate(roll, a, left, two, &all) && all == value)
			offer(best, rank, "al(brc)=v", dice, left, right,
			      value);
	}
}

void blackpot_sums_say(const struct blackpot_roll *roll, const int *value,
		       int count, struct text *out)
{
	struct phrase best = { .rank = 0 };

	if (count == BLACKPOT_DICE) {
		text_printf(out, "%d, %d, %d", value[0], value[1], value[2]);
		return;
	}
	for (int i = 0; i < ORDERS; i++) {
		int dice[BLACKPOT_DICE];

		for (int j = 0; j < BLACKPOT_DICE; j++)
			dice[j] = roll->die[orders[i][j]];
		if (count > 0)
			say_two(roll, dice, value, count, &best);
		if (count < 2)
			say_three(roll, dice, count == 0 ? 0 : value[0],
				  &best);
	}
	assert(best.text[0] != '\0');
	text_add(out, best.text);
}

/* ### moves */

/* More than 25 single values, 3 times 6 pairs and the three dice. */
enum { COMBINATIONS_MAX = 64 };

int blackpot_moves_items(int move, int item[BLACKPOT_DICE])
{
	for (int i = BLACKPOT_DICE; i-- > 0; move >>= BLACKPOT_MOVES_BITS)
		item[i] = move & ((1 << BLACKPOT_MOVES_BITS) - 1);
	return move;
}

int blackpot_moves_sorted(const int *item, int count)
{
	int sorted[BLACKPOT_DICE];

	for (int i = 0, j; i < count; i++) {
		for (j = i; j > 0 && sorted[j - 1] > item[i]; j--)
			sorted[j] = sorted[j - 1];
		sorted[j] = item[i];
	}
	return blackpot_moves_make(sorted, count);
}

int blackpot_moves_values(int move, int value[BLACKPOT_DICE])
{
	int count = blackpot_moves_items(move, value);

	for (int i = 0; i < count; i++)
		value[i] = blackpot_board_number[value[i]];
	return count;
}

/* ### combinations */

/* Whether `count` cells with this number are free. */
static bool has(const struct blackpot_board *pots, int value, int count)
{
	const struct blackpot_set *free = &pots->free[value];
	uint64_t left[2] = { free->word[0], free->word[1] };

	for (; count > 1; count--) {
		if (left[0] != 0)
			left[0] &= left[0] - 1;
		else if (left[1] != 0)
			left[1] &= left[1] - 1;
	}
	return (left[0] | left[1]) != 0;
}

/* Whether there are free cells for the three single dice. */
static bool three_fit(const struct blackpot_board *pots, const int *die)
{
	for (int i = 0; i < BLACKPOT_DICE; i++) {
		int needed = 0;

		for (int j = 0; j < BLACKPOT_DICE; j++)
			needed += die[j] == die[i];
		if (!has(pots, die[i], needed))
			return false;
	}
	return true;
}

int blackpot_moves_combinations(const struct blackpot_board *pots,
				const struct blackpot_sums *sums, int most,
				int *combination)
{
	int unwanted[COMBINATIONS_MAX], count = 0;
	int *to = combination != NULL ? combination : unwanted;

	for (unsigned left = most >= 1 ? sums->one & ~1u : 0; left != 0;
	     left &= left - 1) {
		int v = __builtin_ctz(left);

		if (has(pots, v, 1))
			to[count++] = blackpot_moves_make(&v, 1);
	}
	for (int v = 1; v <= BLACKPOT_HIGHEST && most >= 2; v++) {
		unsigned left = sums->pair[v] >> v << v;

		if (left == 0 || !has(pots, v, 1))
			continue;
		for (; left != 0; left &= left - 1) {
			const int pair[] = { v, __builtin_ctz(left) };

			if (has(pots, pair[1], 1 + (pair[1] == v)))
				to[count++] = blackpot_moves_make(pair, 2);
		}
	}
	if (sums->three && most >= 3 && three_fit(pots, sums->die))
		to[count++] = blackpot_moves_make(sums->die, 3);
	return count;
}

/* ### sets of cells */

/* The free cells whose number is one of `values`. */
static struct blackpot_set free_cells(const struct blackpot_board *pots,
				      unsigned values)
{
	struct blackpot_set set = {{0}};

	for (; values != 0; values &= values - 1) {
		const struct blackpot_set *more =
			&pots->free[__builtin_ctz(values)];

		set.word[0] |= more->word[0];
		set.word[1] |= more->word[1];
	}
	return set;
}

/* The next cell of a set after `cell` (-1 to start), or -1. */
static int next_cell(const struct blackpot_set *set, int cell)
{
	for (cell++; cell < BLACKPOT_CELLS; cell = (cell / 64 + 1) * 64) {
		uint64_t left = set->word[cell / 64] >> cell % 64;

		if (left != 0)
			return cell + __builtin_ctzll(left);
	}
	return -1;
}

static int list_singles(const struct blackpot_board *pots,
			const struct blackpot_sums *sums, int *move)
{
	struct blackpot_set cells = free_cells(pots, sums->one & ~1u);
	int count = 0;

	for (int i = -1; (i = next_cell(&cells, i)) >= 0; count++)
		move[count] = blackpot_moves_make(&i, 1);
	return count;
}

static int list_pairs(const struct blackpot_board *pots,
		      const struct blackpot_sums *sums, int *move)
{
	struct blackpot_set with[BLACKPOT_HIGHEST + 1], first;
	unsigned values = 0;
	int count = 0;

	for (int v = 1; v <= BLACKPOT_HIGHEST; v++) {
		if (sums->pair[v] == 0)
			continue;
		values |= 1u << v;
		with[v] = free_cells(pots, sums->pair[v]);
	}
	first = free_cells(pots, values);
	for (int i = -1; (i = next_cell(&first, i)) >= 0;) {
		const struct blackpot_set *second =
			&with[blackpot_board_number[i]];

		for (int j = i; (j = next_cell(second, j)) >= 0; count++)
			move[count] = blackpot_moves_make((int[]){ i, j }, 2);
	}
	return count;
}

/* Copies the `count` values to `left`, without one that is the cell's
   number. */
static void take_value(int cell, const int *value, int count, int *left)
{
	bool taken = false;

	for (int i = 0; i < count; i++) {
		if (!taken && value[i] == blackpot_board_number[cell])
			taken = true;
		else
			*left++ = value[i];
	}
}

static int list_threes(const struct blackpot_board *pots, const int *die,
		       int *move)
{
	struct blackpot_set first = free_cells(pots, 1u << die[0] |
					       1u << die[1] | 1u << die[2]);
	int count = 0, two[BLACKPOT_DICE], one[BLACKPOT_DICE];

	for (int i = -1; (i = next_cell(&first, i)) >= 0;) {
		struct blackpot_set second;

		take_value(i, die, 3, two);
		second = free_cells(pots, 1u << two[0] | 1u << two[1]);
		for (int j = i; (j = next_cell(&second, j)) >= 0;) {
			take_value(j, two, 2, one);
			for (int k = j; (k = next_cell(&pots->free[one[0]],
						       k)) >= 0; count++)
				move[count] = blackpot_moves_make(
					(int[]){ i, j, k }, 3);
		}
	}
	return count;
}

int blackpot_moves_sets(const struct blackpot_board *pots,
			const struct blackpot_sums *sums, int most, int *move)
{
	int count = 0;

	if (most >= 1)
		count += list_singles(pots, sums, move);
	if (most >= 2)
		count += list_pairs(pots, sums, move + count);
	if (most >= 3 && sums->three)
		count += list_threes(pots, sums->die, move + count);
	return count;
}

/* ### reading */

/* "3 and 14", for an error message. */
static void name_values(const int *value, int count, char *name, size_t room)
{
	if (count == 1)
		snprintf(name, room, "%d", value[0]);
	else if (count == 2)
		snprintf(name, room, "%d and %d", value[0], value[1]);
	else
		snprintf(name, room, "%d, %d and %d", value[0], value[1],
			 value[2]);
}

/* Checks that these values can be made and placed. */
static int check_values(const struct blackpot_board *pots,
			const struct blackpot_sums *sums, int most,
			const int *value, int count, struct error *err)
{
	int combination[COMBINATIONS_MAX],
		sorted = blackpot_moves_sorted(value, count);
	int combinations = blackpot_moves_combinations(pots, sums, most,
						       combination);
	char name[64];

	for (int i = 0; i < combinations; i++)
		if (combination[i] == sorted)
			return 0;
	name_values(value, count, name, sizeof name);
	if (count > most)
		return error_set(err, "only %d pawn%s left", most,
				 most == 1 ? " is" : "s are");
	return error_set(err, "%s cannot be made and placed now", name);
}

/* Checks that it is a list and short enough. */
static int check_length(const cJSON *list, const char *what,
			struct error *err)
{
	if (!cJSON_IsArray(list) || cJSON_GetArraySize(list) > BLACKPOT_DICE)
		return error_set(err, "at most three %s", what);
	return 0;
}

static int read_cell(const struct blackpot_board *pots, const cJSON *json,
		     int *cell, struct error *err)
{
	int column, row;

	if (!cJSON_IsString(json))
		return error_set(err, "a cell is a string, \"d6\"");
	if (!cell_names_find(json, BLACKPOT_BOARD_SIDE, &column, &row) ||
	    blackpot_board_number[row * BLACKPOT_BOARD_SIDE + column] == 0)
		return error_set(err, "the board has no cell \"%.10s\"",
				 json->valuestring);
	*cell = row * BLACKPOT_BOARD_SIDE + column;
	if (pots->own[*cell] != BLACKPOT_FREE)
		return error_set(err, "%s is taken", json->valuestring);
	return 0;
}

int blackpot_moves_read_cells(const struct blackpot_board *pots,
			      const struct blackpot_sums *sums, int most,
			      const cJSON *cells, int *move, struct error *err)
{
	int cell[BLACKPOT_DICE] = {0}, value[BLACKPOT_DICE] = {0}, count = 0;
	const cJSON *item;

	if (check_length(cells, "cells", err) != 0)
		return -1;
	cJSON_ArrayForEach(item, cells) {
		if (read_cell(pots, item, &cell[count], err) != 0)
			return -1;
		for (int i = 0; i < count; i++)
			if (cell[i] == cell[count])
				return error_set(err, "%s is there twice",
						 item->valuestring);
		value[count] = blackpot_board_number[cell[count]];
		count++;
	}
	*move = blackpot_moves_make(cell, count);
	return check_values(pots, sums, most, value, count, err);
}

int blackpot_moves_read_values(const struct blackpot_board *pots,
			       const struct blackpot_sums *sums, int most,
			       const cJSON *values, int *move,
			       struct error *err)
{
	int value[BLACKPOT_DICE] = {0}, count = 0;
	long long number;
	const cJSON *item;

	if (check_length(values, "values", err) != 0)
		return -1;
	cJSON_ArrayForEach(item, values) {
		if (!json_is_int(item, 1, BLACKPOT_HIGHEST, &number))
			return error_set(err, "a value is a number from 1 to "
					 "%d", BLACKPOT_HIGHEST);
		value[count++] = (int)number;
	}
	*move = blackpot_moves_sorted(value, count);
	return count == 0 ? 0 :
		check_values(pots, sums, most, value, count, err);
}
