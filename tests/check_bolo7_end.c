/*
 * check_bolo7_end.c - how a game of Bolo with seven dice ends.
 *
 * A number in a name is that of a ruling in docs/games/bolo7.md.
 */
#include "bolo7_by_hand.h"

START_TEST(ruling_8_exactly_the_target_starts_the_last_round)
{
	struct table t = table_new(&bolo7, 2, "");

	scores(&t, 9900, 5000, 0);
	banks(&t, 0, 100);
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	ck_assert_int_eq(state_of(&t)->trigger, 0);
	busts(&t, 1);
	check_over(&t, END_NORMAL, "12");
	table_release(&t);
}
END_TEST

START_TEST(ruling_9_all_others_play_once_more_in_order_after_the_trigger)
{
	struct table t = table_new(&bolo7, 3, "");

	scores(&t, 5000, 9900, 5000);
	busts(&t, 0);
	banks(&t, 1, 100);
	busts(&t, 2);
	busts(&t, 0);
	check_over(&t, END_NORMAL, "212");
	table_release(&t);
}
END_TEST

START_TEST(rulings_10_and_11_the_bar_stays_and_passing_it_does_not_win)
{
	struct table t = table_new(&bolo7, 3, "");

	scores(&t, 9900, 9000, 9000);
	banks(&t, 0, 100);
	banks(&t, 1, 3000);
	banks(&t, 2, 1000);
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	ck_assert(state_of(&t)->contender[0] && state_of(&t)->contender[1] && state_of(&t)->contender[2]);
	table_release(&t);
}
END_TEST

START_TEST(ruling_12_level_is_caught_up_but_does_not_survive)
{
	struct table t = table_new(&bolo7, 2, "");

	scores(&t, 9800, 9500, 0);
	banks(&t, 0, 400);
	banks(&t, 1, 700);
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_SUDDEN);
	busts(&t, 0);
	check_over(&t, END_NORMAL, "21");
	ck_assert_int_eq(race_of(&t)->score[0], 10200);
	table_release(&t);
}
END_TEST

START_TEST(ruling_12_two_who_survive_play_on_until_one_does_not)
{
	struct table t = table_new(&bolo7, 2, "");

	scores(&t, 9900, 9900, 0);
	banks(&t, 0, 100);
	banks(&t, 1, 200);
	banks(&t, 0, 300);
	banks(&t, 1, 250);
	banks(&t, 0, 150);
	banks(&t, 1, 100);      /* level with 10450 */
	check_over(&t, END_NORMAL, "12");
	table_release(&t);
}
END_TEST

START_TEST(ruling_13_contenders_play_in_seat_order_and_drop_out_one_by_one)
{
	struct table t = table_new(&bolo7, 4, "ranking=score");

	scores(&t, 9950, 9900, 5000);
	race_of(&t)->score[3] = 9900;
	busts(&t, 0);
	banks(&t, 1, 100);
	busts(&t, 2);
	banks(&t, 3, 300);
	banks(&t, 0, 200);
	banks(&t, 1, 100);      /* 10100, not above 10200: out */
	busts(&t, 3);           /* 10200, above 10150 */
	banks(&t, 0, 150); /* 10300 */
	busts(&t, 3);
	check_over(&t, END_NORMAL, "1342");
	table_release(&t);
}
END_TEST

START_TEST(ruling_14_a_bank_too_small_to_survive_is_legal)
{
	struct table t = table_new(&bolo7, 2, "");

	scores(&t, 9900, 0, 0);
	banks(&t, 0, 100);
	banks(&t, 1, 1000);
	check_over(&t, END_NORMAL, "12");
	table_release(&t);
}
END_TEST

START_TEST(ruling_14_the_opening_applies_in_the_last_round_too)
{
	struct table t = table_new(&bolo7, 2, "");

	scores(&t, 9900, 0, 0);
	banks(&t, 0, 100);
	roll(&t, "1223346");
	refused(&t, "1", "bank", "bank needs 1000, this would be 100");
	table_release(&t);
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

START_TEST(option_target)
{
	struct table t = table_new(&bolo7, 2, "target=5000");

	scores(&t, 4850, 4800, 0);
	banks(&t, 0, 100);
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_NORMAL);
	banks(&t, 1, 200);
	ck_assert_int_eq(state_of(&t)->phase, BOLO7_FINAL);
	table_release(&t);
}
END_TEST

START_TEST(option_ranking_losers_all_rank_2_or_by_score)
{
	static const char *const options[] = { "", "ranking=score" };
	static const char *const ranks[] = { "2122", "2124" };

	for (int i = 0; i < 2; i++) {
		struct table t = table_new(&bolo7, 4, options[i]);

		scores(&t, 5000, 9900, 5000);
		race_of(&t)->score[3] = 4950;
		busts(&t, 0);
		banks(&t, 1, 100);
		busts(&t, 2);
		busts(&t, 3);
		busts(&t, 0);
		check_over(&t, END_NORMAL, ranks[i]);
		table_release(&t);
	}
}
END_TEST

