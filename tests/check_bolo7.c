/*
 * check_bolo7.c - turns of Bolo with seven dice: what scores, what is legal.
 *
 * A number in a name is that of a ruling in docs/games/bolo7.md.
 */
#include "bolo7_by_hand.h"

/* ### what is legal: each row one moment of a turn */

static const struct {
	const char *name, *options;
	int score, total;
	const char *open;       /* same_turn: dice of open series */
	const char *roll;
	const char *legal;      /* digits and r or b, as in `legal` */
} moments[] = {
	{ "example (a): only what opens may be banked", "", 0, 0, "", "1112355",
	  "1r 5r 11r 15r 55r 111r 111b 115r 155r 1115r 1115b 1155r 11155r 11155b" },
	{ "1: a later roll does not extend a series", "", 2000, 200, "", "2235", "5r 5b" },
	{ "1: with same_turn it does", "series_extension=same_turn", 2000, 200, "222", "2235",
	  "2r 2b 5r 5b 22r 22b 25r 25b 225r 225b" },
	{ "2: a pair is no series, also under same_turn", "series_extension=same_turn", 2000, 200, "", "22346", "" },
	{ "5: a straight and a die that does not score", "", 2000, 0, "", "1234566",
	  "1r 1b 5r 5b 15r 15b 123456r 123456b" },
	{ "6: not all that scores need be kept", "", 2000, 0, "", "1223346", "1r 1b" },
	{ "6: a series may be split", "", 2000, 0, "", "3333246", "333r 333b 3333r 3333b" },
	{ "7: 950 does not open", "", 0, 850, "", "1246", "1r" },
	{ "7: 1000 opens", "", 0, 900, "", "1246", "1r 1b" },
	{ "option opening: 0", "opening=0", 0, 0, "", "5223346", "5r 5b" },
	{ "15: no minimum after the opening", "", 50, 0, "", "5223346", "5r 5b" },
	{ "example (b): all seven aside, bank or roll again", "", 50, 8000, "", "1", "1r 1b" },
	{ "option hot_dice: with all seven aside one must roll", "hot_dice=must", 50, 8000, "", "1", "1r" },
	{ "option hot_dice: must leaves banks with dice left alone", "hot_dice=must", 50, 0, "", "11", "1r 1b 11r" },
};

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct table t = table_new(&bolo7, 2, moments[_i].options);

	race_of(&t)->score[0] = moments[_i].score;
	state_of(&t)->total = moments[_i].total;
	state_of(&t)->dice = (int)strlen(moments[_i].roll);
	for (const char *die = moments[_i].open; *die != '\0'; die++)
		state_of(&t)->open[*die - '0']++;
	roll(&t, moments[_i].roll);
	check_legal(&t, moments[_i].legal);
	table_release(&t);
}
END_TEST

static const struct {
	const char *name, *dice;
	int points;
} worths[] = {
	{ "a 1", "1", 100 }, { "a 5", "5", 50 }, { "two 5s", "55", 100 },
	{ "three 1s", "111", 1000 }, { "three 6s", "666", 600 },
	{ "3: five 3s", "33333", 1200 }, { "3: four 1s", "1111", 2000 },
	{ "3: seven 1s", "1111111", 16000 },
	{ "4: two triples", "222333", 500 },
	{ "4: six equal are one series", "333333", 2400 },
	{ "4: a triple and single dice", "1115", 1050 },
	{ "a straight", "123456", 1500 },
	{ "5: a straight and a 1", "1123456", 1600 },
	{ "5: a straight and a 5", "1234556", 1550 },
	{ "5: a straight and a 6", "1234566", 0 },
	{ "no group", "22", 0 }, { "a die that adds nothing", "12", 0 },
};

START_TEST(dice_are_worth_their_best_split)
{
	int count[KEEP_FACES] = {0};

	for (const char *die = worths[_i].dice; *die != '\0'; die++)
		count[*die - '0']++;
	ck_assert_msg(keep_points(&bolo7_scoring, count) == worths[_i].points,
		      "%s", worths[_i].name);
}
END_TEST

