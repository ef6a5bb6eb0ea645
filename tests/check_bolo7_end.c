/*
 * check_bolo7_end.c - how a game of Bolo with seven dice ends.
 *
 * A number in a name is that of a ruling in docs/games/bolo7.md.
 */
#include "bolo7_by_hand.h"

START_TEST(ruling_8_exactly_the_target_starts_the_last_round)
{
	struct bolo7 b = start(2, "");

	scores(&b, 9900, 5000, 0);
	banks(&b, 0, 100);
	ck_assert_int_eq(b.phase, BOLO7_FINAL);
	ck_assert_int_eq(b.trigger, 0);
	busts(&b, 1);
	check_over(&b, END_NORMAL, "12");
}
END_TEST

START_TEST(ruling_9_all_others_play_once_more_in_order_after_the_trigger)
{
	struct bolo7 b = start(3, "");

	scores(&b, 5000, 9900, 5000);
	busts(&b, 0);
	banks(&b, 1, 100);
	busts(&b, 2);
	busts(&b, 0);
	check_over(&b, END_NORMAL, "212");
}
END_TEST

START_TEST(rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win)
{
	struct bolo7 b = start(3, "");

	scores(&b, 9900, 9000, 9000);
	banks(&b, 0, 100);
	banks(&b, 1, 3000);
	banks(&b, 2, 1000);
	ck_assert_int_eq(b.phase, BOLO7_SUDDEN);
	ck_assert(b.contender[0] && b.contender[1] && b.contender[2]);
}
END_TEST

START_TEST(ruling_12_level_is_caught_up_but_does_not_survive)
{
	struct bolo7 b = start(2, "");

	scores(&b, 9800, 9500, 0);
	banks(&b, 0, 400);
	banks(&b, 1, 700);
	ck_assert_int_eq(b.phase, BOLO7_SUDDEN);
	busts(&b, 0);
	check_over(&b, END_NORMAL, "21");
	ck_assert_int_eq(b.race.score[0], 10200);
}
END_TEST

START_TEST(ruling_12_two_who_survive_play_on_until_one_does_not)
{
	struct bolo7 b = start(2, "");

	scores(&b, 9900, 9900, 0);
	banks(&b, 0, 100);
	banks(&b, 1, 200);
	banks(&b, 0, 300);
	banks(&b, 1, 250);
	banks(&b, 0, 150);
	banks(&b, 1, 100);      /* level with 10450 */
	check_over(&b, END_NORMAL, "12");
}
END_TEST

START_TEST(ruling_13_contenders_play_in_seat_order_and_drop_out_one_by_one)
{
	struct bolo7 b = start(4, "ranking=score");

	scores(&b, 9950, 9900, 5000);
	b.race.score[3] = 9900;
	busts(&b, 0);
	banks(&b, 1, 100);
	busts(&b, 2);
	banks(&b, 3, 300);
	banks(&b, 0, 200);
	banks(&b, 1, 100);      /* 10100, not above 10200: out */
	busts(&b, 3);           /* 10200, above 10150 */
	banks(&b, 0, 150); /* 10300 */
	busts(&b, 3);
	check_over(&b, END_NORMAL, "1342");
}
END_TEST

START_TEST(ruling_14_a_bank_too_small_to_survive_is_legal)
{
	struct bolo7 b = start(2, "");

	scores(&b, 9900, 0, 0);
	banks(&b, 0, 100);
	banks(&b, 1, 1000);
	check_over(&b, END_NORMAL, "12");
}
END_TEST

START_TEST(ruling_14_the_opening_applies_in_the_last_round_too)
{
	struct bolo7 b = start(2, "");
	struct error err = {0};

	scores(&b, 9900, 0, 0);
	banks(&b, 0, 100);
	roll(&b, "1223346");
	ck_assert(!answer(&b, "1", "bank", &err));
}
END_TEST

START_TEST(ruling_16_eight_play_and_nine_do_not)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(&bolo7, rule);
	ck_assert_int_eq(rules_check(&bolo7, 8, rule, &err), 0);
	ck_assert_int_eq(rules_check(&bolo7, 9, rule, &err), -1);
	ck_assert_str_eq(err.text,
			 "bolo7 is a game for 2 to 8 players, not 9");
	ck_assert_int_eq(rules_check(&bolo7, 1, rule, &err), -1);
}
END_TEST

START_TEST(option_last_round_the_highest_score_wins_after_it)
{
	struct bolo7 b = start(3, "endgame=last_round,ranking=score");

	scores(&b, 9900, 9900, 9900);
	banks(&b, 0, 100);
	banks(&b, 1, 300);
	banks(&b, 2, 300);
	check_over(&b, END_NORMAL, "311");
}
END_TEST

START_TEST(option_immediate_the_trigger_wins_at_once)
{
	struct bolo7 b = start(3, "endgame=immediate,target=5000");

	scores(&b, 0, 4900, 4950);
	busts(&b, 0);
	banks(&b, 1, 100);
	check_over(&b, END_NORMAL, "212");
}
END_TEST

START_TEST(option_catch_gt_only_more_than_the_bar_catches_up)
{
	struct bolo7 b = start(3, "catch=gt");

	scores(&b, 9900, 9900, 9900);
	banks(&b, 0, 100);
	banks(&b, 1, 100);
	banks(&b, 2, 150);
	ck_assert(b.contender[0] && !b.contender[1] && b.contender[2]);
	busts(&b, 0);
	check_over(&b, END_NORMAL, "221");
}
END_TEST