START_TEST(option_last_round_the_highest_score_wins_after_it)
{
	struct table t = table_new(&bolo7, 3, "endgame=last_round,ranking=score");

	scores(&t, 9900, 9900, 9900);
	banks(&t, 0, 100);
	banks(&t, 1, 300);
	banks(&t, 2, 300);
	check_over(&t, END_NORMAL, "311");
	table_release(&t);
}
END_TEST

START_TEST(option_immediate_the_trigger_wins_at_once)
{
	struct table t = table_new(&bolo7, 3, "endgame=immediate,target=5000");

	scores(&t, 0, 4900, 4950);
	busts(&t, 0);
	banks(&t, 1, 100);
	check_over(&t, END_NORMAL, "212");
	table_release(&t);
}
END_TEST

START_TEST(option_catch_gt_only_more_than_the_bar_catches_up)
{
	struct table t = table_new(&bolo7, 3, "catch=gt");

	scores(&t, 9900, 9900, 9900);
	banks(&t, 0, 100);
	banks(&t, 1, 100);
	banks(&t, 2, 150);
	ck_assert(state_of(&t)->contender[0] && !state_of(&t)->contender[1] && state_of(&t)->contender[2]);
	busts(&t, 0);
	check_over(&t, END_NORMAL, "221");
	table_release(&t);
}
END_TEST

START_TEST(option_catch_gt_who_is_level_ranks_behind_the_trigger)
{
	struct table t = table_new(&bolo7, 2, "catch=gt,ranking=score");

	scores(&t, 9900, 9900, 0);
	banks(&t, 0, 100);
	banks(&t, 1, 100);
	check_over(&t, END_NORMAL, "12");
	table_release(&t);
}
END_TEST

START_TEST(option_max_turns_ends_any_phase_and_the_highest_score_wins)
{
	struct table t = table_new(&bolo7, 3, "max_turns=2,ranking=score");

	scores(&t, 9900, 9900, 9900);
	for (int s = 0; s < 3; s++)
		busts(&t, s);
	banks(&t, 0, 100);
	banks(&t, 1, 300);
	busts(&t, 2);
	check_over(&t, END_MAX_TURNS, "213");
	table_release(&t);
}
END_TEST

/* ### seats that are out */

START_TEST(a_seat_that_goes_out_in_its_turn_loses_it_and_keeps_its_score)
{
	struct table t = table_new(&bolo7, 3, "ranking=score");

	scores(&t, 9800, 100, 200);
	roll(&t, "1223346");
	keep(&t, "1", "roll");
	out(&t, 0);
	ck_assert_int_eq(race_of(&t)->score[0], 9800);
	busts(&t, 1);
	busts(&t, 2);
	busts(&t, 1);
	out(&t, 2);
	check_over(&t, END_FAULT, "212");
	table_release(&t);
}
END_TEST

START_TEST(a_fault_before_the_roll_is_no_bust)
{
	struct table t = table_new(&bolo7, 3, "");

	out(&t, 0);
	check_told(&t, "");
	table_release(&t);
}
END_TEST

START_TEST(when_the_trigger_goes_out_the_last_round_is_decided_by_score)
{
	struct table t = table_new(&bolo7, 4, "");

	scores(&t, 9900, 9950, 9950);
	banks(&t, 0, 100);
	out(&t, 0);
	banks(&t, 1, 100);
	banks(&t, 2, 150);
	busts(&t, 3);
	check_over(&t, END_NORMAL, "2212");
	table_release(&t);
}
END_TEST

START_TEST(who_is_out_has_no_last_turn)
{
	struct table t = table_new(&bolo7, 4, "");

	scores(&t, 9900, 0, 0);
	banks(&t, 0, 100);
	out(&t, 2);
	busts(&t, 1);
	busts(&t, 3);
	check_over(&t, END_NORMAL, "1222");
	table_release(&t);
}
END_TEST

/* Seats 0, 1 and 2 of four are contenders, it is the turn of 0. */
static struct table sudden_death_of_three(void)
{
	struct table t = table_new(&bolo7, 4, "");

	scores(&t, 9900, 9900, 9900);
	banks(&t, 0, 100);
	banks(&t, 1, 100);
	banks(&t, 2, 100);
	busts(&t, 3);
	return t;
}

START_TEST(a_contender_that_goes_out_is_passed_over)
{
	struct table t = sudden_death_of_three();

	out(&t, 1);
	banks(&t, 0, 100);
	busts(&t, 2);
	check_over(&t, END_NORMAL, "1222");
	table_release(&t);
}
END_TEST

START_TEST(a_contender_that_goes_out_in_its_turn_leaves_it_to_the_next)
{
	struct table t = sudden_death_of_three();

	out(&t, 0);
	ck_assert_int_eq(race_of(&t)->seat, 1);
	out(&t, 2);
	check_over(&t, END_NORMAL, "2122");
	table_release(&t);
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
		option_target,
		option_ranking_losers_all_rank_2_or_by_score,
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

	return run_tests("bolo7 end", NULL, tests,
			 sizeof tests / sizeof *tests);
}
