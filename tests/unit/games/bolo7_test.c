/*
 * bolo7_test.c - turns of Bolo with seven dice: what scores, what is legal.
 *
 * A number in a name is that of a ruling in docs/games/bolo7.md.
 */
#include "tests/support/bolo7_by_hand.h"

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
	struct table t = start(2, moments[_i].options);

	t.name = moments[_i].name;
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

static const struct worth worths[] = {
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
	check_worth(&bolo7_scoring, &worths[_i]);
}
END_TEST

static const struct refusal refusals[] = {
	{ "7: a failed turn opens nothing", "", "1111111 1111111r 0- 1- 1155246", "155b", "bank needs 1000, this would be 200" },
	{ "14: the opening applies in the last round too", "target=1000", "0+1000 1223346", "1b", "bank needs 1000, this would be 100" },
	{ "option hot_dice: must", "hot_dice=must", "1123456", "1123456b", "with all seven dice aside you must roll" },
};

START_TEST(what_the_rules_forbid_is_refused_with_the_reason)
{
	check_refusal(&hand, &refusals[_i]);
}
END_TEST

/* ### turns */

static const struct story stories[] = {
	{ "2: three fives of three rolls are single dice", 2, "series_extension=same_turn", "", "5223346 5r 522334 5r 52233 5r",
	  NULL, "0 with 150: 0 0" },
	{ "option same_turn: an open series ends with the turn", 2, "series_extension=same_turn", "", "2221346 222r 3346 2233446",
	  NULL, "0: 0 0" },
	{ "all seven aside are rolled again", 2, "", "", "1123456 1123456r",
	  NULL, "0 with 1600: 0 0" },
	{ "with the total at risk", 2, "", "", "1123456 1123456r 0-",
	  NULL, "1: 0 0" },
};

START_TEST(a_turn_goes_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

START_TEST(option_same_turn_a_series_stays_open_until_all_dice_are_picked_up)
{
	struct table t = start(2, "series_extension=same_turn");

	play(&t, "2221346 222r");
	ck_assert_int_eq(state_of(&t)->open[2], 3);
	play(&t, "2235 22r");
	check_now(&t, "0 with 800: 0 0");
	ck_assert_int_eq(state_of(&t)->open[2], 5);
	play(&t, "15 15r");
	ck_assert_int_eq(state_of(&t)->open[2], 0);
	play(&t, "2233446");
	check_now(&t, "1: 0 0");
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = start(2, "");

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
	TCase *tcase = tcase_create("turns");

	tcase_add_loop_test(tcase,
		at_each_moment_exactly_these_moves_are_legal, 0,
		ROWS(moments));
	tcase_add_loop_test(tcase, dice_are_worth_their_best_split, 0,
			    ROWS(worths));
	tcase_add_loop_test(tcase,
		what_the_rules_forbid_is_refused_with_the_reason, 0,
		ROWS(refusals));
	tcase_add_loop_test(tcase, a_turn_goes_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_test(tcase,
		option_same_turn_a_series_stays_open_until_all_dice_are_picked_up);
	tcase_add_test(tcase, a_move_is_described);
	return cases_run("bolo7", tcase);
}
