/*
 * check_vollelotte_end.c - the deck of Volle Lotte, and how a game ends.
 *
 * A number in a name is that of a ruling in docs/games/vollelotte.md.
 */
#include "vectors.h"
#include "vollelotte_by_hand.h"

/* ### the deck (ruling 13) */

START_TEST(example_a_a_draw_takes_that_card_of_the_canonical_order)
{
	struct table t = table_new(&vollelotte, 2, "");
	const int left[] = { 10, 5, 4, 5, 5, 5, 5, 5, 5, 5, 1 };
	struct draw due = vollelotte.due(t.state);

	ck_assert(due.stream == 0 && due.turn == 0 && due.dice == 1);
	land(&t, (int[]){ 17 });
	check_told(&t, "{\"e\":\"card\",\"seat\":0,\"card\":\"bonus200\"}");
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
	cJSON *vectors = vectors_load("games.json");
	const cJSON *kind = json_get(vectors_group(vectors, "vollelotte"),
				     "deck")->child;
	struct table t = table_new(&vollelotte, 2, "");

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
	struct table t = table_new(&vollelotte, 2, "");

	for (int left = 56; left > 0; left--) {
		ck_assert_int_eq(vollelotte.due(t.state).sides, left);
		land(&t, (int[]){ left });      /* the last in order */
		if (state_of(&t)->card == VOLLELOTTE_SUITE)
			roll(&t, "123456");
		if (vollelotte.turn(t.state) >= 0)
			keep(&t, "1", "roll");
		/* A null, whatever is in hand. */
		while (state_of(&t)->step == VOLLELOTTE_ROLLS) {
			int dice = state_of(&t)->dice;

			roll(&t, dice == 6 ? "223346" : &"11111"[5 - dice]);
		}
		if (left > 1)
			json_clear(&t.told);
	}
	check_told(&t, "{\"e\":\"card\",\"seat\":1,\"card\":\"stop\"},"
		   "{\"e\":\"stopped\",\"seat\":1,\"lost\":0},"
		   "{\"e\":\"reshuffle\"}");
	ck_assert_int_eq(vollelotte.due(t.state).sides, 56);
	table_release(&t);
}
END_TEST

/* ### the end */

START_TEST(the_last_in_points_plays_once_more_then_the_highest_score_wins)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 5000, 3000, 2000);
	json_clear(&t.told);
	banks(&t, 0, 1000);
	check_told(&t, "{\"e\":\"card\",\"seat\":0,\"card\":\"bonus200\"},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":1000,\"score\":6000},"
		   "{\"e\":\"target_reached\",\"seat\":0,\"score\":6000}");
	ck_assert_int_eq(state_of(&t)->phase, VOLLELOTTE_EXTRA);
	ck_assert_int_eq(state_of(&t)->total, 0);
	nulls(&t, 2);
	check_over(&t, END_NORMAL, "122");
	table_release(&t);
}
END_TEST

START_TEST(of_several_last_ones_the_first_after_the_trigger_plays)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 2000, 5900, 2000);
	nulls(&t, 0);
	banks(&t, 1, 200);
	nulls(&t, 2);
	check_over(&t, END_NORMAL, "212");
	table_release(&t);
}
END_TEST

START_TEST(ruling_14_the_extra_turn_goes_to_one_seat_even_if_others_had_fewer)
{
	struct table t = table_new(&vollelotte, 4, "");

	nulls(&t, 0);
	scores(&t, 50, 5900, 200);
	state_of(&t)->race.score[3] = 100;
	banks(&t, 1, 200);
	nulls(&t, 0);                   /* 2 and 3 have had none at all */
	check_over(&t, END_NORMAL, "2122");
	table_release(&t);
}
END_TEST

START_TEST(ruling_15_a_fall_below_the_target_changes_nothing)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 5900, 5500, 0);
	banks(&t, 0, 100);
	ck_assert_int_eq(state_of(&t)->race.seat, 2);
	card(&t, "plusminus");
	roll(&t, "111555");
	keep(&t, "111555", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[0], 5000);
	check_over(&t, END_NORMAL, "212");
	table_release(&t);
}
END_TEST

START_TEST(ruling_15_a_second_crossing_changes_nothing_and_equal_scores_share)
{
	struct table t = table_new(&vollelotte, 3, "ranking=score");

	scores(&t, 5900, 5500, 5100);
	banks(&t, 0, 100);
	json_clear(&t.told);
	banks(&t, 2, 900);
	check_told(&t, "{\"e\":\"card\",\"seat\":2,\"card\":\"bonus200\"},"
		   "{\"e\":\"bank\",\"seat\":2,\"points\":900,\"score\":6000},"
		   "{\"e\":\"win\",\"seats\":[0,2]}");
	check_over(&t, END_NORMAL, "131");
	table_release(&t);
}
END_TEST

START_TEST(ruling_16_a_clover_in_the_extra_turn_wins)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 5900, 5500, 5100);
	banks(&t, 0, 100);
	card(&t, "clover");
	roll(&t, "111555");
	keep(&t, "111555", "roll");
	roll(&t, "111555");
	keep(&t, "111555", "bank");
	check_over(&t, END_NORMAL, "221");
	table_release(&t);
}
END_TEST

START_TEST(option_target)
{
	struct table t = table_new(&vollelotte, 2, "target=500");

	banks(&t, 0, 450);
	banks(&t, 1, 500);
	nulls(&t, 0);
	check_over(&t, END_NORMAL, "21");
	table_release(&t);
}
END_TEST

