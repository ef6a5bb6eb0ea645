/*
 * turns_test.c - the turns of a game as a table, and the value of a roll.
 */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/games.h"
#include "games/rules.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/single_turns.h"
#include "tests/support/vectors.h"
#include "worth/rolls.h"
#include "worth/turns.h"

enum { ROWS = 1200 };

static struct turns *turns_of(const struct game *game, const char *options)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_msg(rules_set_text(game, options, rule, &err) == 0, "%s",
		      err.text);
	return turns_new(game, rule);
}

/* ### rolls */

struct tally {
	int rolls;
	double ways, of_2_2_5;
};

static void tally_one(void *context, const int *value, double ways)
{
	struct tally *tally = context;

	tally->rolls++;
	tally->ways += ways;
	if (value[0] == 2 && value[1] == 2 && value[2] == 5)
		tally->of_2_2_5 = ways;
}

TEST(every_roll_comes_once_with_its_ways)
{
	struct tally three = {0}, seven = {0}, card = {0};

	ck_assert_double_eq(rolls_each(3, 6, tally_one, &three), 216);
	ck_assert_int_eq(three.rolls, 56);
	ck_assert_double_eq(three.ways, 216);
	ck_assert_double_eq(three.of_2_2_5, 3);
	ck_assert_double_eq(rolls_each(7, 6, tally_one, &seven), 279936);
	ck_assert_int_eq(seven.rolls, 792);
	ck_assert_double_eq(seven.ways, 279936);
	rolls_each(16, 6, tally_one, &card);
	ck_assert_double_eq(card.ways, pow(6, 16));
}

/* ### the table */

static const struct {
	const struct game *game;
	const char *options;
	int substates, most;
} tables[] = {
	{ &bolo7, "", 7, 320 },
	{ &bolo7, "hot_dice=must", 7, 320 },
	{ &bolo7, "series_extension=same_turn", 82, 320 },
	{ &bolo5, "", 13, 200 },
	{ &bolo5, "yahtzee_clause=false,start=roll", 5, 200 },
	{ &pig, "", 1, 6 },
};

enum { TABLES = sizeof tables / sizeof *tables };

TEST_EACH(the_chances_of_a_substate_add_up, TABLES)
{
	struct turns *t = turns_of(tables[_i].game, tables[_i].options);

	ck_assert_int_eq(t->substates, tables[_i].substates);
	ck_assert_int_eq(t->most, tables[_i].most);
	for (int s = 0; s < t->substates; s++) {
		const struct turns_substate *from = &t->substate[s];
		double sum = from->bust;

		for (int i = 0; i < from->count; i++)
			sum += t->outcome[from->first + i].chance;
		ck_assert_double_eq_tol(sum, 1, 1e-14);
		ck_assert(from->halt > 0 && from->halt < 1 - from->bust + 1e-14);
	}
	turns_free(t);
}

static const struct {
	const struct game *game;
	const char *options;
	int score, total;       /* points */
	bool may;
} banks[] = {
	{ &bolo7, "", 0, 950, false },
	{ &bolo7, "", 0, 1000, true },
	{ &bolo7, "", 50, 50, true },
	{ &bolo7, "opening=1010", 0, 1000, false },
	{ &bolo5, "", 0, 600, false },
	{ &bolo5, "", 0, 650, true },
	{ &bolo5, "", 6950, 350, true },
	{ &bolo5, "", 7000, 700, false },
	{ &bolo5, "", 9000, 950, false },
	{ &bolo5, "nine_k=win,min_9000=1500", 9000, 750, true },
	{ &bolo5, "nine_k=win,min_9000=1500", 9000, 1000, false },
	{ &bolo5, "nine_k=win,min_9000=1500", 9000, 1500, true },
	{ &pig, "", 0, 2, true },
};

