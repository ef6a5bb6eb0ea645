/*
 * bolo7_end_test.c - how a game of Bolo with seven dice ends.
 *
 * A number in a name is that of a ruling in docs/games/bolo7.md.
 */
#include "tests/support/bolo7_by_hand.h"

static const struct story stories[] = {
	{ "8: exactly the target starts the last round", 2, "", "9900 5000", "0+100 1-",
	  NULL, "normal 12: 10000 5000" },
	{ "9: all others play once more, in order after the trigger", 3, "", "5000 9900 5000", "0- 1+100 2- 0-",
	  NULL, "normal 212: 5000 10000 5000" },
	{ "12: two who survive play on until one does not, here with level 10450", 2, "", "9900 9900", "0+100 1+200 0+300 1+250 0+150 1+100",
	  NULL, "normal 12: 10450 10450" },
	{ "13: contenders play in seat order: 1, not above 10200, is out first", 4, "ranking=score", "9950 9900 5000 9900", "0- 1+100 2- 3+300 0+200 1+100",
	  NULL, "3: 10150 10100 5000 10200" },
	{ "13: and drop out one by one", 4, "ranking=score", "9950 9900 5000 9900", "0- 1+100 2- 3+300 0+200 1+100 3- 0+150 3-",
	  NULL, "normal 1342: 10300 10100 5000 10200" },
	{ "14: a bank too small to survive is legal", 2, "", "9900 0", "0+100 1+1000",
	  NULL, "normal 12: 10000 1000" },

	/* options */
	{ "option ranking: losers all rank 2", 4, "", "5000 9900 5000 4950", "0- 1+100 2- 3- 0-",
	  NULL, "normal 2122: 5000 10000 5000 4950" },
	{ "option ranking: or by score", 4, "ranking=score", "5000 9900 5000 4950", "0- 1+100 2- 3- 0-",
	  NULL, "normal 2124: 5000 10000 5000 4950" },
	{ "option endgame: the highest score wins after the last round", 3, "endgame=last_round,ranking=score", "9900 9900 9900", "0+100 1+300 2+300",
	  NULL, "normal 311: 10000 10200 10200" },
	{ "option endgame: immediate, the trigger wins at once", 3, "endgame=immediate,target=5000", "0 4900 4950", "0- 1+100",
	  NULL, "normal 212: 0 5000 4950" },
	{ "option catch: gt, who is level ranks behind the trigger", 2, "catch=gt,ranking=score", "9900 9900", "0+100 1+100",
	  NULL, "normal 12: 10000 10000" },
	{ "option max_turns ends any phase and the highest score wins", 3, "max_turns=2,ranking=score", "9900 9900 9900", "0- 1- 2- 0+100 1+300 2-",
	  NULL, "max_turns 213: 10000 10200 9900" },

	/* seats that are out */
	{ "a seat that goes out in its turn loses it and keeps its score", 3, "ranking=score", "9800 100 200", "1223346 1r !0",
	  NULL, "1: 9800 100 200" },
	{ "it ranks last all the same", 3, "ranking=score", "9800 100 200", "1223346 1r !0 1- 2- 1- !2",
	  NULL, "fault 212: 9800 100 200" },
	{ "a fault before the roll is no bust", 3, "", "", "!0",
	  "", NULL },
	{ "when the trigger goes out the last round is decided by score", 4, "", "9900 9950 9950", "0+100 !0 1+100 2+150 3-",
	  NULL, "normal 2212: 10000 10050 10100 0" },
	{ "who is out has no last turn", 4, "", "9900", "0+100 !2 1- 3-",
	  NULL, "normal 1222: 10000 0 0 0" },
	{ "a contender that goes out is passed over", 4, "", "9900 9900 9900", "0+100 1+100 2+100 3- !1 0+100 2-",
	  NULL, "normal 1222: 10100 10000 10000 0" },
	{ "a contender that goes out in its turn leaves it to the next", 4, "", "9900 9900 9900", "0+100 1+100 2+100 3- !0",
	  NULL, "1: 10000 10000 10000 0" },
	{ "who wins when the last other one goes out", 4, "", "9900 9900 9900", "0+100 1+100 2+100 3- !0 !2",
	  NULL, "normal 2122: 10000 10000 10000 0" },
};

START_TEST(it_ends_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

/* ### phases */

START_TEST(ruling_8_exactly_the_target_makes_the_trigger)
{
	struct table t = start(2, "");

	scores(&t, "9900 5000");
	play(&t, "0+100");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	ck_assert_int_eq(state_of(&t)->trigger, 0);
	table_release(&t);
}
END_TEST

/* Who of three are contenders, by seat: "110". */
static void check_contenders(struct table *t, const char *expected)
{
	for (int s = 0; s < 3; s++)
		ck_assert(state_of(t)->contender[s] == (expected[s] == '1'));
}

START_TEST(rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win)
{
	struct table t = start(3, "");

	scores(&t, "9900 9000 9000");
	play(&t, "0+100 1+3000 2+1000");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	check_contenders(&t, "111");
	table_release(&t);
}
END_TEST

START_TEST(ruling_12_level_is_caught_up_but_does_not_survive)
{
	struct table t = start(2, "");

	scores(&t, "9800 9500");
	play(&t, "0+400 1+700");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	play(&t, "0-");
	check_now(&t, "normal 21: 10200 10200");
	table_release(&t);
}
END_TEST

START_TEST(option_target)
{
	struct table t = start(2, "target=5000");

	scores(&t, "4850 4800");
	play(&t, "0+100");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_NORMAL);
	play(&t, "1+200");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	table_release(&t);
}
END_TEST

START_TEST(option_catch_gt_only_more_than_the_bar_catches_up)
{
	struct table t = start(3, "catch=gt");

	scores(&t, "9900 9900 9900");
	play(&t, "0+100 1+100 2+150");
	check_contenders(&t, "101");
	play(&t, "0-");
	check_now(&t, "normal 221: 10000 10000 10050");
	table_release(&t);
}
END_TEST

START_TEST(ruling_16_eight_play_and_nine_do_not)
{
	check_seats_max(&bolo7, 8);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("end");

	tcase_add_loop_test(tcase, it_ends_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_test(tcase, ruling_8_exactly_the_target_makes_the_trigger);
	tcase_add_test(tcase,
		rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win);
	tcase_add_test(tcase,
		ruling_12_level_is_caught_up_but_does_not_survive);
	tcase_add_test(tcase, option_target);
	tcase_add_test(tcase,
		option_catch_gt_only_more_than_the_bar_catches_up);
	tcase_add_test(tcase, ruling_16_eight_play_and_nine_do_not);
	return cases_run("bolo7 end", tcase);
}
