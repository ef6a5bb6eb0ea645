/*
 * bolo5_end_test.c - Bolo with five dice: how it starts and ends, what is told.
 *
 * A number in a name is that of a ruling in docs/games/bolo5.md.
 */
#include "tests/support/bolo5_by_hand.h"

static const struct story stories[] = {
	/* what spectators are told */
	{ "12: hits are told and change nothing", 2, "", "", "0+2950",
	  "{'e':'bank','seat':0,'points':2950,'score':2950},{'e':'on_board','seat':0},{'e':'hits','seat':0,'hits':2}", "1: 2950 0" },
	{ "12: also in the turn that wins", 2, "", "9000", "0+1000",
	  "{'e':'bank','seat':0,'points':1000,'score':10000},{'e':'hits','seat':0,'hits':1},{'e':'win','seats':[0]}", NULL },
	{ "example (d): exactly 5150 is van halen", 2, "", "4650", "0+500",
	  "{'e':'bank','seat':0,'points':500,'score':5150},{'e':'van_halen','seat':0,'hits':1}", NULL },
	{ "option van_halen off", 2, "van_halen=false", "4650", "0+500",
	  "{'e':'bank','seat':0,'points':500,'score':5150}", NULL },
	{ "option hits_on_bolo counts lost points too", 2, "hits_on_bolo=true", "", "11116 1111r 5 5r | 0-",
	  "{'e':'bolo','seat':0,'lost':2050},{'e':'hits','seat':0,'hits':2}", NULL },
	{ "option hits_on_bolo: 950 are none", 2, "hits_on_bolo=true", "", "0- 44445 44445r 12446 1r | 2346",
	  "{'e':'bolo','seat':1,'lost':950}", NULL },
	{ "a high roller thrown away is a travesty", 2, "", "", "33333 33333r 0-",
	  "{'e':'high_roller','seat':0,'points':5000},{'e':'hot_dice','seat':0,'total':5000},{'e':'bolo','seat':0,'lost':5000},{'e':'travesty','seat':0}", NULL },
	{ "every high roller is told", 2, "", "", "33333 33333r 11111 | 11111r",
	  "{'e':'high_roller','seat':0,'points':10000},{'e':'hot_dice','seat':0,'total':15000}", NULL },
	{ "a bolo one roll later is no travesty", 2, "", "", "11111 11111r 12446 1r | 2346",
	  "{'e':'bolo','seat':0,'lost':10100}", NULL },
	{ "the lowest roll earns scorn", 2, "", "", "34232",
	  "{'e':'scorn','seat':0},{'e':'bolo','seat':0,'lost':0}", NULL },

	/* faults */
	{ "a fault leaves nothing of the turn to the next seat", 4, "", "", "33333 33333r !0 | 1-",
	  "{'e':'bolo','seat':1,'lost':0}", NULL },
	{ "a fault ends a turn without a bolo", 3, "", "", "12446 1r !0",
	  "", "1: 0 0 0" },
	{ "and the others play on", 3, "", "", "12446 1r !0 1- 2- 1-",
	  NULL, "2: 0 0 0" },
	{ "a fault during the throw that leaves one ends the game", 2, "start=roll", "", "!0",
	  "{'e':'win','seats':[1]}", "fault 21: 0 0" },

	/* the end */
	{ "option target", 2, "target=1000", "", "0+950 1+1000",
	  NULL, "normal 21: 950 1000" },
	{ "option ranking: losers all rank 2", 4, "", "9900 350 5000 5000", "0+1000",
	  NULL, "normal 1222: 10900 350 5000 5000" },
	{ "option ranking: or by score", 4, "ranking=score", "9900 350 5000 5000", "0+1000",
	  NULL, "normal 1422: 10900 350 5000 5000" },
	{ "option last_round: who is out has no last turn and wins nothing", 4, "last_round=true", "9000", "0+2000 !2 !0 1+700 3-",
	  NULL, "normal 2122: 11000 700 0 0" },
	{ "option max_turns: the highest score wins", 3, "max_turns=1,ranking=score", "", "0+700 1+800 2-",
	  NULL, "max_turns 213: 700 800 0" },
};

