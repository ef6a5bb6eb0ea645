/*
 * vollelotte_test.c - Volle Lotte: the cases of vollelotte.txt, the deck.
 *
 * A number in a name is the number of a ruling in docs/games/vollelotte.md.
 */
#include "tests/support/hand_cases.h"
#include "tests/support/vectors.h"
#include "tests/support/vollelotte_by_hand.h"
#include "tests/unit/unit.h"

TEST_EACH(it_goes_as_its_name_says, hand_cases.count)
{
	hand_case_play(_i);
}

/* ### the deck (ruling 13) */

TEST(example_a_a_draw_takes_that_card_of_the_canonical_order)
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

TEST(the_deck_is_that_of_the_vectors)
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

TEST(ruling_13_all_cards_are_back_only_when_none_is_left)
{
	struct table t = start(2, "");

	for (int left = 56; left > 0; left--) {
		ck_assert_int_eq(vollelotte.due(t.state).sides, left);
		land(&t, (int[]){ left });      /* the last in order */
		if (state_of(&t)->card == VOLLELOTTE_SUITE)
			roll(&t, "123456");
		if (vollelotte.turn(t.state) >= 0)
			keep(&t, "1r");
		/* A null, however many dice are in hand. */
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

/* ### the end */

TEST(who_reaches_the_target_begins_the_extra_turn)
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

TEST(option_max_turns_counts_turns_without_a_roll)
{
	struct table t = start(2, "max_turns=2");

	play(&t, "0- 1+300 0-");
	ck_assert_int_eq(race_of(&t)->turns[0], 2);
	play(&t, "1-");
	check_now(&t, "max_turns 21: 0 300");
	table_release(&t);
}

TEST(ten_play_and_eleven_do_not)
{
	check_seats_max(&vollelotte, 10);
}

static void set_up(void)
{
	hand_cases_read("vollelotte");
}

UNIT_FILE(set_up, NULL)
