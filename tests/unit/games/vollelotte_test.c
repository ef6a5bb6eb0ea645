/*
 * vollelotte_test.c - rulings and options of Volle Lotte: turns, cards.
 *
 * A number in a name is that of a ruling in docs/games/vollelotte.md.
 */
#include "tests/support/vollelotte_by_hand.h"

/* ### what is legal: each row one moment of a turn */

static const struct {
	const char *name, *options, *card;
	int lottes;
	const char *faces, *roll;
	const char *legal;      /* digits and r, b or c, as in `legal` */
} moments[] = {
	{ "1: each die counts once: 1111 is a three and a 1", "", "double", 0, "", "111122", "1r 1b 11r 11b 111r 111b 1111r 1111b" },
	{ "bonus: six aside is bank or card", "", "bonus200", 0, "", "15", "1r 1b 5r 5b 15b 15c" },
	{ "double: the same", "", "double", 0, "", "5", "5b 5c" },
	{ "four equal: three of them", "", "bonus200", 0, "", "222236", "222r 222b" },
	{ "six equal are two threes", "", "bonus200", 0, "", "222222", "222r 222b 222222b 222222c" },
	{ "plusminus: roll, then bank or card", "", "plusminus", 0, "", "15", "1r 5r 15b 15c" },
	{ "option pm_ends_turn", "pm_ends_turn=true", "plusminus", 0, "", "15", "1r 5r 15b" },
	{ "clover: the first Volle Lotte rolls on", "", "clover", 0, "", "15", "1r 5r 15r" },
	{ "clover: the second wins", "", "clover", 1, "", "15", "1r 5r 15b" },
	{ "10: new faces may be held back", "", "suite", 0, "256", "134", "1r 3r 4r 13r 14r 34r 134b" },
	{ "suite: one die of each face", "", "suite", 0, "25", "1136", "1r 3r 6r 13r 16r 36r 136r" },
	{ "option suite_ends_turn off", "suite_ends_turn=false", "suite", 0, "2456", "13", "1r 3r 13b 13c" },
	{ "option suite_keep all: asked only when it is complete", "suite_keep=all,suite_ends_turn=false", "suite", 0, "256", "134", "134b 134c" },
	{ "option firework_keep free", "firework_keep=free", "firework", 0, "", "15", "1r 5r 15r" },
};

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct table t = start(2, moments[_i].options);

	t.name = moments[_i].name;
	turn_card(&t, moments[_i].card);
	state_of(&t)->lottes = moments[_i].lottes;
	for (const char *face = moments[_i].faces; *face != '\0'; face++)
		state_of(&t)->faces[*face - '0'] = 1;
	state_of(&t)->dice = (int)strlen(moments[_i].roll);
	roll(&t, moments[_i].roll);
	check_legal(&t, moments[_i].legal);
	table_release(&t);
}
END_TEST

static const struct refusal refusals[] = {
	{ "plusminus", "", "plusminus 123346", "1b", "under plusminus \"then\" is roll after this keep" },
	{ "a bonus", "", "bonus400 123346", "1c", "under bonus400 \"then\" is roll or bank after this keep" },
	{ "a suite", "", "suite 123346", "12b", "under suite \"then\" is roll after this keep" },
	{ "a firework", "firework_keep=free", "firework 123346", "1b", "under firework \"then\" is roll after this keep" },
	{ "another word", "", "double 123346", "1stop", "\"then\" is roll, bank or card" },
	{ "a 3", "", "double 123346", "3r", "the 3 does not score" },
	{ "option suite_keep", "suite_keep=all,suite_ends_turn=false", "suite 555566 1234", "12r", "a suite keeps all new faces here" },
};

START_TEST(what_the_card_does_not_allow_is_refused_with_the_reason)
{
	check_refusal(&hand, &refusals[_i]);
}
END_TEST

/* ### turns and cards */

