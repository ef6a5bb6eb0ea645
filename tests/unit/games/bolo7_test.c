/*
 * bolo7_test.c - Bolo with seven dice: the cases of bolo7.txt, phases, series.
 *
 * A number in a name is the number of a ruling in docs/games/bolo7.md.
 */
#include "tests/support/bolo7_by_hand.h"
#include "tests/support/hand_cases.h"
#include "tests/unit/unit.h"

TEST_EACH(it_goes_as_its_name_says, hand_cases.count)
{
	hand_case_play(_i);
}

/* ### turns */

TEST(option_same_turn_a_series_stays_open_until_all_dice_are_picked_up)
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

/* ### phases */

TEST(ruling_8_exactly_the_target_makes_the_trigger)
{
	struct table t = start(2, "");

	scores(&t, "9900 5000");
	play(&t, "0+100");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	ck_assert_int_eq(state_of(&t)->trigger, 0);
	table_release(&t);
}

/* Which of three seats are contenders, as in "110". */
static void check_contenders(struct table *t, const char *expected)
{
	for (int s = 0; s < 3; s++)
		ck_assert(state_of(t)->contender[s] == (expected[s] == '1'));
}

TEST(rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win)
{
	struct table t = start(3, "");

	scores(&t, "9900 9000 9000");
	play(&t, "0+100 1+3000 2+1000");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	check_contenders(&t, "111");
	table_release(&t);
}

TEST(ruling_12_level_is_caught_up_but_does_not_survive)
{
	struct table t = start(2, "");

	scores(&t, "9800 9500");
	play(&t, "0+400 1+700");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	play(&t, "0-");
	check_now(&t, "normal 21: 10200 10200");
	table_release(&t);
}

TEST(option_target)
{
	struct table t = start(2, "target=5000");

	scores(&t, "4850 4800");
	play(&t, "0+100");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_NORMAL);
	play(&t, "1+200");
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	table_release(&t);
}

TEST(option_catch_gt_only_more_than_the_bar_catches_up)
{
	struct table t = start(3, "catch=gt");

	scores(&t, "9900 9900 9900");
	play(&t, "0+100 1+100 2+150");
	check_contenders(&t, "101");
	play(&t, "0-");
	check_now(&t, "normal 221: 10000 10000 10050");
	table_release(&t);
}

TEST(ruling_16_eight_play_and_nine_do_not)
{
	check_seats_max(&bolo7, 8);
}

static void set_up(void)
{
	hand_cases_read("bolo7");
}

UNIT_FILE(set_up, NULL)
