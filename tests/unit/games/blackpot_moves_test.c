/*
 * blackpot_moves_test.c - the moves of Black-Pot against a search of all cells,
 * on boards where pawns come and go.
 */
#include <string.h>

#include "base/json.h"
#include "games/blackpot_moves.h"
#include "tests/unit/unit.h"

enum { BOARDS = 5 };

static bool is_free(const struct blackpot_board *pots, int cell)
{
	return blackpot_board_number[cell] != 0 &&
		pots->own[cell] == BLACKPOT_FREE;
}

static bool are_the_dice(const struct blackpot_roll *roll, int a, int b, int c)
{
	const int value[] = { a, b, c };
	int die[BLACKPOT_DICE];

	blackpot_moves_items(blackpot_moves_sorted(value, BLACKPOT_DICE), die);
	return memcmp(die, roll->die, sizeof die) == 0;
}

/* The same as blackpot_moves_sets, cell by cell. */
static int search(const struct blackpot_board *pots,
		  const struct blackpot_roll *roll,
		  const struct blackpot_sums *sums, int most, int *move)
{
	const unsigned char *number = blackpot_board_number;
	int count = 0;

	for (int i = 0; i < BLACKPOT_CELLS; i++)
		if (is_free(pots, i) && sums->one >> number[i] & 1)
			move[count++] = blackpot_moves_make(&i, 1);
	for (int i = 0; i < BLACKPOT_CELLS && most >= 2; i++)
		for (int j = i + 1; j < BLACKPOT_CELLS && is_free(pots, i); j++)
			if (is_free(pots, j) &&
			    sums->pair[number[i]] >> number[j] & 1)
				move[count++] = blackpot_moves_make(
					(int[]){ i, j }, 2);
	for (int i = 0; i < BLACKPOT_CELLS && most >= 3; i++)
		for (int j = i + 1; j < BLACKPOT_CELLS && is_free(pots, i); j++)
			for (int k = j + 1; k < BLACKPOT_CELLS &&
			     is_free(pots, j); k++)
				if (is_free(pots, k) &&
				    are_the_dice(roll, number[i], number[j],
						 number[k]))
					move[count++] = blackpot_moves_make(
						(int[]){ i, j, k }, 3);
	return count;
}

/* The combinations are those of the sets, each once. */
static void check_combinations(const struct blackpot_board *pots,
			       const struct blackpot_sums *sums, int most,
			       const int *set, int sets)
{
	int combination[GAME_LEGAL_MAX], value[BLACKPOT_DICE], found = 0;
	int count = blackpot_moves_combinations(pots, sums, most, combination);
	bool met[GAME_LEGAL_MAX] = {false};

	for (int i = 0; i < sets; i++) {
		int size = blackpot_moves_values(set[i], value), at = 0;
		int sorted = blackpot_moves_sorted(value, size);

		while (at < count && combination[at] != sorted)
			at++;
		ck_assert_int_lt(at, count);
		found += !met[at];
		met[at] = true;
	}
	ck_assert_int_eq(found, count);
	for (int i = 1; i < count; i++)
		ck_assert_int_lt(combination[i - 1], combination[i]);
}

static void check_roll(const struct blackpot_board *pots, int a, int b, int c)
{
	struct blackpot_roll roll = { .die = { a, b, c }, .division = true,
				      .tree = true };
	int expected[GAME_LEGAL_MAX], move[GAME_LEGAL_MAX];
	struct blackpot_sums sums;

	blackpot_sums_find(&roll, &sums);
	for (int most = 1; most <= BLACKPOT_DICE; most++) {
		int count = search(pots, &roll, &sums, most, expected);

		ck_assert_int_eq(blackpot_moves_sets(pots, &sums, most, move),
				 count);
		ck_assert_mem_eq(move, expected, (size_t)count * sizeof *move);
		check_combinations(pots, &sums, most, move, count);
	}
}

/* Places pawns on some free cells and removes some others. */
static void change(struct blackpot_board *pots, unsigned *random)
{
	struct blackpot_row made[BLACKPOT_DIRECTIONS];

	for (int i = 0; i < BLACKPOT_BOARD_SIDE; i++) {
		int cell;

		*random = *random * 1664525u + 1013904223u;
		cell = (int)(*random >> 16) % BLACKPOT_CELLS;
		if (blackpot_board_number[cell] == 0)
			continue;
		if (is_free(pots, cell))
			blackpot_board_place(pots, cell, i & 1, made);
		else if (i % 3 == 0)
			blackpot_board_set(pots, cell, BLACKPOT_FREE);
	}
}

TEST_EACH(moves_are_what_a_search_of_all_cells_finds, 2)
{
	struct blackpot_board pots;
	unsigned random = 1;

	blackpot_board_init(&pots, true, _i != 0);
	for (int board = 0; board < BOARDS; board++) {
		for (int a = 1; a <= 6; a++)
			for (int b = a; b <= 6; b++)
				for (int c = b; c <= 6; c++)
					check_roll(&pots, a, b, c);
		change(&pots, &random);
	}
}

TEST(moves_of_a_view_that_is_read_are_the_same)
{
	struct blackpot_board pots, other;
	struct json_writer w = {0};
	struct error err;
	unsigned random = 7;
	const cJSON *number;
	cJSON *view;
	int cell = 0;

	blackpot_board_init(&pots, true, false);
	for (int i = 0; i < 4; i++)
		change(&pots, &random);
	json_open(&w, '{');
	blackpot_board_view(&pots, &w);
	json_close(&w, '}');
	view = json_parse(w.out.bytes, w.out.length);
	ck_assert_ptr_nonnull(view);
	cJSON_ArrayForEach(number, json_get(view, "numbers"))
		ck_assert_int_eq(number->valueint,
				 blackpot_board_number[cell++]);
	ck_assert_int_eq(cell, BLACKPOT_CELLS);
	blackpot_board_init(&other, true, false);
	change(&other, &random);
	ck_assert_int_eq(blackpot_board_read_view(&other, &(struct json_at){
		.value = view, .name = "view" }, &err), 0);
	ck_assert_mem_eq(other.own, pots.own, sizeof pots.own);
	ck_assert_mem_eq(other.used, pots.used, sizeof pots.used);
	ck_assert_mem_eq(other.free, pots.free, sizeof pots.free);
	cJSON_Delete(view);
	text_release(&w.out);
}