START_TEST(option_catch_gt_who_is_level_ranks_behind_the_trigger)
{
	struct bolo7 b = start(2, "catch=gt,ranking=score");

	scores(&b, 9900, 9900, 0);
	banks(&b, 0, 100);
	banks(&b, 1, 100);
	check_over(&b, END_NORMAL, "12");
}
END_TEST

START_TEST(option_max_turns_ends_any_phase_and_the_highest_score_wins)
{
	struct bolo7 b = start(3, "max_turns=2,ranking=score");

	scores(&b, 9900, 9900, 9900);
	for (int s = 0; s < 3; s++)
		busts(&b, s);
	banks(&b, 0, 100);
	banks(&b, 1, 300);
	busts(&b, 2);
	check_over(&b, END_MAX_TURNS, "213");
}
END_TEST

/* ### seats that are out */

START_TEST(a_seat_that_goes_out_in_its_turn_loses_it_and_keeps_its_score)
{
	struct bolo7 b = start(3, "ranking=score");

	scores(&b, 9800, 100, 200);
	roll(&b, "1223346");
	keep(&b, "1", "roll");
	bolo7.out(&b, 0);
	ck_assert_int_eq(b.race.score[0], 9800);
	busts(&b, 1);
	busts(&b, 2);
	busts(&b, 1);
	bolo7.out(&b, 2);
	check_over(&b, END_FAULT, "212");
}
END_TEST

START_TEST(a_fault_before_the_roll_is_no_bust)
{
	struct bolo7 b = start(3, ""), before = b;
	struct json_writer w = {0};

	bolo7.out(&b, 0);
	bolo7.tell(&before, &b, &w);
	ck_assert_str_eq(text_string(&w.out), "");
	text_release(&w.out);
}
END_TEST

START_TEST(when_the_trigger_goes_out_the_last_round_is_decided_by_score)
{
	struct bolo7 b = start(4, "");

	scores(&b, 9900, 9950, 9950);
	banks(&b, 0, 100);
	bolo7.out(&b, 0);
	banks(&b, 1, 100);
	banks(&b, 2, 150);
	busts(&b, 3);
	check_over(&b, END_NORMAL, "2212");
}
END_TEST

START_TEST(who_is_out_has_no_last_turn)
{
	struct bolo7 b = start(4, "");

	scores(&b, 9900, 0, 0);
	banks(&b, 0, 100);
	bolo7.out(&b, 2);
	busts(&b, 1);
	busts(&b, 3);
	check_over(&b, END_NORMAL, "1222");
}
END_TEST

/* Seats 0, 1 and 2 of four are contenders, it is the turn of 0. */
static struct bolo7 sudden_death_of_three(void)
{
	struct bolo7 b = start(4, "");

	scores(&b, 9900, 9900, 9900);
	banks(&b, 0, 100);
	banks(&b, 1, 100);
	banks(&b, 2, 100);
	busts(&b, 3);
	return b;
}

START_TEST(a_contender_that_goes_out_is_passed_over)
{
	struct bolo7 b = sudden_death_of_three();

	bolo7.out(&b, 1);
	banks(&b, 0, 100);
	busts(&b, 2);
	check_over(&b, END_NORMAL, "1222");
}
END_TEST

START_TEST(a_contender_that_goes_out_in_its_turn_leaves_it_to_the_next)
{
	struct bolo7 b = sudden_death_of_three();

	bolo7.out(&b, 0);
	ck_assert_int_eq(b.race.seat, 1);
	bolo7.out(&b, 2);
	check_over(&b, END_NORMAL, "2122");
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		ruling_8_exactly_the_target_starts_the_last_round,
		ruling_9_all_others_play_once_more_in_order_after_the_trigger,
		rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win,
		ruling_12_level_is_caught_up_but_does_not_survive,
		ruling_12_two_who_survive_play_on_until_one_does_not,
		ruling_13_contenders_play_in_seat_order_and_drop_out_one_by_one,
		ruling_14_a_bank_too_small_to_survive_is_legal,
		ruling_14_the_opening_applies_in_the_last_round_too,
		ruling_16_eight_play_and_nine_do_not,
		option_last_round_the_highest_score_wins_after_it,
		option_immediate_the_trigger_wins_at_once,
		option_catch_gt_only_more_than_the_bar_catches_up,
		option_catch_gt_who_is_level_ranks_behind_the_trigger,
		option_max_turns_ends_any_phase_and_the_highest_score_wins,
		a_seat_that_goes_out_in_its_turn_loses_it_and_keeps_its_score,
		a_fault_before_the_roll_is_no_bust,
		when_the_trigger_goes_out_the_last_round_is_decided_by_score,
		who_is_out_has_no_last_turn,
		a_contender_that_goes_out_is_passed_over,
		a_contender_that_goes_out_in_its_turn_leaves_it_to_the_next,
	};
	Suite *suite = suite_create("bolo7 end");
	TCase *tcase = tcase_create("rulings, options and faults");
	SRunner *runner;
	int failed;

	for (size_t i = 0; i < sizeof tests / sizeof *tests; i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(suite, tcase);
	runner = srunner_create(suite);
	srunner_run_all(runner, CK_ENV);
	failed = srunner_ntests_failed(runner);
	srunner_free(runner);
	return failed == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