static const struct story stories[] = {
	{ "1: groups do not span rolls", 2, "", "", "bonus200 522346 5r 52234 5r 5223 5r",
	  NULL, "0 with 150: 0 0" },
	{ "2 and 12: a stop in mid-turn costs the turn only", 2, "", "700", "bonus300 111555 111555c | stop",
	  "{'e':'card','seat':0,'card':'stop'},{'e':'stopped','seat':0,'lost':1800}", "1: 700 0" },
	{ "a null loses the turn", 2, "", "", "double 123346 1r | 23346",
	  "{'e':'null','seat':0,'lost':100}", "1: 0 0" },
	{ "a bonus is paid for a Volle Lotte", 2, "", "", "bonus600 111555 | 111555b",
	  "{'e':'volle_lotte','seat':0,'card':'bonus600'},{'e':'bank','seat':0,'points':2100,'score':2100}", "1: 2100 0" },
	{ "and for nothing less", 2, "", "", "bonus600 111555 111b",
	  NULL, "1: 1000 0" },

	/* firework: a Volle Lotte, and on with six */
	{ "3 and 4: a firework keeps all and banks earlier cards too", 2, "", "", "bonus200 111555 111555c firework | 111222 115666 123346 22346",
	  "{'e':'volle_lotte','seat':0,'card':'firework'},{'e':'volle_lotte','seat':0,'card':'firework'},{'e':'burnt_out','seat':0,'total':3850},{'e':'bank','seat':0,'points':3850,'score':3850}", "1: 3850 0" },
	{ "4: a null at once banks all the same", 2, "", "", "firework | 223346",
	  "{'e':'burnt_out','seat':0,'total':0},{'e':'bank','seat':0,'points':0,'score':0}", "1: 0 0" },

	/* plusminus */
	{ "6, 7 and example (d): tied leaders lose at once", 3, "", "2000 2600 2600", "plusminus 111555 | 111555c",
	  "{'e':'volle_lotte','seat':0,'card':'plusminus'},{'e':'plusminus','seat':0,'losers':[1,2]}", "0 with 1000: 2000 1600 1600" },
	{ "6: and do not get it back by a stop", 3, "", "2000 2600 2600", "plusminus 111555 111555c stop",
	  NULL, "1: 2000 1600 1600" },
	{ "7: nobody loses when the player leads too", 3, "", "2600 2600 100", "plusminus 111555 | 111555b",
	  "{'e':'volle_lotte','seat':0,'card':'plusminus'},{'e':'plusminus','seat':0,'losers':[]},{'e':'bank','seat':0,'points':1000,'score':3600}", "1: 3600 2600 100" },
	{ "option pm_tie: none, tied leaders lose nothing", 3, "pm_tie=none", "0 2600 2600", "plusminus 111555 111555c",
	  NULL, "0 with 1000: 0 2600 2600" },
	{ "option pm_tie: none, one leader does", 3, "pm_tie=none", "0 2500 2600", "plusminus 111555 111555b",
	  NULL, "1: 1000 2500 1600" },
	{ "8: scores may become negative", 2, "", "0 300", "plusminus 111555 111555b",
	  NULL, "1: 1000 -700" },
	{ "option floor_zero: they do not", 2, "floor_zero=true", "0 300", "plusminus 111555 111555b",
	  NULL, "1: 1000 0" },
	{ "9 and 11: after plusminus the turn may go on", 2, "", "", "plusminus 111555 111555c bonus200 123346 1b",
	  NULL, "1: 1100 0" },

	/* suite */
	{ "10: a suite pays nothing for faces, some held back", 2, "", "", "suite 111256 25r",
	  NULL, "0: 0 0" },
	{ "10 and 11: it collects faces and pays 2000", 2, "", "", "suite 111256 25r 2235 3r 146 | 146b",
	  "{'e':'suite','seat':0},{'e':'bank','seat':0,'points':2000,'score':2000}", "1: 2000 0" },
	{ "a roll without a new face is the null of a suite", 2, "", "", "bonus300 111555 111555c suite 111555 15r | 1115",
	  "{'e':'null','seat':0,'lost':1800}", "1: 0 0" },
	{ "option suite_keep: all, nobody is asked", 2, "suite_keep=all", "", "suite | 111256 34",
	  "{'e':'suite','seat':0},{'e':'bank','seat':0,'points':2000,'score':2000}", "1: 2000 0" },
	{ "option suite_ends_turn off: a card may follow", 2, "suite_ends_turn=false", "", "bonus300 111555 111555c suite 123456 | 123456c",
	  "{'e':'suite','seat':0}", "0 with 3800: 0 0" },
	{ "and does", 2, "suite_ends_turn=false", "", "bonus300 111555 111555c suite 123456 123456c | double",
	  "{'e':'card','seat':0,'card':'double'}", "0 with 3800: 0 0" },
};

