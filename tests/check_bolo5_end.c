/*
 * check_bolo5_end.c - Bolo with five dice: how it starts and ends, what is told.
 *
 * A number in a name is that of a ruling in docs/games/bolo5.md.
 */
#include "bolo5_by_hand.h"

/* ### what spectators are told (ruling 12) */

START_TEST(ruling_12_hits_are_told_and_change_nothing)
{
	struct table t = table_new(&bolo5, 2, "");

	banks(&t, 0, 2950);
	check_told(&t, "{\"e\":\"bank\",\"seat\":0,\"points\":2950,\"score\":2950},"
		   "{\"e\":\"on_board\",\"seat\":0},"
		   "{\"e\":\"hits\",\"seat\":0,\"hits\":2}");
	bolos(&t, 1);
	json_clear(&t.told);
	state_of(&t)->race.score[0] = 9000;
	banks(&t, 0, 1000);
	check_told(&t, "{\"e\":\"bank\",\"seat\":0,\"points\":1000,\"score\":10000},"
		   "{\"e\":\"hits\",\"seat\":0,\"hits\":1},"
		   "{\"e\":\"win\",\"seats\":[0]}");
	table_release(&t);
}
END_TEST

START_TEST(example_d_exactly_5150_is_van_halen)
{
	struct table t = table_new(&bolo5, 2, "");

	scores(&t, 4650, 0, 0);
	banks(&t, 0, 500);
	check_told(&t, "{\"e\":\"bank\",\"seat\":0,\"points\":500,\"score\":5150},"
		   "{\"e\":\"van_halen\",\"seat\":0,\"hits\":1}");
	table_release(&t);
}
END_TEST

START_TEST(option_van_halen_off)
{
	struct table t = table_new(&bolo5, 2, "van_halen=false");

	scores(&t, 4650, 0, 0);
	banks(&t, 0, 500);
	check_told(&t, "{\"e\":\"bank\",\"seat\":0,\"points\":500,\"score\":5150}");
	table_release(&t);
}
END_TEST

START_TEST(option_hits_on_bolo_counts_lost_points_too)
{
	struct table t = table_new(&bolo5, 2, "hits_on_bolo=true");

	state_of(&t)->total = 2050;
	bolos(&t, 0);
	check_told(&t, "{\"e\":\"bolo\",\"seat\":0,\"lost\":2050},"
		   "{\"e\":\"hits\",\"seat\":0,\"hits\":2}");
	state_of(&t)->total = 950;
	bolos(&t, 1);
	check_told(&t, "{\"e\":\"bolo\",\"seat\":1,\"lost\":950}");
	table_release(&t);
}
END_TEST

START_TEST(a_high_roller_thrown_away_is_a_travesty)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "33333");
	keep(&t, "33333", "roll");
	check_told(&t, "{\"e\":\"high_roller\",\"seat\":0,\"points\":5000},"
		   "{\"e\":\"hot_dice\",\"seat\":0,\"total\":5000}");
	bolos(&t, 0);
	check_told(&t, "{\"e\":\"bolo\",\"seat\":0,\"lost\":5000},"
		   "{\"e\":\"travesty\",\"seat\":0}");
	table_release(&t);
}
END_TEST

START_TEST(every_high_roller_is_told)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "33333");
	keep(&t, "33333", "roll");
	roll(&t, "11111");
	json_clear(&t.told);
	keep(&t, "11111", "roll");
	check_told(&t, "{\"e\":\"high_roller\",\"seat\":0,\"points\":10000},"
		   "{\"e\":\"hot_dice\",\"seat\":0,\"total\":15000}");
	table_release(&t);
}
END_TEST

START_TEST(a_fault_leaves_nothing_of_the_turn_to_the_next_seat)
{
	struct table t = table_new(&bolo5, 4, "");

	roll(&t, "33333");
	keep(&t, "33333", "roll");
	out(&t, 0);
	json_clear(&t.told);
	bolos(&t, 1);
	check_told(&t, "{\"e\":\"bolo\",\"seat\":1,\"lost\":0}");
	roll(&t, "44423");
	keep(&t, "444", "roll");
	out(&t, 2);
	roll(&t, "44444");
	check_legal(&t, "44444r");
	table_release(&t);
}
END_TEST

