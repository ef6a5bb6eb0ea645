/*
 * check_vollelotte.c - rulings and options of Volle Lotte: turns, cards.
 *
 * A number in a name is that of a ruling in docs/games/vollelotte.md.
 */
#include "vollelotte_by_hand.h"

/* ### what is legal: each row one moment of a turn */

static const struct {
	const char *name, *options, *card;
	int lottes;
	const char *faces, *roll;
	const char *legal;      /* digits and r, b or c, as in `legal` */
} moments[] = {
	{ "1: each die counts once: 1111 is a three and a 1", "", "double", 0, "", "111122", "1r 1b 11r 11b 111r 111b 1111r 1111b" },
	{ "bonus: six aside is bank or card", "", "bonus200", 0, "", "15", "1r 1b 5r 5b 15b 15c" },
	{ "double: the same", "", "double", 0, "", "5", "5b 5c" },
	{ "four equal: three of them", "", "bonus200", 0, "", "222236", "222r 222b" },
	{ "six equal are two threes", "", "bonus200", 0, "", "222222", "222r 222b 222222b 222222c" },
	{ "plusminus: roll, then bank or card", "", "plusminus", 0, "", "15", "1r 5r 15b 15c" },
	{ "option pm_ends_turn", "pm_ends_turn=true", "plusminus", 0, "", "15", "1r 5r 15b" },
	{ "clover: the first Volle Lotte rolls on", "", "clover", 0, "", "15", "1r 5r 15r" },
	{ "clover: the second wins", "", "clover", 1, "", "15", "1r 5r 15b" },
	{ "10: new faces may be held back", "", "suite", 0, "256", "134", "1r 3r 4r 13r 14r 34r 134b" },
	{ "suite: one die of each face", "", "suite", 0, "25", "1136", "1r 3r 6r 13r 16r 36r 136r" },
	{ "option suite_ends_turn off", "suite_ends_turn=false", "suite", 0, "2456", "13", "1r 3r 13b 13c" },
	{ "option suite_keep all: asked only when it is complete", "suite_keep=all,suite_ends_turn=false", "suite", 0, "256", "134", "134b 134c" },
	{ "option firework_keep free", "firework_keep=free", "firework", 0, "", "15", "1r 5r 15r" },
};

START_TEST(at_each_moment_exactly_these_moves_are_legal)
{
	struct table t = table_new(&vollelotte, 2, moments[_i].options);

	card(&t, moments[_i].card);
	state_of(&t)->lottes = moments[_i].lottes;
	for (const char *face = moments[_i].faces; *face != '\0'; face++)
		state_of(&t)->faces[*face - '0'] = 1;
	state_of(&t)->dice = (int)strlen(moments[_i].roll);
	roll(&t, moments[_i].roll);
	check_legal(&t, moments[_i].legal);
	table_release(&t);
}
END_TEST

static const struct {
	const char *options, *card, *dice, *then, *why;
} refusals[] = {
	{ "", "plusminus", "1", "bank", "under plusminus \"then\" is roll after this keep" },
	{ "", "bonus400", "1", "card", "under bonus400 \"then\" is roll or bank after this keep" },
	{ "", "suite", "12", "bank", "under suite \"then\" is roll after this keep" },
	{ "firework_keep=free", "firework", "1", "bank", "under firework \"then\" is roll after this keep" },
	{ "", "double", "1", "stop", "\"then\" is roll, bank or card" },
	{ "", "double", "3", "roll", "the 3 does not score" },
	{ "suite_keep=all,suite_ends_turn=false", "suite", "12", "roll", "a suite keeps all new faces here" },
};

START_TEST(what_the_card_does_not_allow_is_refused_with_the_reason)
{
	struct table t = table_new(&vollelotte, 2, refusals[_i].options);

	card(&t, refusals[_i].card);
	/* The dice of a suite that lacks 1, 2, 3 and 4. */
	if (state_of(&t)->suite_all) {
		state_of(&t)->faces[5] = state_of(&t)->faces[6] = 1;
		state_of(&t)->dice = 4;
	}
	roll(&t, state_of(&t)->suite_all ? "1234" : "123346");
	refused(&t, refusals[_i].dice, refusals[_i].then, refusals[_i].why);
	table_release(&t);
}
END_TEST

