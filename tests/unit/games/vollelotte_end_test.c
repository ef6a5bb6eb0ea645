/*
 * vollelotte_end_test.c - the deck of Volle Lotte, and how a game ends.
 *
 * A number in a name is that of a ruling in docs/games/vollelotte.md.
 */
#include "tests/support/vectors.h"
#include "tests/support/vollelotte_by_hand.h"

/* ### the deck (ruling 13) */

START_TEST(example_a_a_draw_takes_that_card_of_the_canonical_order)
{
	struct table t = start(2, "");
	const int left[] = { 10, 5, 4, 5, 5, 5, 5, 5, 5, 5, 1 };
	struct draw due = vollelotte.due(t.state);

	ck_assert(due.stream == 0 && due.turn == 0 && due.dice == 1);
	land(&t, (int[]){ 17 });
	check_told(&t, "{'e':'card','seat':0,'card':'bonus200'}");
	ck_assert_mem_eq(state_of(&t)->deck, left, sizeof left);
	due = vollelotte.due(t.state);
	ck_assert(due.stream == 1 && due.turn == 1 && due.dice == 6);
	roll(&t, "223346");
	ck_assert_int_eq(vollelotte.due(t.state).sides, 55);
	table_release(&t);
}
END_TEST

START_TEST(the_deck_is_that_of_the_vectors)
{
	cJSON *vectors = vectors_of_game("vollelotte");
	const cJSON *kind = vectors_group(vectors, "deck")->child;
	struct table t = start(2, "");

	for (int i = 0; i < VOLLELOTTE_KINDS; i++, kind = kind->next) {
		ck_assert_str_eq(vollelotte_cards[i], kind->string);
		ck_assert_int_eq(state_of(&t)->deck[i], kind->valueint);
	}
	ck_assert(kind == NULL);
	cJSON_Delete(vectors);
	table_release(&t);
}
END_TEST

START_TEST(ruling_13_all_cards_are_back_only_when_none_is_left)
{
	struct table t = start(2, "");

	for (int left = 56; left > 0; left--) {
		ck_assert_int_eq(vollelotte.due(t.state).sides, left);
		land(&t, (int[]){ left });      /* the last in order */
		if (state_of(&t)->card == VOLLELOTTE_SUITE)
			roll(&t, "123456");
		if (vollelotte.turn(t.state) >= 0)
			keep(&t, "1r");
		/* A null, whatever is in hand. */
		while (state_of(&t)->step == VOLLELOTTE_ROLLS) {
			int dice = state_of(&t)->dice;

			roll(&t, dice == 6 ? "223346" : &"11111"[5 - dice]);
		}
		if (left > 1)
			json_clear(&t.told);
	}
	check_told(&t, "{'e':'card','seat':1,'card':'stop'},"
		   "{'e':'stopped','seat':1,'lost':0},{'e':'reshuffle'}");
	ck_assert_int_eq(vollelotte.due(t.state).sides, 56);
	table_release(&t);
}
END_TEST

/* ### the end */