START_TEST(a_bolo_one_roll_later_is_no_travesty)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "11111");
	keep(&t, "11111", "roll");
	roll(&t, "12446");
	keep(&t, "1", "roll");
	json_clear(&t.told);
	roll(&t, "2346");
	check_told(&t, "{\"e\":\"bolo\",\"seat\":0,\"lost\":10100}");
	table_release(&t);
}
END_TEST

START_TEST(the_lowest_roll_earns_scorn)
{
	struct table t = table_new(&bolo5, 2, "");

	roll(&t, "34232");
	check_told(&t, "{\"e\":\"scorn\",\"seat\":0},"
		   "{\"e\":\"bolo\",\"seat\":0,\"lost\":0}");
	table_release(&t);
}
END_TEST

/* ### the start */

START_TEST(option_start_the_highest_die_begins)
{
	struct table t = table_new(&bolo5, 4, "start=roll");
	struct draw due = bolo5.due(t.state);

	ck_assert(due.stream == 0 && due.turn == 0 && due.sides == 6);
	roll(&t, "2635");
	check_told(&t, "{\"e\":\"start\",\"seat\":1}");
	due = bolo5.due(t.state);
	ck_assert(due.stream == 2 && due.turn == 1 && due.dice == 5);
	bolos(&t, 1);
	bolos(&t, 2);
	bolos(&t, 3);
	bolos(&t, 0);
	table_release(&t);
}
END_TEST

START_TEST(option_start_who_shares_the_highest_die_throws_again)
{
	struct table t = table_new(&bolo5, 4, "start=roll");

	roll(&t, "5255");
	roll(&t, "133");
	check_told(&t, "");
	roll(&t, "46");
	check_told(&t, "{\"e\":\"start\",\"seat\":3}");
	ck_assert_int_eq(state_of(&t)->race.seat, 3);
	ck_assert_int_eq(state_of(&t)->race.turns[3], 1);
	table_release(&t);
}
END_TEST

START_TEST(who_is_out_throws_all_the_same_and_the_next_one_begins)
{
	struct table t = table_new(&bolo5, 4, "start=roll");

	out(&t, 3);
	roll(&t, "5255");
	out(&t, 0);
	roll(&t, "113");
	check_told(&t, "{\"e\":\"start\",\"seat\":3}");
	ck_assert_int_eq(state_of(&t)->race.turns[1], 1);
	bolos(&t, 1);
	bolos(&t, 2);
	bolos(&t, 1);
	table_release(&t);
}
END_TEST

START_TEST(a_fault_during_the_throw_that_leaves_one_ends_the_game)
{
	struct table t = table_new(&bolo5, 2, "start=roll");

	out(&t, 0);
	check_told(&t, "{\"e\":\"win\",\"seats\":[1]}");
	check_over(&t, END_FAULT, "21");
	table_release(&t);
}
END_TEST

/* ### the end */

START_TEST(option_target)
{
	struct table t = table_new(&bolo5, 2, "target=1000");

	banks(&t, 0, 950);
	banks(&t, 1, 1000);
	check_over(&t, END_NORMAL, "21");
	table_release(&t);
}
END_TEST

START_TEST(option_ranking_losers_all_rank_2_or_by_score)
{
	static const char *const options[] = { "", "ranking=score" };
	static const char *const ranks[] = { "1222", "1422" };

	for (int i = 0; i < 2; i++) {
		struct table t = table_new(&bolo5, 4, options[i]);

		scores(&t, 9900, 350, 5000);
		race_of(&t)->score[3] = 5000;
		banks(&t, 0, 1000);
		check_over(&t, END_NORMAL, ranks[i]);
		table_release(&t);
	}
}
END_TEST

