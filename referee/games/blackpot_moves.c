/*
 * blackpot_moves.c - the moves of Black-Pot: where the values of a roll can go.
 */
#include "games/blackpot_moves.h"

#include <stdio.h>

#include "base/json.h"
#include "games/cell_names.h"

/* More than the 25 single values, 3 times 6 pairs and all three. */
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

static void count_free(const struct blackpot_board *pots, int *has)
{
	memset(has, 0, (BLACKPOT_HIGHEST + 1) * sizeof *has);
	for (int cell = 0; cell < BLACKPOT_CELLS; cell++)
		has[blackpot_board_number[cell]] += pots->own[cell] ==
						    BLACKPOT_FREE;
}

/* Are there free cells for the three dice one by one? */
static bool three_fit(const int *die, const int *has)
{
	for (int i = 0; i < BLACKPOT_DICE; i++) {
		int needed = 0;

		for (int j = 0; j < BLACKPOT_DICE; j++)
			needed += die[j] == die[i];
		if (has[die[i]] < needed)
			return false;
	}
	return true;
}

int blackpot_moves_combinations(const struct blackpot_board *pots,
				const struct blackpot_sums *sums, int most,
				int *combination)
{
	int has[BLACKPOT_HIGHEST + 1], unwanted[COMBINATIONS_MAX], count = 0;
	int *to = combination != NULL ? combination : unwanted;

	count_free(pots, has);
	for (int v = 1; v <= BLACKPOT_HIGHEST && most >= 1; v++)
		if (sums->one >> v & 1 && has[v] > 0)
			to[count++] = blackpot_moves_make((int[]){ v }, 1);
	for (int v = 1; v <= BLACKPOT_HIGHEST && most >= 2; v++)
		for (int w = v; w <= BLACKPOT_HIGHEST && has[v] > 0; w++)
			if (sums->pair[v] >> w & 1 && has[w] > (v == w)) {
				const int pair[] = { v, w };

				to[count++] = blackpot_moves_make(pair, 2);
			}
	if (sums->three && most >= 3 && three_fit(sums->die, has))
		to[count++] = blackpot_moves_make(sums->die, 3);
	return count;
}

/* ### sets of cells */

/* The free cells whose number is one of `values`, ascending. */
static int find_cells(const struct blackpot_board *pots, unsigned values,
		      int *cell)
{
	int count = 0;

	/* No branch depends on the board: that is four times as fast. */
	for (int i = 0; i < BLACKPOT_CELLS; i++) {
		cell[count] = i;
		count += pots->own[i] == BLACKPOT_FREE &&
			(values >> blackpot_board_number[i] & 1);
	}
	return count;
}

static int list_pairs(const struct blackpot_board *pots,
		      const struct blackpot_sums *sums, int *move)
{
	int cell[BLACKPOT_CELLS + 1], cells, count = 0;
	unsigned values = 0;

	for (int v = 1; v <= BLACKPOT_HIGHEST; v++)
		values |= (unsigned)(sums->pair[v] != 0) << v;
	cells = find_cells(pots, values, cell);
	for (int i = 0; i < cells; i++) {
		unsigned with = sums->pair[blackpot_board_number[cell[i]]];

		for (int j = i + 1; j < cells; j++) {
			const int pair[] = { cell[i], cell[j] };

			move[count] = blackpot_moves_make(pair, 2);
			count += with >> blackpot_board_number[cell[j]] & 1;
		}
	}
	return count;
}

/* The value left for the third cell when two hold `v` and `w`; 0: none. */
static int third_value(const int *die, int v, int w)
{
	for (int i = 0; i < BLACKPOT_DICE; i++) {
		int j = (i + 1) % BLACKPOT_DICE, k = (i + 2) % BLACKPOT_DICE;

		if ((die[i] == v && die[j] == w) ||
		    (die[i] == w && die[j] == v))
			return die[k];
	}
	return 0;
}

static int list_threes(const struct blackpot_board *pots, const int *die,
		       int *move)
{
	int cell[BLACKPOT_CELLS + 1], cells, count = 0;

	cells = find_cells(pots, 1u << die[0] | 1u << die[1] | 1u << die[2],
			   cell);
	for (int i = 0; i < cells; i++) {
		for (int j = i + 1; j < cells; j++) {
			int last = third_value(die,
					       blackpot_board_number[cell[i]],
					       blackpot_board_number[cell[j]]);

			for (int k = j + 1; k < cells && last > 0; k++) {
				const int set[] = { cell[i], cell[j], cell[k] };

				move[count] = blackpot_moves_make(set, 3);
				count += blackpot_board_number[cell[k]] == last;
			}
		}
	}
	return count;
}

int blackpot_moves_sets(const struct blackpot_board *pots,
			const struct blackpot_sums *sums, int most, int *move)
{
	int count = 0;

	for (int i = 0; i < BLACKPOT_CELLS && most >= 1; i++) {
		move[count] = blackpot_moves_make(&i, 1);
		count += pots->own[i] == BLACKPOT_FREE &&
			 blackpot_board_number[i] > 0 &&
			 (sums->one >> blackpot_board_number[i] & 1);
	}
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

/* Can these values be made and placed? */
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

/* Is it a list, and short enough? */
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