START_TEST(option_ranking_losers_all_rank_2_or_by_score)
{
	static const char *const options[] = { "", "ranking=score" };
	static const char *const ranks[] = { "1222", "1422" };

	for (int i = 0; i < 2; i++) {
		struct table t = table_new(&vollelotte, 4, options[i]);

		scores(&t, 5900, 100, 3000);
		race_of(&t)->score[3] = 3000;
		banks(&t, 0, 100);
		nulls(&t, 1);
		check_over(&t, END_NORMAL, ranks[i]);
		table_release(&t);
	}
}
END_TEST

START_TEST(option_end_rule_finish_round_the_seats_behind_the_trigger_play)
{
	struct table t = table_new(&vollelotte, 4, "end_rule=finish_round");

	scores(&t, 0, 5900, 5500);
	nulls(&t, 0);
	banks(&t, 1, 100);
	banks(&t, 2, 700);
	nulls(&t, 3);
	check_over(&t, END_NORMAL, "2212");
	table_release(&t);
}
END_TEST

START_TEST(option_end_rule_finish_round_ends_at_once_behind_the_last_seat)
{
	struct table t = table_new(&vollelotte, 2, "end_rule=finish_round");

	scores(&t, 0, 5900, 0);
	nulls(&t, 0);
	banks(&t, 1, 100);
	check_over(&t, END_NORMAL, "21");
	table_release(&t);
}
END_TEST

START_TEST(option_end_rule_immediate_the_trigger_wins)
{
	struct table t = table_new(&vollelotte, 2, "end_rule=immediate");

	scores(&t, 5900, 0, 0);
	json_clear(&t.told);
	banks(&t, 0, 100);
	check_told(&t, "{\"e\":\"card\",\"seat\":0,\"card\":\"bonus200\"},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":100,\"score\":6000},"
		   "{\"e\":\"target_reached\",\"seat\":0,\"score\":6000},"
		   "{\"e\":\"win\",\"seats\":[0]}");
	check_over(&t, END_NORMAL, "12");
	table_release(&t);
}
END_TEST

START_TEST(option_max_turns_counts_turns_without_a_roll)
{
	struct table t = table_new(&vollelotte, 2, "max_turns=2");

	nulls(&t, 0);
	banks(&t, 1, 300);
	nulls(&t, 0);
	ck_assert_int_eq(state_of(&t)->race.turns[0], 2);
	nulls(&t, 1);
	check_over(&t, END_MAX_TURNS, "21");
	table_release(&t);
}
END_TEST

/* ### seats that are out */

START_TEST(who_is_out_is_not_last_in_points)
{
	struct table t = table_new(&vollelotte, 4, "");

	scores(&t, 5900, 300, 100);
	state_of(&t)->race.score[3] = 200;
	out(&t, 2);
	banks(&t, 0, 100);
	nulls(&t, 3);
	check_over(&t, END_NORMAL, "1222");
	table_release(&t);
}
END_TEST

START_TEST(who_is_out_is_no_leader)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 0, 300, 5000);
	out(&t, 2);
	card(&t, "plusminus");
	roll(&t, "111555");
	keep(&t, "111555", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[1], -700);
	ck_assert_int_eq(state_of(&t)->race.score[2], 5000);
	table_release(&t);
}
END_TEST

START_TEST(when_the_trigger_goes_out_another_has_won)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 5900, 300, 100);
	banks(&t, 0, 100);
	out(&t, 0);
	nulls(&t, 2);
	check_over(&t, END_NORMAL, "212");
	table_release(&t);
}
END_TEST

START_TEST(when_the_last_in_points_goes_out_the_game_is_over)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 5900, 300, 100);
	banks(&t, 0, 100);
	card(&t, "firework");
	json_clear(&t.told);
	out(&t, 2);
	check_told(&t, "{\"e\":\"win\",\"seats\":[0]}");
	check_over(&t, END_NORMAL, "122");
	table_release(&t);
}
END_TEST

START_TEST(a_fault_before_the_card_is_no_stop)
{
	struct table t = table_new(&vollelotte, 4, "");

	out(&t, 0);
	check_told(&t, "");
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	card(&t, "bonus200");
	json_clear(&t.told);
	out(&t, 1);
	check_told(&t, "");
	nulls(&t, 2);
	table_release(&t);
}
END_TEST

START_TEST(ten_play_and_eleven_do_not)
{
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(&vollelotte, rule);
	ck_assert_int_eq(rules_check(&vollelotte, 10, rule, &err), 0);
	ck_assert_int_eq(rules_check(&vollelotte, 11, rule, &err), -1);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		example_a_a_draw_takes_that_card_of_the_canonical_order,
		the_deck_is_that_of_the_vectors,
		ruling_13_all_cards_are_back_only_when_none_is_left,
		the_last_in_points_plays_once_more_then_the_highest_score_wins,
		of_several_last_ones_the_first_after_the_trigger_plays,
		ruling_14_the_extra_turn_goes_to_one_seat_even_if_others_had_fewer,
		ruling_15_a_fall_below_the_target_changes_nothing,
		ruling_15_a_second_crossing_changes_nothing_and_equal_scores_share,
		ruling_16_a_clover_in_the_extra_turn_wins,
		option_target,
		option_ranking_losers_all_rank_2_or_by_score,
		option_end_rule_finish_round_the_seats_behind_the_trigger_play,
		option_end_rule_finish_round_ends_at_once_behind_the_last_seat,
		option_end_rule_immediate_the_trigger_wins,
		option_max_turns_counts_turns_without_a_roll,
		who_is_out_is_not_last_in_points,
		who_is_out_is_no_leader,
		when_the_trigger_goes_out_another_has_won,
		when_the_last_in_points_goes_out_the_game_is_over,
		a_fault_before_the_card_is_no_stop,
		ten_play_and_eleven_do_not,
	};

	return run_tests("vollelotte end", NULL, tests,
			 sizeof tests / sizeof *tests);
}