START_TEST(it_goes_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

START_TEST(a_fault_leaves_no_dice_of_the_turn_to_the_next_seat)
{
	struct table t = start(4, "");

	play(&t, "33333 33333r !0 1- 44423 444r !2 44444");
	check_legal(&t, "44444r");
	table_release(&t);
}
END_TEST

/* ### the start */

START_TEST(option_start_the_highest_die_begins)
{
	struct table t = start(4, "start=roll");
	struct draw due = bolo5.due(t.state);

	ck_assert(due.stream == 0 && due.turn == 0 && due.sides == 6);
	roll(&t, "2635");
	check_told(&t, "{'e':'start','seat':1}");
	due = bolo5.due(t.state);
	ck_assert(due.stream == 2 && due.turn == 1 && due.dice == 5);
	play(&t, "1- 2- 3- 0-");
	table_release(&t);
}
END_TEST

START_TEST(option_start_who_shares_the_highest_die_throws_again)
{
	struct table t = start(4, "start=roll");

	play(&t, "5255 133");
	check_told(&t, "");
	roll(&t, "46");
	check_told(&t, "{'e':'start','seat':3}");
	check_now(&t, "3: 0 0 0 0");
	ck_assert_int_eq(race_of(&t)->turns[3], 1);
	table_release(&t);
}
END_TEST

START_TEST(who_is_out_throws_all_the_same_and_the_next_one_begins)
{
	struct table t = start(4, "start=roll");

	play(&t, "!3 5255 !0 113");
	check_told(&t, "{'e':'start','seat':3}");
	ck_assert_int_eq(race_of(&t)->turns[1], 1);
	play(&t, "1- 2- 1-");
	table_release(&t);
}
END_TEST

START_TEST(ruling_13_a_roll_is_five_dice_and_nothing_else_happens_to_it)
{
	struct table t = start(8, "");
	struct draw due = bolo5.due(t.state);

	ck_assert(due.stream == 1 && due.turn == 1);
	ck_assert(due.dice == 5 && due.sides == 6);
	table_release(&t);
}
END_TEST

/* ### the end */

START_TEST(option_last_round_all_others_play_once_more_then_by_score)
{
	struct table t = start(3, "last_round=true,ranking=score");

	scores(&t, "9000 8500 9100");
	play(&t, "0- | 1+2000");
	check_told(&t, "{'e':'bank','seat':1,'points':2000,'score':10500},"
		   "{'e':'hits','seat':1,'hits':2},"
		   "{'e':'final_round','seat':1,'score':10500}");
	ck_assert_int_eq(state_of(&t)->phase, BOLO5_FINAL);
	play(&t, "2+1400 0-");
	check_now(&t, "normal 311: 9000 10500 10500");
	table_release(&t);
}
END_TEST

/* What the view says of the minimum. */
static void check_need(struct table *t, const char *expected)
{
	struct json_writer w = {0};
	const char *value;
	size_t size;

	bolo5.view(t->state, 0, &w);
	ck_assert(json_member(w.out.bytes, w.out.length, "need", &value,
			      &size));
	ck_assert_int_eq(strncmp(value, expected, size), 0);
	ck_assert_int_eq(strlen(expected), size);
	text_release(&w.out);
}

START_TEST(option_nine_k_the_view_has_the_minimum_of_a_winning_bank)
{
	struct table t = start(2, "nine_k=win");

	scores(&t, "8950 9000");
	check_need(&t, "750");
	play(&t, "0-");
	check_need(&t, "1000");
	table_release(&t);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("start and end");

	tcase_add_loop_test(tcase, it_goes_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_test(tcase,
		a_fault_leaves_no_dice_of_the_turn_to_the_next_seat);
	tcase_add_test(tcase, option_start_the_highest_die_begins);
	tcase_add_test(tcase,
		option_start_who_shares_the_highest_die_throws_again);
	tcase_add_test(tcase,
		who_is_out_throws_all_the_same_and_the_next_one_begins);
	tcase_add_test(tcase,
		ruling_13_a_roll_is_five_dice_and_nothing_else_happens_to_it);
	tcase_add_test(tcase,
		option_last_round_all_others_play_once_more_then_by_score);
	tcase_add_test(tcase,
		option_nine_k_the_view_has_the_minimum_of_a_winning_bank);
	return cases_run("bolo5 end", tcase);
}
