/*
 * check_bolo5.c - turns of Bolo with five dice: what scores, what is legal.
 *
 * A number in a name is that of a ruling in docs/games/bolo5.md.
 */
#include "bolo5_by_hand.h"
#include "vectors.h"

/* ### what is legal: each row one moment of a turn */

static const struct {
	const char *name, *options;
	int score, total;
	const char *roll;
	const char *legal;      /* digits and r or b, as in `legal` */
} moments[] = {
	{ "example (a): a full house, or its 1s and stop", "", 0, 0, "11122", "1r 11r 111r 111b 11122r" },
	{ "2: with the 1s he may stop, whole he must roll on", "", 100, 0, "11122", "1r 11r 111r 111b 11122r" },
	{ "1: four 1s are 2000", "", 0, 0, "11116", "1r 11r 111r 111b 1111r 1111b" },
	{ "3: 11155 whole leaves nothing over", "", 100, 1000, "11155", "1r 5r 11r 15r 55r 111r 115r 155r 1115r 1155r 11155r" },
	{ "4: a 1 or a 5 left over does not allow stopping", "", 100, 1000, "15", "1r 5r 15r" },
	{ "4: three of a face left over do not", "", 100, 1000, "12221", "1r 11r 222r 1222r 11222r" },
	{ "4: two left over do", "", 100, 1000, "1221", "1r 1b 11r 11b" },
	{ "4: dice of a straight left over do", "", 100, 1000, "12345", "1r 1b 5r 5b 15r 15b 12345r" },
	{ "5: scoring dice may be rolled again", "", 100, 1000, "1115", "1r 5r 11r 15r 111r 115r 1115r" },
	{ "6: four equal may be kept as three", "", 100, 0, "44442", "444r 444b 4444r 4444b" },
	{ "7: 6950 needs 350", "", 6950, 300, "5246", "5r 5b" },
	{ "7: exactly 7000 needs 750", "", 7000, 650, "5246", "5r" },
	{ "7: and 750 is enough", "", 7000, 700, "5246", "5r 5b" },
	{ "7: exactly 9000 needs 1000", "", 9000, 900, "5246", "5r" },
	{ "7: and 1000 is enough", "", 9000, 950, "5246", "5r 5b" },
	{ "8: the first bank needs 650", "", 0, 550, "5246", "5r" },
	{ "8: and 650 is enough", "", 0, 600, "5246", "5r 5b" },
	{ "8: a score of 50 is on the board", "", 50, 300, "5246", "5r 5b" },
	{ "9: from below 9000 the minimum of 7000 wins", "", 8950, 1000, "5246", "5r 5b" },
	{ "example (c): 950 cannot be banked at 9250", "", 9250, 900, "5246", "5r" },
	{ "nothing scores", "", 100, 0, "22334", "" },
	{ "five equal must be kept whole", "", 100, 0, "22222", "22222r" },
	{ "five 1s too", "", 100, 0, "11111", "11111r" },
	{ "option five_kind_forced off", "five_kind_forced=false", 100, 1000, "22222", "222r 222b 2222r 2222b 22222r" },
	{ "option min_first", "min_first=50", 0, 0, "5246", "5r 5b" },
	{ "option min_turn", "min_turn=400", 100, 300, "5246", "5r" },
	{ "option min_7000", "min_7000=50", 7000, 0, "5246", "5r 5b" },
	{ "option min_9000", "min_9000=50", 9000, 0, "5246", "5r 5b" },
	{ "option nine_k: 750 that do not win", "nine_k=win", 9000, 700, "5246", "5r 5b" },
	{ "option nine_k: 700 are below min_7000", "nine_k=win", 9000, 650, "5246", "5r" },
	{ "option nine_k: 950 that would win", "nine_k=win", 9250, 900, "5246", "5r" },
	{ "option nine_k: 750 that reach the target exactly", "nine_k=win", 9250, 700, "5246", "5r" },
	{ "option nine_k: 1000 that win", "nine_k=win", 9250, 950, "5246", "5r 5b" },
};

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct table t = table_new(&bolo5, 2, moments[_i].options);

	state_of(&t)->race.score[0] = moments[_i].score;
	state_of(&t)->total = moments[_i].total;
	state_of(&t)->dice = (int)strlen(moments[_i].roll);
	roll(&t, moments[_i].roll);
	check_legal(&t, moments[_i].legal);
	table_release(&t);
}
END_TEST

static const struct {
	const char *name, *dice;
	int points;
} worths[] = {
	{ "a 1", "1", 100 }, { "a 5", "5", 50 },
	{ "three 1s", "111", 1000 }, { "three 6s", "666", 600 },
	{ "1: four 1s", "1111", 2000 }, { "four 3s", "3333", 600 },
	{ "five 1s", "11111", 10000 }, { "five 5s", "55555", 5000 },
	{ "2: full house", "11122", 500 }, { "full house", "66644", 500 },
	{ "3: 11155", "11155", 1100 }, { "3: 55511", "55511", 700 },
	{ "66655: three 6s and two 5s", "66655", 700 },
	{ "33355: the house", "33355", 500 },
	{ "low straight", "12345", 1000 }, { "high straight", "23456", 1000 },
	{ "four of a straight", "2345", 0 }, { "two pairs", "2244", 0 },
	{ "four equal and a 5", "44445", 850 },
};