START_TEST(ruling_1_groups_do_not_span_rolls)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "bonus200");
	roll(&t, "522346");
	keep(&t, "5", "roll");
	roll(&t, "52234");
	keep(&t, "5", "roll");
	roll(&t, "5223");
	keep(&t, "5", "roll");
	ck_assert_int_eq(state_of(&t)->total, 150);
	table_release(&t);
}
END_TEST

/* ### the cards */

START_TEST(rulings_2_and_12_a_stop_in_mid_turn_costs_the_turn_only)
{
	struct table t = table_new(&vollelotte, 2, "");

	state_of(&t)->race.score[0] = 700;
	card(&t, "bonus300");
	roll(&t, "111555");
	keep(&t, "111555", "card");
	ck_assert_int_eq(state_of(&t)->total, 1800);
	ck_assert_int_eq(vollelotte.turn(t.state), GAME_CHANCE);
	json_clear(&t.told);
	card(&t, "stop");
	check_told(&t, "{\"e\":\"card\",\"seat\":0,\"card\":\"stop\"},"
		   "{\"e\":\"stopped\",\"seat\":0,\"lost\":1800}");
	ck_assert_int_eq(state_of(&t)->race.score[0], 700);
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	ck_assert_int_eq(state_of(&t)->race.turns[0], 1);
	table_release(&t);
}
END_TEST

START_TEST(a_null_loses_the_turn)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "double");
	roll(&t, "123346");
	keep(&t, "1", "roll");
	json_clear(&t.told);
	roll(&t, "23346");
	check_told(&t, "{\"e\":\"null\",\"seat\":0,\"lost\":100}");
	ck_assert_int_eq(state_of(&t)->race.seat, 1);
	table_release(&t);
}
END_TEST

START_TEST(a_bonus_is_paid_for_a_volle_lotte_only)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "bonus600");
	roll(&t, "111555");
	keep(&t, "111", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[0], 1000);
	card(&t, "bonus600");
	roll(&t, "111555");
	json_clear(&t.told);
	keep(&t, "111555", "bank");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":1,\"card\":\"bonus600\"},"
		   "{\"e\":\"bank\",\"seat\":1,\"points\":2100,\"score\":2100}");
	table_release(&t);
}
END_TEST

START_TEST(rulings_3_and_4_a_firework_keeps_all_and_banks_earlier_cards_too)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "bonus200");
	roll(&t, "111555");
	keep(&t, "111555", "card");
	card(&t, "firework");
	json_clear(&t.told);
	roll(&t, "111222");             /* a Volle Lotte, and on with six */
	ck_assert_int_eq(vollelotte.due(t.state).dice, 6);
	roll(&t, "115666");
	roll(&t, "123346");
	ck_assert_int_eq(vollelotte.due(t.state).dice, 5);
	roll(&t, "22346");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"firework\"},"
		   "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"firework\"},"
		   "{\"e\":\"burnt_out\",\"seat\":0,\"total\":3850},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":3850,\"score\":3850}");
	table_release(&t);
}
END_TEST

START_TEST(ruling_4_a_null_at_once_banks_all_the_same)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "firework");
	json_clear(&t.told);
	roll(&t, "223346");
	check_told(&t, "{\"e\":\"burnt_out\",\"seat\":0,\"total\":0},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":0,\"score\":0}");
	table_release(&t);
}
END_TEST

static const struct {
	const char *options;
	int points;
} doubles[] = {
	{ "", 4900 }, { "double_scope=card", 3100 },
};

START_TEST(ruling_5_and_example_c_double_is_for_the_whole_turn_or_the_card)
{
	struct table t = table_new(&vollelotte, 2, doubles[_i].options);

	card(&t, "bonus300");
	roll(&t, "111555");
	keep(&t, "111555", "card");
	card(&t, "double");
	roll(&t, "115346");
	keep(&t, "115", "roll");
	roll(&t, "444");
	check_described(&t, _i == 0 ? "keeps 4 4 4 (400) and banks 4900" :
			"keeps 4 4 4 (400) and banks 3100");
	keep(&t, "444", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[0], doubles[_i].points);
	table_release(&t);
}
END_TEST

/* Seat 0 makes a Volle Lotte under plusminus, then `then`. */
static void plusminus(struct table *t, const char *then)
{
	card(t, "plusminus");
	roll(t, "111555");
	json_clear(&t->told);
	keep(t, "111555", then);
}