/* ### turns */

START_TEST(ruling_2_three_fives_of_three_rolls_are_single_dice)
{
	struct table t = table_new(&bolo7, 2, "series_extension=same_turn");

	roll(&t, "5223346");
	keep(&t, "5", "roll");
	roll(&t, "522334");
	keep(&t, "5", "roll");
	roll(&t, "52233");
	keep(&t, "5", "roll");
	ck_assert_int_eq(state_of(&t)->total, 150);
	table_release(&t);
}
END_TEST

START_TEST(option_same_turn_a_series_stays_open_until_all_dice_are_picked_up)
{
	struct table t = table_new(&bolo7, 2, "series_extension=same_turn");

	roll(&t, "2221346");
	keep(&t, "222", "roll");
	ck_assert_int_eq(state_of(&t)->open[2], 3);
	roll(&t, "2235");
	keep(&t, "22", "roll");
	ck_assert_int_eq(state_of(&t)->total, 800);
	ck_assert_int_eq(state_of(&t)->open[2], 5);
	roll(&t, "15");
	keep(&t, "15", "roll");
	ck_assert_int_eq(state_of(&t)->open[2], 0);
	roll(&t, "2233446");
	ck_assert_int_eq(race_of(&t)->seat, 1);
	table_release(&t);
}
END_TEST

START_TEST(all_seven_aside_are_rolled_again_with_the_total_at_risk)
{
	struct table t = table_new(&bolo7, 2, "");

	roll(&t, "1123456");
	keep(&t, "1123456", "roll");
	ck_assert_int_eq(state_of(&t)->total, 1600);
	ck_assert_int_eq(bolo7.due(t.state).dice, 7);
	busts(&t, 0);
	ck_assert_int_eq(race_of(&t)->score[0], 0);
	ck_assert_int_eq(race_of(&t)->seat, 1);
	table_release(&t);
}
END_TEST

START_TEST(ruling_7_a_failed_turn_opens_nothing)
{
	struct table t = table_new(&bolo7, 2, "");

	state_of(&t)->total = 5000;
	busts(&t, 0);
	busts(&t, 1);
	roll(&t, "1155246");
	refused(&t, "155", "bank", "bank needs 1000, this would be 200");
	table_release(&t);
}
END_TEST

START_TEST(option_hot_dice_says_why_a_bank_is_refused)
{
	struct table t = table_new(&bolo7, 2, "hot_dice=must");

	roll(&t, "1123456");
	refused(&t, "1123456", "bank",
		"with all seven dice aside you must roll");
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = table_new(&bolo7, 2, "");

	state_of(&t)->total = 300;
	roll(&t, "1111555");
	check_described(&t, "keeps 1 5 5 (200) and rolls the other 4 dice");
	check_described(&t, "keeps 1 1 1 1 5 5 (2100) and rolls the last die");
	check_described(&t, "keeps 1 1 1 1 (2000) and banks 2300");
	check_described(&t,
		"keeps 1 1 1 1 5 5 5 (2500) and rolls all seven again");
	table_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		ruling_2_three_fives_of_three_rolls_are_single_dice,
		option_same_turn_a_series_stays_open_until_all_dice_are_picked_up,
		all_seven_aside_are_rolled_again_with_the_total_at_risk,
		ruling_7_a_failed_turn_opens_nothing,
		option_hot_dice_says_why_a_bank_is_refused,
		a_move_is_described,
	};
	TCase *tables = tcase_create("tables");

	tcase_add_loop_test(tables,
			    at_each_moment_exactly_these_moves_are_legal, 0,
			    sizeof moments / sizeof *moments);
	tcase_add_loop_test(tables, dice_are_worth_their_best_split, 0,
			    sizeof worths / sizeof *worths);
	return run_tests("bolo7", tables, tests,
			 sizeof tests / sizeof *tests);
}