START_TEST(a_turn_goes_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

START_TEST(ruling_2_a_turn_that_a_stop_ends_is_one_turn)
{
	struct table t = start(2, "");

	play(&t, "bonus300 111555 111555c stop");
	ck_assert_int_eq(race_of(&t)->turns[0], 1);
	table_release(&t);
}
END_TEST

static const struct {
	const char *options, *words, *now;
} doubles[] = {
	{ "", "keeps 4 4 4 (400) and banks 4900", "1: 4900 0" },
	{ "double_scope=card", "keeps 4 4 4 (400) and banks 3100", "1: 3100 0" },
};

START_TEST(ruling_5_and_example_c_double_is_for_the_whole_turn_or_the_card)
{
	struct table t = start(2, doubles[_i].options);

	play(&t, "bonus300 111555 111555c double 115346 115r 444");
	check_described(&t, doubles[_i].words);
	play(&t, "444b");
	check_now(&t, doubles[_i].now);
	table_release(&t);
}
END_TEST

START_TEST(ruling_11_two_volle_lottes_under_the_clover_win_whatever_the_scores)
{
	struct table t = start(3, "");

	scores(&t, "50 5900 3000");
	play(&t, "clover 111555 | 111555r");
	check_told(&t, "{'e':'volle_lotte','seat':0,'card':'clover'}");
	check_now(&t, "0: 50 5900 3000");
	play(&t, "222333");
	check_described(&t, "keeps 2 2 2 3 3 3 and completes the clover");
	play(&t, "222333b");
	check_told(&t, "{'e':'volle_lotte','seat':0,'card':'clover'},"
		   "{'e':'clover','seat':0},{'e':'win','seats':[0]}");
	check_now(&t, "normal 122: 50 5900 3000");
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = start(2, "");

	play(&t, "bonus300 111555");
	check_described(&t, "keeps 1 (100) and rolls the other 5 dice");
	check_described(&t, "keeps 1 1 1 (1000) and banks 1000");
	check_described(&t, "keeps 1 1 1 5 5 (1100) and rolls the last die");
	check_described(&t, "keeps 1 1 1 5 5 5 (1500) and turns a card with 1800");
	play(&t, "111555c clover 111555");
	check_described(&t, "keeps 1 1 1 5 5 5 and rolls all six again");
	table_release(&t);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("turns");

	tcase_add_loop_test(tcase,
		at_each_moment_exactly_these_moves_are_legal, 0,
		ROWS(moments));
	tcase_add_loop_test(tcase,
		what_the_card_does_not_allow_is_refused_with_the_reason, 0,
		ROWS(refusals));
	tcase_add_loop_test(tcase, a_turn_goes_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_test(tcase, ruling_2_a_turn_that_a_stop_ends_is_one_turn);
	tcase_add_loop_test(tcase,
		ruling_5_and_example_c_double_is_for_the_whole_turn_or_the_card,
		0, ROWS(doubles));
	tcase_add_test(tcase,
		ruling_11_two_volle_lottes_under_the_clover_win_whatever_the_scores);
	tcase_add_test(tcase, a_move_is_described);
	return cases_run("vollelotte", tcase);
}