START_TEST(rulings_6_7_and_example_d_tied_leaders_lose_at_once)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 2000, 2600, 2600);
	plusminus(&t, "card");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"plusminus\"},"
		   "{\"e\":\"plusminus\",\"seat\":0,\"losers\":[1,2]}");
	ck_assert_int_eq(state_of(&t)->total, 1000);
	ck_assert_int_eq(state_of(&t)->race.score[0], 2000);
	ck_assert_int_eq(state_of(&t)->race.score[1], 1600);
	ck_assert_int_eq(state_of(&t)->race.score[2], 1600);
	card(&t, "stop");               /* theirs is lost, ours too */
	ck_assert_int_eq(state_of(&t)->race.score[0], 2000);
	ck_assert_int_eq(state_of(&t)->race.score[1], 1600);
	table_release(&t);
}
END_TEST

START_TEST(ruling_7_nobody_loses_when_the_player_leads_too)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 2600, 2600, 100);
	plusminus(&t, "bank");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"plusminus\"},"
		   "{\"e\":\"plusminus\",\"seat\":0,\"losers\":[]},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":1000,\"score\":3600}");
	table_release(&t);
}
END_TEST

START_TEST(option_pm_tie_none_tied_leaders_lose_nothing)
{
	struct table t = table_new(&vollelotte, 3, "pm_tie=none");

	scores(&t, 0, 2600, 2600);
	plusminus(&t, "card");
	ck_assert_int_eq(state_of(&t)->race.score[1], 2600);
	card(&t, "stop");
	scores(&t, 0, 2500, 2600);
	state_of(&t)->race.seat = 0;
	plusminus(&t, "bank");
	ck_assert_int_eq(state_of(&t)->race.score[2], 1600);
	table_release(&t);
}
END_TEST

START_TEST(ruling_8_scores_may_become_negative)
{
	struct table t = table_new(&vollelotte, 2, "");

	scores(&t, 0, 300, 0);
	plusminus(&t, "bank");
	ck_assert_int_eq(state_of(&t)->race.score[1], -700);
	table_release(&t);
}
END_TEST

START_TEST(option_floor_zero_they_do_not)
{
	struct table t = table_new(&vollelotte, 2, "floor_zero=true");

	scores(&t, 0, 300, 0);
	plusminus(&t, "bank");
	ck_assert_int_eq(state_of(&t)->race.score[1], 0);
	table_release(&t);
}
END_TEST

START_TEST(rulings_9_and_11_after_plusminus_the_turn_may_go_on)
{
	struct table t = table_new(&vollelotte, 2, "");

	plusminus(&t, "card");
	card(&t, "bonus200");
	roll(&t, "123346");
	keep(&t, "1", "bank");
	ck_assert_int_eq(state_of(&t)->race.score[0], 1100);
	table_release(&t);
}
END_TEST

START_TEST(rulings_10_and_11_a_suite_collects_faces_and_pays_2000)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "suite");
	roll(&t, "111256");
	keep(&t, "25", "roll");         /* 1 and 6 held back */
	ck_assert_int_eq(state_of(&t)->total, 0);
	roll(&t, "2235");               /* 3 is new */
	keep(&t, "3", "roll");
	roll(&t, "146");
	json_clear(&t.told);
	keep(&t, "146", "bank");
	check_told(&t, "{\"e\":\"suite\",\"seat\":0},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":2000,\"score\":2000}");
	table_release(&t);
}
END_TEST

START_TEST(a_roll_without_a_new_face_is_the_null_of_a_suite)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "bonus300");
	roll(&t, "111555");
	keep(&t, "111555", "card");
	card(&t, "suite");
	roll(&t, "111555");
	keep(&t, "15", "roll");
	json_clear(&t.told);
	roll(&t, "1115");
	check_told(&t, "{\"e\":\"null\",\"seat\":0,\"lost\":1800}");
	table_release(&t);
}
END_TEST

START_TEST(option_suite_keep_all_nobody_is_asked)
{
	struct table t = table_new(&vollelotte, 2, "suite_keep=all");

	card(&t, "suite");
	json_clear(&t.told);
	roll(&t, "111256");
	ck_assert_int_eq(vollelotte.due(t.state).dice, 2);
	roll(&t, "34");
	check_told(&t, "{\"e\":\"suite\",\"seat\":0},"
		   "{\"e\":\"bank\",\"seat\":0,\"points\":2000,\"score\":2000}");
	table_release(&t);
}
END_TEST

