/*
 * blackpot_board_test.c - the board of Black-Pot: numbers, windows, alignments.
 */
#include <stdio.h>
#include <stdlib.h>

#include "games/blackpot_board.h"
#include "games/cell_names.h"
#include "tests/support/blackpot_cells.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"

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

/* ### the board and the vectors */

TEST(ruling_16_the_board_is_that_of_the_vectors_with_109_cells)
{
	cJSON *file = vectors_of_game("blackpot");
	const cJSON *row, *number;
	int cell = 0, cells = 0, times[26] = {0};

	cJSON_ArrayForEach(row, vectors_group(file, "layout_standard")) {
		cJSON_ArrayForEach(number, row) {
			ck_assert_int_eq(blackpot_board_number[cell],
					 number->valueint);
			cells += blackpot_board_number[cell] > 0;
			times[blackpot_board_number[cell++]]++;
		}
	}
	ck_assert_int_eq(cell, BLACKPOT_CELLS);
	ck_assert_int_eq(cells, 109);
	for (int n = 1; n <= 25; n++)
		ck_assert_int_eq(times[n], n == 1 ? 5 : n < 4 ? 8 : 4);
	cJSON_Delete(file);
}

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

TEST(ruling_11_five_black_pots_pay_like_four_and_one_like_none)
{
	struct blackpot_board pots;

	blackpot_board_init(&pots, true, false);
	ck_assert_int_eq(pays(&pots, (int[]){ 13, 14, 17, 19, 21 }), 400);
	ck_assert_int_eq(pays(&pots, (int[]){ 13, 14, 17, 19, 1 }), 400);
	ck_assert_int_eq(pays(&pots, (int[]){ 22, 23, 17, 7, 1 }), 250);
	ck_assert_int_eq(pays(&pots, (int[]){ 22, 23, 16, 7, 1 }), 100);
	ck_assert_int_eq(pays(&pots, (int[]){ 23, 1, 2, 3, 4 }), 30);
	ck_assert_int_eq(pays(&pots, (int[]){ 5, 1, 2, 3, 7 }), 30);
	ck_assert_int_eq(pays(&pots, (int[]){ 6, 5, 2, 3, 4 }), 50);
	ck_assert_int_eq(pays(&pots, (int[]){ 7, 8, 24, 20, 18 }), 100);
}

TEST(ruling_12_and_option_class25_a_25_is_a_cherry_or_nothing)
{
	static const int row[] = { 25, 7, 8, 9, 10 };
	struct blackpot_board pots;

	blackpot_board_init(&pots, true, false);
	ck_assert_int_eq(pays(&pots, row), 100);
	blackpot_board_init(&pots, false, false);
	ck_assert_int_eq(pays(&pots, row), 30);
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

static const struct {
	const char *name;
	bool remove;
	const char *cells, *made;
} fillings[] = {
	{ "example (b): four BLACK-POT down to the left", false,
	  "g3 f4 e5 d6 h2", "h2 u 400\n" },
	{ "ruling 9: turned pawns serve in other directions", false,
	  "c7 d7 f7 g7 e7 e5 e6 e8 e9", "c7 h 30\ne5 v 100\n" },
	{ "one pawn ends rows in two directions, in the order h, v, d, u",
	  false, "c7 d7 f7 g7 e5 e6 e8 e9 e7", "c7 h 30\ne5 v 100\n" },
	{ "ruling 10: a sixth pawn in a row adds nothing", false,
	  "b4 c5 d6 e7 f8 g9 a3", "b4 d 400\n" },
	{ "ruling 10: nine in a row are one alignment", false,
	  "b4 c5 d6 e7 f8 g9 a3 h10 i11", "b4 d 400\n" },
	{ "ruling 10: ten in a row are two", false,
	  "a4 b4 c4 d4 e4 f4 g4 h4 i4 j4", "a4 h 30\nf4 h 100\n" },
	{ "the best-paying window counts, of equals the first", false,
	  "b2 c2 d2 e2 g2 h2 i2 j2 f2", "d2 h 250\n" },
	{ "option after_alignment: removed pawns have to be placed anew", true,
	  "c7 d7 f7 g7 e7 e5 e6 e8 e9 e7", "c7 h 30\ne5 v 100\n" },
	{ "option after_alignment: their direction is not used up", true,
	  "c7 d7 f7 g7 e7 c7 d7 e7 f7 g7", "c7 h 30\nc7 h 30\n" },
	{ "option after_alignment: all directions count before they leave",
	  true, "c7 d7 f7 g7 e5 e6 e8 e9 e7", "c7 h 30\ne5 v 100\n" },
};

enum { FILLINGS = sizeof fillings / sizeof *fillings };

TEST_EACH(alignments_are_as_their_name_says, FILLINGS)
{
	struct blackpot_board pots;
	struct text made = {0};

	blackpot_board_init(&pots, true, fillings[_i].remove);
	fill(&pots, fillings[_i].cells, &made);
	ck_assert_msg(strcmp(text_string(&made), fillings[_i].made) == 0,
		      "%s: %s", fillings[_i].name, text_string(&made));
	for (int i = 0; fillings[_i].remove && i < BLACKPOT_CELLS; i++)
		ck_assert_int_eq(pots.own[i], blackpot_board_number[i] == 0 ?
				 BLACKPOT_NO_CELL : BLACKPOT_FREE);
	text_release(&made);
}
