/*
 * bolo5_test.c - Bolo with five dice: the cases of bolo5.txt, the vectors, the
 * start.
 *
 * A number in a name is the number of a ruling in docs/games/bolo5.md.
 */
#include "tests/support/bolo5_by_hand.h"
#include "tests/support/hand_cases.h"
#include "tests/support/vectors.h"
#include "tests/unit/unit.h"

TEST_EACH(it_goes_as_its_name_says, hand_cases.count)
{
	hand_case_play(_i);
}

TEST(every_full_house_is_worth_500_unless_its_parts_are_worth_more)
{
	for (int three = 1; three <= 6; three++)
		for (int pair = 1; pair <= 6; pair++) {
			int count[DICE_KEEP_FACES] = {0}, parts;

			if (three == pair)
				continue;
			count[three] = 3;
			count[pair] = 2;
			parts = (three == 1 ? 1000 : 100 * three) +
				(pair == 1 ? 200 : 100);
			if (pair != 1 && pair != 5)
				parts = 0;
			ck_assert_int_eq(
				dice_keep_points(&bolo5_scoring, count),
				parts > 500 ? parts : 500);
		}
}

/* ### the vectors */

static void add_dice(struct text *text, const cJSON *dice)
{
	const cJSON *die;

	cJSON_ArrayForEach(die, dice)
		text_printf(text, "%d", die->valueint);
}

/* The moves of a vector as check_legal writes them. */
static void add_moves(struct text *text, const cJSON *vector)
{
	const cJSON *keep_of, *stop = json_get(vector, "may_stop")->child;

	cJSON_ArrayForEach(keep_of, json_get(vector, "keeps")) {
		if (text->length > 0)
			text_byte(text, ' ');
		add_dice(text, keep_of->child);
		text_byte(text, 'r');
		if (!cJSON_Compare(stop, keep_of->child, true))
			continue;
		text_byte(text, ' ');
		add_dice(text, stop);
		text_byte(text, 'b');
		stop = stop->next;
	}
	ck_assert(stop == NULL);
}

TEST(keeps_and_stops_are_those_of_the_vectors)
{
	cJSON *vectors = vectors_of_game("bolo5");
	const cJSON *vector;
	int rolls = 0;

	cJSON_ArrayForEach(vector, vectors_group(vectors, "keeps")) {
		struct text dice = {0}, moves = {0};
		struct table t;

		if (json_get(vector, "may_stop") == NULL)
			continue;
		t = start(2, "min_first=0");
		add_dice(&dice, json_get(vector, "roll"));
		add_moves(&moves, vector);
		state_of(&t)->dice = (int)dice.length;
		roll(&t, text_string(&dice));
		check_legal(&t, text_string(&moves));
		text_release(&dice);
		text_release(&moves);
		table_release(&t);
		rolls++;
	}
	ck_assert_int_gt(rolls, 20);
	cJSON_Delete(vectors);
}

static const struct {
	const char *name, *options, *steps;
} no_clauses[] = {
	{ "another face", "", "44423 444r 33" },
	{ "only one die of the face", "", "44423 444r 43" },
	{ "5s score", "", "55523 555r 55" },
	{ "more than the three is aside", "", "44413 1444r 4" },
	{ "a full house lies aside", "", "44422 22444r 44446" },
	{ "option yahtzee_clause off", "yahtzee_clause=false", "44423 444r 44" },
};

TEST_EACH(where_the_clause_does_not_hold_the_turn_goes_on_as_usual,
	  ROWS(no_clauses))
{
	struct table t = start(2, no_clauses[_i].options);

	play(&t, no_clauses[_i].steps);
	ck_assert_msg(state_of(&t)->clause_throws == 0, "%s",
		      no_clauses[_i].name);
	table_release(&t);
}

/* ### the start */

TEST(option_start_the_highest_die_begins)
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

TEST(who_is_out_throws_all_the_same_and_the_next_one_begins)
{
	struct table t = start(4, "start=roll");

	play(&t, "!3 5255 !0 113");
	check_told(&t, "{'e':'start','seat':1}");
	ck_assert_int_eq(race_of(&t)->turns[1], 1);
	play(&t, "1- 2- 1-");
	table_release(&t);
}

/* The die of a seat that is out counts: seat 3 alone throws a 6. */
TEST(a_seat_that_is_out_may_win_the_throw)
{
	struct table t = start(4, "start=roll");

	play(&t, "!3 5556");
	check_told(&t, "{'e':'start','seat':0}");
	ck_assert_int_eq(race_of(&t)->turns[0], 1);
	table_release(&t);
}

TEST(ruling_13_a_roll_is_five_dice_and_nothing_else_happens_to_it)
{
	struct table t = start(8, "");
	struct draw due = bolo5.due(t.state);

	ck_assert(due.stream == 1 && due.turn == 1);
	ck_assert(due.dice == 5 && due.sides == 6);
	table_release(&t);
}

/* ### the end */

TEST(option_last_round_all_others_play_once_more_then_by_score)
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

/* Checks the minimum that the view shows. */
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

TEST(option_nine_k_the_view_has_the_minimum_of_a_winning_bank)
{
	struct table t = start(2, "nine_k=win");

	scores(&t, "8950 9000");
	check_need(&t, "750");
	play(&t, "0-");
	check_need(&t, "1000");
	table_release(&t);
}

static void set_up(void)
{
	hand_cases_read("bolo5");
}

UNIT_FILE(set_up, NULL)