START_TEST(option_last_round_all_others_play_once_more_then_by_score)
{
	struct table t = table_new(&bolo5, 3, "last_round=true,ranking=score");

	scores(&t, 9000, 8500, 9100);
	bolos(&t, 0);
	json_clear(&t.told);
	banks(&t, 1, 2000);
	check_told(&t, "{\"e\":\"bank\",\"seat\":1,\"points\":2000,\"score\":10500},"
		   "{\"e\":\"hits\",\"seat\":1,\"hits\":2},"
		   "{\"e\":\"final_round\",\"seat\":1,\"score\":10500}");
	ck_assert_int_eq(state_of(&t)->phase, BOLO5_FINAL);
	banks(&t, 2, 1400);
	bolos(&t, 0);
	check_over(&t, END_NORMAL, "311");
	table_release(&t);
}
END_TEST

START_TEST(option_last_round_who_is_out_has_no_last_turn_and_wins_nothing)
{
	struct table t = table_new(&bolo5, 4, "last_round=true");

	scores(&t, 9000, 0, 0);
	banks(&t, 0, 2000);
	out(&t, 2);
	out(&t, 0);
	banks(&t, 1, 700);
	bolos(&t, 3);
	check_over(&t, END_NORMAL, "2122");
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
	struct table t = table_new(&bolo5, 2, "nine_k=win");

	scores(&t, 8950, 9000, 0);
	check_need(&t, "750");
	bolos(&t, 0);
	check_need(&t, "1000");
	table_release(&t);
}
END_TEST

START_TEST(option_max_turns_the_highest_score_wins)
{
	struct table t = table_new(&bolo5, 3, "max_turns=1,ranking=score");

	banks(&t, 0, 700);
	banks(&t, 1, 800);
	bolos(&t, 2);
	check_over(&t, END_MAX_TURNS, "213");
	table_release(&t);
}
END_TEST

START_TEST(a_fault_ends_a_turn_without_a_bolo)
{
	struct table t = table_new(&bolo5, 3, "");

	roll(&t, "12446");
	keep(&t, "1", "roll");
	out(&t, 0);
	check_told(&t, "");
	ck_assert_int_eq(state_of(&t)->total, 0);
	ck_assert_int_eq(bolo5.due(t.state).dice, 5);
	bolos(&t, 1);
	bolos(&t, 2);
	bolos(&t, 1);
	table_release(&t);
}
END_TEST

START_TEST(ruling_13_a_roll_is_five_dice_and_nothing_else_happens_to_it)
{
	struct table t = table_new(&bolo5, 8, "");
	struct draw due = bolo5.due(t.state);

	ck_assert(due.stream == 1 && due.turn == 1);
	ck_assert(due.dice == 5 && due.sides == 6);
	table_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		ruling_12_hits_are_told_and_change_nothing,
		example_d_exactly_5150_is_van_halen,
		option_van_halen_off,
		option_hits_on_bolo_counts_lost_points_too,
		a_high_roller_thrown_away_is_a_travesty,
		every_high_roller_is_told,
		a_fault_leaves_nothing_of_the_turn_to_the_next_seat,
		a_bolo_one_roll_later_is_no_travesty,
		the_lowest_roll_earns_scorn,
		option_start_the_highest_die_begins,
		option_start_who_shares_the_highest_die_throws_again,
		who_is_out_throws_all_the_same_and_the_next_one_begins,
		a_fault_during_the_throw_that_leaves_one_ends_the_game,
		option_target,
		option_ranking_losers_all_rank_2_or_by_score,
		option_last_round_all_others_play_once_more_then_by_score,
		option_last_round_who_is_out_has_no_last_turn_and_wins_nothing,
		option_nine_k_the_view_has_the_minimum_of_a_winning_bank,
		option_max_turns_the_highest_score_wins,
		a_fault_ends_a_turn_without_a_bolo,
		ruling_13_a_roll_is_five_dice_and_nothing_else_happens_to_it,
	};

	return run_tests("bolo5 end", NULL, tests,
			 sizeof tests / sizeof *tests);
}
