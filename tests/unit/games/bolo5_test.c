/*
 * bolo5_test.c - turns of Bolo with five dice: what scores, what is legal.
 *
 * A number in a name is that of a ruling in docs/games/bolo5.md.
 */
#include "tests/support/bolo5_by_hand.h"
#include "tests/support/vectors.h"

/* ### what is legal: each row one moment of a turn */

static const struct {
	const char *name, *options;
	int score, total;
	const char *roll;
	const char *legal;      /* digits and r or b, as in `legal` */
} moments[] = {
	{ "example (a): a full house, or its 1s and stop", "", 0, 0, "11122", "1r 11r 111r 111b 11122r" },
	{ "2: with the 1s he may stop, whole he must roll on", "", 100, 0, "11122", "1r 11r 111r 111b 11122r" },
	{ "1: four 1s are 2000", "", 0, 0, "11116", "1r 11r 111r 111b 1111r 1111b" },
	{ "3: 11155 whole leaves nothing over", "", 100, 1000, "11155", "1r 5r 11r 15r 55r 111r 115r 155r 1115r 1155r 11155r" },
	{ "4: a 1 or a 5 left over does not allow stopping", "", 100, 1000, "15", "1r 5r 15r" },
	{ "4: three of a face left over do not", "", 100, 1000, "12221", "1r 11r 222r 1222r 11222r" },
	{ "4: two left over do", "", 100, 1000, "1221", "1r 1b 11r 11b" },
	{ "4: dice of a straight left over do", "", 100, 1000, "12345", "1r 1b 5r 5b 15r 15b 12345r" },
	{ "5: scoring dice may be rolled again", "", 100, 1000, "1115", "1r 5r 11r 15r 111r 115r 1115r" },
	{ "6: four equal may be kept as three", "", 100, 0, "44442", "444r 444b 4444r 4444b" },
	{ "7: 6950 needs 350", "", 6950, 300, "5246", "5r 5b" },
	{ "7: exactly 7000 needs 750", "", 7000, 650, "5246", "5r" },
	{ "7: and 750 is enough", "", 7000, 700, "5246", "5r 5b" },
	{ "7: exactly 9000 needs 1000", "", 9000, 900, "5246", "5r" },
	{ "7: and 1000 is enough", "", 9000, 950, "5246", "5r 5b" },
	{ "8: the first bank needs 650", "", 0, 550, "5246", "5r" },
	{ "8: and 650 is enough", "", 0, 600, "5246", "5r 5b" },
	{ "8: a score of 50 is on the board", "", 50, 300, "5246", "5r 5b" },
	{ "9: from below 9000 the minimum of 7000 wins", "", 8950, 1000, "5246", "5r 5b" },
	{ "example (c): 950 cannot be banked at 9250", "", 9250, 900, "5246", "5r" },
	{ "nothing scores", "", 100, 0, "22334", "" },
	{ "five equal must be kept whole", "", 100, 0, "22222", "22222r" },
	{ "five 1s too", "", 100, 0, "11111", "11111r" },
	{ "option five_kind_forced off", "five_kind_forced=false", 100, 1000, "22222", "222r 222b 2222r 2222b 22222r" },
	{ "option min_first", "min_first=50", 0, 0, "5246", "5r 5b" },
	{ "option min_turn", "min_turn=400", 100, 300, "5246", "5r" },
	{ "option min_7000", "min_7000=50", 7000, 0, "5246", "5r 5b" },
	{ "option min_9000", "min_9000=50", 9000, 0, "5246", "5r 5b" },
	{ "option nine_k: 750 that do not win", "nine_k=win", 9000, 700, "5246", "5r 5b" },
	{ "option nine_k: 700 are below min_7000", "nine_k=win", 9000, 650, "5246", "5r" },
	{ "option nine_k: 950 that would win", "nine_k=win", 9250, 900, "5246", "5r" },
	{ "option nine_k: 750 that reach the target exactly", "nine_k=win", 9250, 700, "5246", "5r" },
	{ "option nine_k: 1000 that win", "nine_k=win", 9250, 950, "5246", "5r 5b" },
};

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct table t = start(2, moments[_i].options);

	t.name = moments[_i].name;
	race_of(&t)->score[0] = moments[_i].score;
	state_of(&t)->total = moments[_i].total;
	state_of(&t)->dice = (int)strlen(moments[_i].roll);
	roll(&t, moments[_i].roll);
	check_legal(&t, moments[_i].legal);
	table_release(&t);
}
END_TEST

static const struct refusal refusals[] = {
	{ "all that is left over scores", "", "12345", "12345b", "no die that does not score is left over, so you must roll" },
	{ "a bank below the minimum", "", "11346", "11b", "bank needs 650, this would be 200" },
	{ "five equal in part", "", "44444", "444r", "five equal dice must be kept whole" },
};

START_TEST(what_the_rules_forbid_is_refused_with_the_reason)
{
	check_refusal(&hand, &refusals[_i]);
}
END_TEST