static const struct story stories[] = {
	{ "the last in points plays once more, then the highest score wins", 3, "", "5000 3000 2000", "0+1000 2-",
	  NULL, "normal 122: 6000 3000 2000" },
	{ "of several last ones the first after the trigger plays", 3, "", "2000 5900 2000", "0- 1+200 2-",
	  NULL, "normal 212: 2000 6100 2000" },
	{ "14: the extra turn goes to one seat, even if others had fewer turns", 4, "", "50 5900 200 100", "0- 1+200 0-",
	  NULL, "normal 2122: 50 6100 200 100" },
	{ "15: a fall below the target changes nothing", 3, "", "5900 5500", "0+100 plusminus 111555 111555b",
	  NULL, "normal 212: 5000 5500 1000" },
	{ "15: a second crossing changes nothing and equal scores share", 3, "ranking=score", "5900 5500 5100", "0+100 | 2+900",
	  "{'e':'card','seat':2,'card':'bonus200'},{'e':'bank','seat':2,'points':900,'score':6000},{'e':'win','seats':[0,2]}", "normal 131: 6000 5500 6000" },
	{ "16: a clover in the extra turn wins", 3, "", "5900 5500 5100", "0+100 clover 111555 111555r 111555 111555b",
	  NULL, "normal 221: 6000 5500 5100" },

	/* options */
	{ "option target", 2, "target=500", "", "0+450 1+500 0-",
	  NULL, "normal 21: 450 500" },
	{ "option ranking: losers all rank 2", 4, "", "5900 100 3000 3000", "0+100 1-",
	  NULL, "normal 1222: 6000 100 3000 3000" },
	{ "option ranking: or by score", 4, "ranking=score", "5900 100 3000 3000", "0+100 1-",
	  NULL, "normal 1422: 6000 100 3000 3000" },
	{ "option end_rule: finish_round, the seats behind the trigger play", 4, "end_rule=finish_round", "0 5900 5500", "0- 1+100 2+700 3-",
	  NULL, "normal 2212: 0 6000 6200 0" },
	{ "option end_rule: finish_round ends at once behind the last seat", 2, "end_rule=finish_round", "0 5900", "0- 1+100",
	  NULL, "normal 21: 0 6000" },
	{ "option end_rule: immediate, the trigger wins", 2, "end_rule=immediate", "5900", "0+100",
	  "{'e':'card','seat':0,'card':'bonus200'},{'e':'bank','seat':0,'points':100,'score':6000},{'e':'target_reached','seat':0,'score':6000},{'e':'win','seats':[0]}", "normal 12: 6000 0" },

	/* seats that are out */
	{ "who is out is not last in points", 4, "", "5900 300 100 200", "!2 0+100 3-",
	  NULL, "normal 1222: 6000 300 100 200" },
	{ "who is out is no leader", 3, "", "0 300 5000", "!2 plusminus 111555 111555b",
	  NULL, "1: 1000 -700 5000" },
	{ "when the trigger goes out another has won", 3, "", "5900 300 100", "0+100 !0 2-",
	  NULL, "normal 212: 6000 300 100" },
	{ "when the last in points goes out the game is over", 3, "", "5900 300 100", "0+100 firework | !2",
	  "{'e':'win','seats':[0]}", "normal 122: 6000 300 100" },
	{ "a fault before the card is no stop", 4, "", "", "!0",
	  "", "1: 0 0 0 0" },
	{ "a fault after the card is none either", 4, "", "", "!0 bonus200 | !1",
	  "", "2: 0 0 0 0" },
	{ "and the next one plays", 4, "", "", "!0 bonus200 !1 2-",
	  NULL, "3: 0 0 0 0" },
};

START_TEST(it_ends_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

START_TEST(who_reaches_the_target_begins_the_extra_turn)
{
	struct table t = start(3, "");

	scores(&t, "5000 3000 2000");
	play(&t, "0+1000");
	check_told(&t, "{'e':'card','seat':0,'card':'bonus200'},"
		   "{'e':'bank','seat':0,'points':1000,'score':6000},"
		   "{'e':'target_reached','seat':0,'score':6000}");
	ck_assert_int_eq(state_of(&t)->phase, VOLLELOTTE_EXTRA);
	check_now(&t, "2: 6000 3000 2000");
	table_release(&t);
}
END_TEST

START_TEST(option_max_turns_counts_turns_without_a_roll)
{
	struct table t = start(2, "max_turns=2");

	play(&t, "0- 1+300 0-");
	ck_assert_int_eq(race_of(&t)->turns[0], 2);
	play(&t, "1-");
	check_now(&t, "max_turns 21: 0 300");
	table_release(&t);
}
END_TEST

START_TEST(ten_play_and_eleven_do_not)
{
	check_seats_max(&vollelotte, 10);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("deck and end");

	tcase_add_test(tcase,
		example_a_a_draw_takes_that_card_of_the_canonical_order);
	tcase_add_test(tcase, the_deck_is_that_of_the_vectors);
	tcase_add_test(tcase,
		ruling_13_all_cards_are_back_only_when_none_is_left);
	tcase_add_loop_test(tcase, it_ends_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_test(tcase, who_reaches_the_target_begins_the_extra_turn);
	tcase_add_test(tcase, option_max_turns_counts_turns_without_a_roll);
	tcase_add_test(tcase, ten_play_and_eleven_do_not);
	return cases_run("vollelotte end", tcase);
}