TEST_EACH(the_minimums_are_those_of_the_rules, sizeof banks / sizeof *banks)
{
	struct turns *t = turns_of(banks[_i].game, banks[_i].options);

	ck_assert(turns_may_bank(t, banks[_i].score / t->unit,
				 banks[_i].total / t->unit) == banks[_i].may);
	turns_free(t);
}

TEST(a_state_has_its_total_and_substate)
{
	struct turns *t = turns_of(&pig, "");
	int rule[GAME_RULES_MAX], move[2];
	struct error err;
	_Alignas(max_align_t) char state[1024];

	rules_defaults(&pig, rule);
	ck_assert(pig.init(state, 2, rule, &err) == 0);
	ck_assert_int_eq(turns_total(t, state), 0);
	pig.land(state, (int[]){ 5 });
	ck_assert_int_eq(turns_total(t, state), 5);
	pig.legal(state, move);
	pig.apply(state, move[0]);
	ck_assert_int_eq(turns_total(t, state), 5);
	ck_assert_int_eq(turns_substate(t, state), TURNS_FRESH);
	turns_free(t);
}

/* ### what a roll is worth */

static double *numbers(const struct turns *t, int lanes)
{
	return memory_new((size_t)((ROWS + t->most) * t->width * lanes),
			  sizeof(double));
}

static void check_number(double found, const cJSON *expected)
{
	ck_assert_msg(expected != NULL &&
		      fabs(found - strtod(expected->valuestring, NULL)) <
		      1e-6 * fmax(1, fabs(found)), "%.9f, expected %s", found,
		      expected != NULL ? expected->valuestring : "nothing");
}

TEST_EACH(a_perfect_turn_has_the_known_values, SINGLE_TURNS)
{
	struct turns *t = turns_of(single_turns[_i].game, single_turns[_i].options);
	cJSON *vectors = vectors_of_game(single_turns[_i].game->name);
	const cJSON *expected = json_get(vectors_group(vectors, "single_turn"),
					 single_turns[_i].name), *aim;
	double *stop = numbers(t, 1), *value = numbers(t, 1);

	for (int x = 0; x < ROWS + t->most; x++)
		stop[x] = x;
	turns_values(t, stop, ROWS, 0, value);
	check_number(value[TURNS_FRESH] * t->unit,
		     json_get(expected, "max_mean"));
	cJSON_ArrayForEach(aim, json_get(expected, "bank_at_least")) {
		for (int x = 0; x < ROWS + t->most; x++)
			stop[x] = x * t->unit >= strtol(aim->string, NULL, 10);
		turns_values(t, stop, ROWS, 0, value);
		check_number(value[TURNS_FRESH], aim);
	}
	free(stop);
	free(value);
	cJSON_Delete(vectors);
	turns_free(t);
}

TEST_EACH(eight_turns_at_once_are_eight_turns, TABLES)
{
	struct turns *t = turns_of(tables[_i].game, tables[_i].options);
	int rows = 60, all = rows + t->most;
	double *stop = numbers(t, 1), *value = numbers(t, 1);
	double *stops = numbers(t, TURNS_LANES);
	double *values = numbers(t, TURNS_LANES), lost[TURNS_LANES];
	struct random random = { 7 };

	for (int i = 0; i < all * TURNS_LANES; i++)
		stops[i] = random_below(&random, 1000) / 1000.0;
	for (int l = 0; l < TURNS_LANES; l++)
		lost[l] = random_below(&random, 1000) / 1000.0;
	turns_values_8(t, stops, rows, lost, values);
	for (int l = 0; l < TURNS_LANES; l++) {
		for (int x = 0; x < all; x++)
			stop[x] = stops[x * TURNS_LANES + l];
		turns_values(t, stop, rows, lost[l], value);
		for (int i = 0; i < rows * t->width; i++)
			ck_assert(memcmp(&value[i],
				&values[i * TURNS_LANES + l],
				sizeof *value) == 0);
	}
	free(stop);
	free(value);
	free(stops);
	free(values);
	turns_free(t);
}
