/*
 * blackpot_board_test.c - the board of Black-Pot: numbers, windows, alignments.
 */
#include <stdio.h>
#include <stdlib.h>

#include "games/blackpot_moves.h"
#include "games/game.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

/* "d6" as a number. */
static int cell_of(const char *name)
{
	cJSON *json = cJSON_CreateString(name);
	int column, row;

	ck_assert(cell_names_find(json, BLACKPOT_BOARD_SIDE, &column, &row));
	cJSON_Delete(json);
	return row * BLACKPOT_BOARD_SIDE + column;
}

/* What five cells with these numbers pay. */
static int pays(const struct blackpot_board *pots,
		const int number[BLACKPOT_ROW])
{
	int cell[BLACKPOT_ROW];

	for (int i = 0; i < BLACKPOT_ROW; i++) {
		cell[i] = 0;
		while (blackpot_board_number[cell[i]] != number[i])
			cell[i]++;
	}
	return blackpot_board_pays(pots, cell);
}

/* ### the vectors */

TEST(windows_are_those_of_the_vectors_and_pay_the_same)
{
	cJSON *file = vectors_of_game("blackpot");
	const cJSON *window = vectors_group(file, "windows")->child;
	struct blackpot_board pots;
	int windows = 0;

	blackpot_board_init(&pots, true, false);
	for (int d = 0; d < BLACKPOT_DIRECTIONS; d++) {
		for (int first = 0; first < BLACKPOT_CELLS; first++) {
			int cell[BLACKPOT_ROW], i = 0;
			const cJSON *name;

			if (!blackpot_board_row_cells(d, first, cell))
				continue;
			ck_assert_ptr_nonnull(window);
			ck_assert_str_eq(json_get(window, "dir")->valuestring,
					 blackpot_board_directions[d]);
			cJSON_ArrayForEach(name, json_get(window, "cells"))
				ck_assert_int_eq(cell[i++],
						 cell_of(name->valuestring));
			ck_assert_int_eq(blackpot_board_pays(&pots, cell),
					 json_get(window, "pays")->valueint);
			window = window->next;
			windows++;
		}
	}
	ck_assert_ptr_null(window);
	ck_assert_int_eq(windows, 216);
	cJSON_Delete(file);
}

TEST_ROWS(five_numbers_pay, "games/board.txt", "five numbers pay")
{
	struct blackpot_board pots;
	int number[BLACKPOT_ROW], wanted;

	ck_assert_int_eq(sscanf(row->text[0], "%d %d %d %d %d", &number[0],
				&number[1], &number[2], &number[3],
				&number[4]), BLACKPOT_ROW);
	for (int cherry = 1; cherry >= 0; cherry--) {
		wanted = atoi(row->text[!cherry && row->text[2] != NULL ? 2 :
					1]);
		blackpot_board_init(&pots, cherry != 0, false);
		ck_assert_int_eq(pays(&pots, number), wanted);
	}
}

/* ### rulings on alignments */

/* Places pawns of side 0 one after another; appends "d2-h2 h 250\n" for each
   alignment. */
static void fill(struct blackpot_board *pots, const char *cells,
		 struct text *made)
{
	char name[8];
	int length;

	for (; sscanf(cells, "%7s%n", name, &length) == 1; cells += length) {
		struct blackpot_row row[BLACKPOT_DIRECTIONS];
		int rows = blackpot_board_place(pots, cell_of(name), 0, row);

		for (int i = 0; i < rows; i++) {
			cell_names_write(row[i].first % BLACKPOT_BOARD_SIDE,
					 row[i].first / BLACKPOT_BOARD_SIDE,
					 name);
			text_printf(made, "%s %s %d\n", name,
				    blackpot_board_directions[row[i].direction],
				    row[i].pays);
		}
	}
}

TEST_ROWS(pawns_make_alignments, "games/board.txt", "pawns make alignments")
{
	bool remove = strcmp(row->text[0], "leave") == 0;
	struct blackpot_board pots;
	struct text made = {0};

	blackpot_board_init(&pots, true, remove);
	fill(&pots, row->text[1], &made);
	ck_assert_str_eq(text_string(&made), row->text[2]);
	for (int i = 0; remove && i < BLACKPOT_CELLS; i++)
		ck_assert_int_eq(pots.own[i], blackpot_board_number[i] == 0 ?
				 BLACKPOT_NO_CELL : BLACKPOT_FREE);
	text_release(&made);
}