START_TEST(dice_are_worth_their_best_split)
{
	int count[KEEP_FACES] = {0};

	for (const char *die = worths[_i].dice; *die != '\0'; die++)
		count[*die - '0']++;
	ck_assert_msg(keep_points(&bolo5_scoring, count) == worths[_i].points,
		      "%s", worths[_i].name);
}
END_TEST

START_TEST(every_full_house_is_worth_500_unless_its_parts_are_worth_more)
{
	for (int three = 1; three <= 6; three++)
		for (int pair = 1; pair <= 6; pair++) {
			int count[KEEP_FACES] = {0}, parts;

			if (three == pair)
				continue;
			count[three] = 3;
			count[pair] = 2;
			parts = (three == 1 ? 1000 : 100 * three) +
				(pair == 1 ? 200 : 100);
			if (pair != 1 && pair != 5)
				parts = 0;
			ck_assert_int_eq(keep_points(&bolo5_scoring, count),
					 parts > 500 ? parts : 500);
		}
}
END_TEST

/* ### the vectors */

/* The legal moves with this `then` are these keeps, in this order. */
static void check_keeps(struct table *t, enum keep_then then,
			const cJSON *dice)
{
	int move[GAME_LEGAL_MAX], count = 0;

	if (bolo5.turn(t->state) >= 0)
		count = bolo5.legal(t->state, move);
	for (int i = 0; i < count; i++) {
		int kept[KEEP_FACES], wanted[KEEP_FACES] = {0};
		const cJSON *die;

		if (keep_move_then(move[i]) != then)
			continue;
		ck_assert(dice != NULL);
		cJSON_ArrayForEach(die, dice)
			wanted[die->valueint]++;
		keep_move_count(move[i], kept);
		for (int face = 1; face < KEEP_FACES; face++)
			ck_assert_int_eq(kept[face], wanted[face]);
		dice = dice->next;
	}
	ck_assert(dice == NULL);
}

START_TEST(keeps_and_stops_are_those_of_the_vectors)
{
	cJSON *vectors = vectors_load("games.json");
	const cJSON *vector, *item;
	int rolls = 0;

	cJSON_ArrayForEach(vector, vectors_group(vectors, "keeps")) {
		int value[BOLO5_DICE], dice = 0;
		cJSON *keeps;
		struct table t;

		if (json_get(vector, "may_stop") == NULL)
			continue;
		keeps = cJSON_CreateArray();
		t = table_new(&bolo5, 2, "min_first=0");
		cJSON_ArrayForEach(item, json_get(vector, "roll"))
			value[dice++] = item->valueint;
		cJSON_ArrayForEach(item, json_get(vector, "keeps"))
			cJSON_AddItemToArray(keeps, cJSON_Duplicate(
						     item->child, true));
		state_of(&t)->dice = dice;
		land(&t, value);
		check_keeps(&t, KEEP_ROLL, keeps->child);
		check_keeps(&t, KEEP_BANK,
			    json_get(vector, "may_stop")->child);
		cJSON_Delete(keeps);
		table_release(&t);
		rolls++;
	}
	ck_assert_int_gt(rolls, 20);
	cJSON_Delete(vectors);
}
END_TEST

/* ### turns */

START_TEST(a_bolo_loses_the_turn)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "11346");
	keep(&t, "11", "roll");
	roll(&t, "346");
	check_told(&t, "{\"e\":\"bolo\",\"seat\":0,\"lost\":200}");
	ck_assert_int_eq(state_of(&t)->race.score[0], 0);
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	table_release(&t);
}
END_TEST

START_TEST(with_all_five_aside_all_are_rolled_again)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "12345");
	refused(&t, "12345", "bank", "no die that does not score is left over, so you must roll");
	keep(&t, "12345", "roll");
	check_told(&t, "{\"e\":\"hot_dice\",\"seat\":0,\"total\":1000}");
	ck_assert_int_eq(bolo5.due(t.state).dice, 5);
	table_release(&t);
}
END_TEST

START_TEST(a_bank_below_the_minimum_is_refused_with_the_reason)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "11346");
	refused(&t, "11", "bank", "bank needs 650, this would be 200");
	table_release(&t);
}
END_TEST

START_TEST(five_equal_in_part_are_refused_with_the_reason)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "44444");
	refused(&t, "444", "roll", "five equal dice must be kept whole");
	table_release(&t);
}
END_TEST

START_TEST(the_minimum_is_that_of_the_score_before_the_turn)
{
	struct table t = table_new(&bolo5, 2, "");

	scores(&t, 6950, 0, 0);
	banks(&t, 0, 400);
	ck_assert_int_eq(state_of(&t)->race.score[0], 7350);
	table_release(&t);
}
END_TEST

