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

enum { MOMENTS = sizeof moments / sizeof *moments };

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct bolo7 b = start(2, moments[_i].options);
	int move[GAME_LEGAL_MAX], count = 0, kept[KEEP_FACES];
	struct text found = {0};

	b.race.score[0] = moments[_i].score;
	b.total = moments[_i].total;
	b.dice = (int)strlen(moments[_i].roll);
	for (const char *die = moments[_i].open; *die != '\0'; die++)
		b.open[*die - '0']++;
	roll(&b, moments[_i].roll);
	if (bolo7.turn(&b) != GAME_CHANCE)
		count = bolo7.legal(&b, move);
	for (int i = 0; i < count; i++) {
		if (i > 0)
			text_byte(&found, ' ');
		keep_move_count(move[i], kept);
		for (int face = 1; face < KEEP_FACES; face++)
			for (int n = 0; n < kept[face]; n++)
				text_byte(&found, (char)('0' + face));
		text_byte(&found, keep_move_then(move[i]) == KEEP_ROLL ?
			  'r' : 'b');
	}
	ck_assert_msg(strcmp(text_string(&found), moments[_i].legal) == 0,
		      "%s: %s", moments[_i].name, text_string(&found));
	text_release(&found);
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

enum { WORTHS = sizeof worths / sizeof *worths };

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
	struct bolo7 b = start(2, "series_extension=same_turn");

	roll(&b, "5223346");
	keep(&b, "5", "roll");
	roll(&b, "522334");
	keep(&b, "5", "roll");
	roll(&b, "52233");
	keep(&b, "5", "roll");
	ck_assert_int_eq(b.total, 150);
}
END_TEST

START_TEST(option_same_turn_a_series_stays_open_until_all_dice_are_picked_up)
{
	struct bolo7 b = start(2, "series_extension=same_turn");

	roll(&b, "2221346");
	keep(&b, "222", "roll");
	ck_assert_int_eq(b.open[2], 3);
	roll(&b, "2235");
	keep(&b, "22", "roll");
	ck_assert_int_eq(b.total, 800);
	ck_assert_int_eq(b.open[2], 5);
	roll(&b, "15");
	keep(&b, "15", "roll");
	ck_assert_int_eq(b.open[2], 0);
	roll(&b, "2233446");
	ck_assert_int_eq(b.race.seat, 1);
}
END_TEST

START_TEST(all_seven_aside_are_rolled_again_with_the_total_at_risk)
{
	struct bolo7 b = start(2, "");

	roll(&b, "1123456");
	keep(&b, "1123456", "roll");
	ck_assert_int_eq(b.total, 1600);
	ck_assert_int_eq(bolo7.due(&b).dice, 7);
	busts(&b, 0);
	ck_assert_int_eq(b.race.score[0], 0);
	ck_assert_int_eq(b.race.seat, 1);
}
END_TEST

START_TEST(ruling_7_a_failed_turn_opens_nothing)
{
	struct bolo7 b = start(2, "");
	struct error err = {0};

	b.total = 5000;
	busts(&b, 0);
	busts(&b, 1);
	roll(&b, "1155246");
	ck_assert(!answer(&b, "155", "bank", &err));
	ck_assert_str_eq(err.text, "bank needs 1000, this would be 200");
}
END_TEST

START_TEST(option_hot_dice_says_why_a_bank_is_refused)
{
	struct bolo7 b = start(2, "hot_dice=must");
	struct error err = {0};

	roll(&b, "1123456");
	ck_assert(!answer(&b, "1123456", "bank", &err));
	ck_assert_str_eq(err.text, "with all seven dice aside you must roll");
}
END_TEST

static const struct {
	const char *dice, *then, *words;
} described[] = {
	{ "155", "roll", "keeps 1 5 5 (200) and rolls the other 4 dice" },
	{ "111155", "roll", "keeps 1 1 1 1 5 5 (2100) and rolls the last die" },
	{ "1111", "bank", "keeps 1 1 1 1 (2000) and banks 2300" },
	{ "1111555", "roll", "keeps 1 1 1 1 5 5 5 (2500) and rolls all seven again" },
};

START_TEST(a_move_is_described)
{
	struct bolo7 b = start(2, "");
	int count[KEEP_FACES] = {0}, legal[GAME_LEGAL_MAX], n, found = 0;
	struct text words = {0};

	for (const char *die = described[_i].dice; *die != '\0'; die++)
		count[*die - '0']++;
	b.total = 300;
	roll(&b, "1111555");
	n = bolo7.legal(&b, legal);
	for (int i = 0; i < n; i++) {
		text_clear(&words);
		bolo7.describe(&b, legal[i], &words);
		found += strcmp(text_string(&words), described[_i].words) == 0;
	}
	ck_assert_msg(found == 1, "%s", described[_i].words);
	text_release(&words);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("bolo7");
	TCase *tcase = tcase_create("rulings and options");
	SRunner *runner;
	int failed;

	tcase_add_loop_test(tcase,
			    at_each_moment_exactly_these_moves_are_legal,
			    0, MOMENTS);
	tcase_add_loop_test(tcase, dice_are_worth_their_best_split,
			    0, WORTHS);
	tcase_add_test(tcase,
		       ruling_2_three_fives_of_three_rolls_are_single_dice);
	tcase_add_test(tcase,
		option_same_turn_a_series_stays_open_until_all_dice_are_picked_up);
	tcase_add_test(tcase,
		all_seven_aside_are_rolled_again_with_the_total_at_risk);
	tcase_add_test(tcase, ruling_7_a_failed_turn_opens_nothing);
	tcase_add_test(tcase, option_hot_dice_says_why_a_bank_is_refused);
	tcase_add_loop_test(tcase, a_move_is_described, 0,
			    sizeof described / sizeof *described);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
