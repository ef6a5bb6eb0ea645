/*
 * blackpot_moves.c - the moves of Black-Pot: where the values of a roll can go.
 */
#include "games/blackpot_moves.h"

#include <stdio.h>

#include "base/json.h"
#include "games/cell_names.h"

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
