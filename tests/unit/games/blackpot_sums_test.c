/*
 * blackpot_sums_test.c - the arithmetic of Black-Pot and how it is announced.
 */
#include <stdlib.h>

#include "games/blackpot_moves.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

static struct blackpot_roll roll_of(int a, int b, int c)
{
	return (struct blackpot_roll){ .die = { a, b, c }, .division = true,
				   .tree = true };
}

/* The combinations as "[[],[1],[1,2],..]". */
static void list_combinations(const struct blackpot_sums *sums,
			      struct json_writer *w)
{
	json_open(w, '[');
	for (int v = 0; v <= BLACKPOT_HIGHEST; v++)
		if (sums->one >> v & 1)
			json_ints(w, &v, v > 0);
	for (int v = 1; v <= BLACKPOT_HIGHEST; v++)
		for (int u = v; u <= BLACKPOT_HIGHEST; u++)
			if (sums->pair[v] >> u & 1)
				json_ints(w, (int[]){ v, u }, 2);
	if (sums->three)
		json_ints(w, sums->die, BLACKPOT_DICE);
	json_close(w, ']');
}

/* Checks what a roll makes, as text. */
static void check_makes(const struct blackpot_roll *roll, const char *expected)
{
	struct json_writer w = {0};
	struct blackpot_sums sums;

	blackpot_sums_find(roll, &sums);
	list_combinations(&sums, &w);
	ck_assert_msg(strcmp(text_string(&w.out), expected) == 0,
		      "%d %d %d: %s, expected %s", roll->die[0], roll->die[1],
		      roll->die[2], text_string(&w.out), expected);
	text_release(&w.out);
}

/* Does it make a value by all dice, or by one die and a pair that makes 0? */
static bool makes(struct blackpot_roll roll, int value)
{
	struct blackpot_sums sums;

	blackpot_sums_find(&roll, &sums);
	return sums.one >> value & 1;
}

static void check_said(struct blackpot_roll roll, const int *value, int count,
		       const char *expected)
{
	struct text text = {0};

	blackpot_sums_say(&roll, value, count, &text);
	ck_assert_str_eq(text_string(&text), expected);
	text_release(&text);
}

/* ### the vectors; they are read before the first fork */

static cJSON *vectors;

TEST(every_roll_makes_the_combinations_of_the_vectors)
{
	const cJSON *roll;
	int rolls = 0;

	cJSON_ArrayForEach(roll, vectors_group(vectors, "combos")) {
		struct blackpot_roll dice = roll_of(roll->string[0] - '0',
			roll->string[1] - '0', roll->string[2] - '0');
		char *expected = cJSON_PrintUnformatted(roll);

		check_makes(&dice, expected);
		cJSON_free(expected);
		rolls++;
	}
	ck_assert_int_eq(rolls, 56);
}

TEST_ROWS(a_roll_is_announced_as_here, "games/sums.txt", "said")
{
	int die[BLACKPOT_DICE], value[BLACKPOT_DICE], count = 0, length;
	const char *values = row->text[1];

	for (int i = 0; i < BLACKPOT_DICE; i++)
		die[i] = row->text[0][i] - '0';
	for (; sscanf(values, "%d%n", &value[count], &length) == 1;
	     values += length)
		count++;
	check_said(roll_of(die[0], die[1], die[2]), value, count,
		   row->text[2]);
}

TEST(ruling_2_brackets_stand_anywhere_and_without_division_matter_not)
{
	struct blackpot_roll roll = roll_of(1, 1, 6);

	ck_assert(makes(roll, 3));                      /* 6 / (1 + 1) */
	roll.tree = false;
	ck_assert(!makes(roll, 3));
	for (int i = 0; i < 216; i++) {
		struct blackpot_sums chain, tree;

		roll = roll_of(i / 36 + 1, i / 6 % 6 + 1, i % 6 + 1);
		blackpot_sums_find(&roll, &tree);
		roll.tree = false;
		blackpot_sums_find(&roll, &chain);
		ck_assert_int_eq(chain.one & ~tree.one, 0);
		ck_assert_uint_lt((tree.one & ~chain.one), 1u << 6);
		roll.division = false;
		blackpot_sums_find(&roll, &chain);
		roll.tree = true;
		blackpot_sums_find(&roll, &tree);
		ck_assert_mem_eq(&chain, &tree, sizeof tree);
	}
}

static void set_up(void)
{
	vectors = vectors_of_game("blackpot");
}

static void tear_down(void)
{
	cJSON_Delete(vectors);
}

UNIT_FILE(set_up, tear_down)