START_TEST(ruling_10_ten_thousand_in_one_roll_still_need_a_stop)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "11111");
	keep(&t, "11111", "roll");
	ck_assert_int_eq(state_of(&t)->race.seat, 0);
	bolos(&t, 0);
	ck_assert_int_eq(state_of(&t)->race.score[0], 0);
	table_release(&t);
}
END_TEST

START_TEST(rulings_9_and_10_reaching_the_target_wins_at_once_also_beyond_it)
{
	struct table t = table_new(&bolo5, 3, "");

	scores(&t, 8900, 9950, 200);
	banks(&t, 0, 5000);
	check_over(&t, END_NORMAL, "122");
	table_release(&t);
}
END_TEST

/* ### the Yahtzee clause (ruling 11) */

START_TEST(example_b_the_rest_of_five_equal_dice_is_thrown_again)
{
	struct table t = table_new(&bolo5, 2, "");

	scores(&t, 700, 0, 0);
	roll(&t, "44423");
	keep(&t, "444", "roll");
	roll(&t, "44");
	roll(&t, "44");
	check_told(&t, "{\"e\":\"yahtzee_clause\",\"seat\":0},"
		   "{\"e\":\"yahtzee_clause\",\"seat\":0}");
	roll(&t, "25");
	keep(&t, "5", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[0], 1150);
	table_release(&t);
}
END_TEST

START_TEST(ruling_11_the_clause_covers_four_equal_and_one_die)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "66662");
	keep(&t, "6666", "roll");
	roll(&t, "6");
	ck_assert_int_eq(state_of(&t)->race.seat, 0);
	ck_assert_int_eq(state_of(&t)->total, 1200);
	roll(&t, "2");
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	table_release(&t);
}
END_TEST

static const struct {
	const char *name, *options, *first, *kept, *second;
} no_clauses[] = {
	{ "another face", "", "44423", "444", "33" },
	{ "only one die of the face", "", "44423", "444", "43" },
	{ "5s score", "", "55523", "555", "55" },
	{ "more than the three is aside", "", "44413", "1444", "4" },
	{ "a full house lies aside", "", "44422", "22444", "44446" },
	{ "option yahtzee_clause off", "yahtzee_clause=false", "44423", "444", "44" },
};

START_TEST(where_the_clause_does_not_hold_the_turn_goes_on_as_usual)
{
	struct table t = table_new(&bolo5, 2, no_clauses[_i].options);

	roll(&t, no_clauses[_i].first);
	keep(&t, no_clauses[_i].kept, "roll");
	roll(&t, no_clauses[_i].second);
	ck_assert_msg(state_of(&t)->clause_throws == 0, "%s",
		      no_clauses[_i].name);
	table_release(&t);
}
END_TEST

START_TEST(the_clause_needs_dice_of_one_roll_of_five)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "14446");
	keep(&t, "1", "roll");
	roll(&t, "4446");
	keep(&t, "444", "roll");
	roll(&t, "4");
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	table_release(&t);
}
END_TEST

START_TEST(three_of_four_equal_dice_are_covered_too)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "33336");
	keep(&t, "333", "roll");
	roll(&t, "33");
	check_told(&t, "{\"e\":\"yahtzee_clause\",\"seat\":0}");
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = table_new(&bolo5, 2, "");

	state_of(&t)->total = 600;
	roll(&t, "11122");
	check_described(&t, "keeps 1 1 1 (1000) and banks 1600");
	check_described(&t, "keeps 1 1 1 (1000) and rolls the other 2 dice");
	check_described(&t, "keeps 1 1 1 2 2 (500) and rolls all five again");
	keep(&t, "11", "roll");
	roll(&t, "156");
	check_described(&t, "keeps 1 5 (150) and rolls the last die");
	table_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		every_full_house_is_worth_500_unless_its_parts_are_worth_more,
		keeps_and_stops_are_those_of_the_vectors,
		a_bolo_loses_the_turn,
		with_all_five_aside_all_are_rolled_again,
		a_bank_below_the_minimum_is_refused_with_the_reason,
		five_equal_in_part_are_refused_with_the_reason,
		the_minimum_is_that_of_the_score_before_the_turn,
		ruling_10_ten_thousand_in_one_roll_still_need_a_stop,
		rulings_9_and_10_reaching_the_target_wins_at_once_also_beyond_it,
		example_b_the_rest_of_five_equal_dice_is_thrown_again,
		ruling_11_the_clause_covers_four_equal_and_one_die,
		the_clause_needs_dice_of_one_roll_of_five,
		three_of_four_equal_dice_are_covered_too,
		a_move_is_described,
	};
	TCase *tables = tcase_create("tables");

	tcase_add_loop_test(tables,
			    at_each_moment_exactly_these_moves_are_legal, 0,
			    sizeof moments / sizeof *moments);
	tcase_add_loop_test(tables, dice_are_worth_their_best_split, 0,
			    sizeof worths / sizeof *worths);
	tcase_add_loop_test(tables,
		where_the_clause_does_not_hold_the_turn_goes_on_as_usual, 0,
		sizeof no_clauses / sizeof *no_clauses);
	return run_tests("bolo5", tables, tests,
			 sizeof tests / sizeof *tests);
}