static const struct worth worths[] = {
	{ "a 1", "1", 100 }, { "a 5", "5", 50 },
	{ "three 1s", "111", 1000 }, { "three 6s", "666", 600 },
	{ "1: four 1s", "1111", 2000 }, { "four 3s", "3333", 600 },
	{ "five 1s", "11111", 10000 }, { "five 5s", "55555", 5000 },
	{ "2: full house", "11122", 500 }, { "full house", "66644", 500 },
	{ "3: 11155", "11155", 1100 }, { "3: 55511", "55511", 700 },
	{ "66655: three 6s and two 5s", "66655", 700 },
	{ "33355: the house", "33355", 500 },
	{ "low straight", "12345", 1000 }, { "high straight", "23456", 1000 },
	{ "four of a straight", "2345", 0 }, { "two pairs", "2244", 0 },
	{ "four equal and a 5", "44445", 850 },
};

START_TEST(dice_are_worth_their_best_split)
{
	check_worth(&bolo5_scoring, &worths[_i]);
}
END_TEST

START_TEST(every_full_house_is_worth_500_unless_its_parts_are_worth_more)
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
END_TEST

/* ### the vectors */

static void add_dice(struct text *text, const cJSON *dice)
{
	const cJSON *die;

	cJSON_ArrayForEach(die, dice)
		text_printf(text, "%d", die->valueint);
}

/* The moves of a vector as check_legal has them. */
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

START_TEST(keeps_and_stops_are_those_of_the_vectors)
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
END_TEST

/* ### turns */

static const struct story stories[] = {
	{ "a bolo loses the turn", 2, "", "", "11346 11r 346",
	  "{'e':'bolo','seat':0,'lost':200}", "1: 0 0" },
	{ "with all five aside all are rolled again", 2, "", "", "12345 12345r 12446",
	  "{'e':'hot_dice','seat':0,'total':1000}", "0 with 1000: 0 0" },
	{ "the minimum is that of the score before the turn", 2, "", "6950", "0+400",
	  NULL, "1: 7350 0" },
	{ "10: ten thousand in one roll still need a stop", 2, "", "", "11111 11111r 0-",
	  NULL, "1: 0 0" },
	{ "9 and 10: reaching the target wins at once, also beyond it", 3, "", "8900 9950 200", "0+5000",
	  NULL, "normal 122: 13900 9950 200" },

	/* the Yahtzee clause */
	{ "example (b): the rest of five equal dice is thrown again", 2, "", "700", "44423 444r 44 44 25 5b",
	  "{'e':'yahtzee_clause','seat':0},{'e':'yahtzee_clause','seat':0},{'e':'bank','seat':0,'points':450,'score':1150}", "1: 1150 0" },
	{ "11: it covers four equal and one die", 2, "", "", "66662 6666r 6",
	  NULL, "0 with 1200: 0 0" },
	{ "11: until another face falls", 2, "", "", "66662 6666r 6 2",
	  NULL, "1: 0 0" },
	{ "it needs dice of one roll of five", 2, "", "", "14446 1r 4446 444r 4",
	  NULL, "1: 0 0" },
	{ "three of four equal dice are covered too", 2, "", "", "33336 333r 33",
	  "{'e':'yahtzee_clause','seat':0}", "0 with 300: 0 0" },
};

START_TEST(a_turn_goes_as_its_name_says)
{
	check_story(&hand, &stories[_i]);
}
END_TEST

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

START_TEST(where_the_clause_does_not_hold_the_turn_goes_on_as_usual)
{
	struct table t = start(2, no_clauses[_i].options);

	play(&t, no_clauses[_i].steps);
	ck_assert_msg(state_of(&t)->clause_throws == 0, "%s",
		      no_clauses[_i].name);
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = start(2, "");

	state_of(&t)->total = 600;
	roll(&t, "11122");
	check_described(&t, "keeps 1 1 1 (1000) and banks 1600");
	check_described(&t, "keeps 1 1 1 (1000) and rolls the other 2 dice");
	check_described(&t, "keeps 1 1 1 2 2 (500) and rolls all five again");
	play(&t, "11r 156");
	check_described(&t, "keeps 1 5 (150) and rolls the last die");
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
		what_the_rules_forbid_is_refused_with_the_reason, 0,
		ROWS(refusals));
	tcase_add_loop_test(tcase, dice_are_worth_their_best_split, 0,
			    ROWS(worths));
	tcase_add_test(tcase,
		every_full_house_is_worth_500_unless_its_parts_are_worth_more);
	tcase_add_test(tcase, keeps_and_stops_are_those_of_the_vectors);
	tcase_add_loop_test(tcase, a_turn_goes_as_its_name_says, 0,
			    ROWS(stories));
	tcase_add_loop_test(tcase,
		where_the_clause_does_not_hold_the_turn_goes_on_as_usual, 0,
		ROWS(no_clauses));
	tcase_add_test(tcase, a_move_is_described);
	return cases_run("bolo5", tcase);
}