START_TEST(option_suite_ends_turn_off_a_card_may_follow)
{
	struct table t = table_new(&vollelotte, 2, "suite_ends_turn=false");

	card(&t, "bonus300");
	roll(&t, "111555");
	keep(&t, "111555", "card");
	card(&t, "suite");
	roll(&t, "123456");
	json_clear(&t.told);
	keep(&t, "123456", "card");
	check_told(&t, "{\"e\":\"suite\",\"seat\":0}");
	ck_assert_int_eq(state_of(&t)->total, 3800);
	ck_assert_int_eq(vollelotte.due(t.state).stream, 0);
	table_release(&t);
}
END_TEST

START_TEST(ruling_11_two_volle_lottes_under_the_clover_win_whatever_the_scores)
{
	struct table t = table_new(&vollelotte, 3, "");

	scores(&t, 50, 5900, 3000);
	card(&t, "clover");
	roll(&t, "111555");
	json_clear(&t.told);
	keep(&t, "111555", "roll");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"clover\"}");
	ck_assert_int_eq(state_of(&t)->total, 0);
	roll(&t, "222333");
	check_described(&t, "keeps 2 2 2 3 3 3 and completes the clover");
	keep(&t, "222333", "bank");
	check_told(&t, "{\"e\":\"volle_lotte\",\"seat\":0,\"card\":\"clover\"},"
		   "{\"e\":\"clover\",\"seat\":0},"
		   "{\"e\":\"win\",\"seats\":[0]}");
	check_over(&t, END_NORMAL, "122");
	ck_assert_int_eq(state_of(&t)->race.score[0], 50);
	table_release(&t);
}
END_TEST

START_TEST(a_move_is_described)
{
	struct table t = table_new(&vollelotte, 2, "");

	card(&t, "bonus300");
	roll(&t, "111555");
	check_described(&t, "keeps 1 (100) and rolls the other 5 dice");
	check_described(&t, "keeps 1 1 1 (1000) and banks 1000");
	check_described(&t, "keeps 1 1 1 5 5 (1100) and rolls the last die");
	check_described(&t, "keeps 1 1 1 5 5 5 (1500) and turns a card with 1800");
	keep(&t, "111555", "card");
	card(&t, "clover");
	roll(&t, "111555");
	check_described(&t, "keeps 1 1 1 5 5 5 and rolls all six again");
	table_release(&t);
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		ruling_1_groups_do_not_span_rolls,
		rulings_2_and_12_a_stop_in_mid_turn_costs_the_turn_only,
		a_null_loses_the_turn,
		a_bonus_is_paid_for_a_volle_lotte_only,
		rulings_3_and_4_a_firework_keeps_all_and_banks_earlier_cards_too,
		ruling_4_a_null_at_once_banks_all_the_same,
		rulings_6_7_and_example_d_tied_leaders_lose_at_once,
		ruling_7_nobody_loses_when_the_player_leads_too,
		option_pm_tie_none_tied_leaders_lose_nothing,
		ruling_8_scores_may_become_negative,
		option_floor_zero_they_do_not,
		rulings_9_and_11_after_plusminus_the_turn_may_go_on,
		rulings_10_and_11_a_suite_collects_faces_and_pays_2000,
		a_roll_without_a_new_face_is_the_null_of_a_suite,
		option_suite_keep_all_nobody_is_asked,
		option_suite_ends_turn_off_a_card_may_follow,
		ruling_11_two_volle_lottes_under_the_clover_win_whatever_the_scores,
		a_move_is_described,
	};
	TCase *tables = tcase_create("tables");

	tcase_add_loop_test(tables,
			    at_each_moment_exactly_these_moves_are_legal, 0,
			    sizeof moments / sizeof *moments);
	tcase_add_loop_test(tables,
		what_the_card_does_not_allow_is_refused_with_the_reason, 0,
		sizeof refusals / sizeof *refusals);
	tcase_add_loop_test(tables,
		ruling_5_and_example_c_double_is_for_the_whole_turn_or_the_card,
		0, sizeof doubles / sizeof *doubles);
	return run_tests("vollelotte", tables, tests,
			 sizeof tests / sizeof *tests);
}
