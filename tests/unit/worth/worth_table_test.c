/*
 * worth_table_test.c - what positions are worth by an exact table: start, luck
 * and losses add up to the points of every game.
 */
#include "games/bolo5.h"
#include "games/bolo7.h"
#include "tests/support/worth_settings.h"
#include "tests/unit/unit.h"

enum { GAMES = 25 };

/* The value of a position is its expectation: Bellman's equation. */
static void check_bellman(const struct play *play)
{
	double f[2], all[2];

	play_check_sum(play);
	if (worth_roller(play->worth, play->state) < 0)
		return;
	worth_value(play->worth, play->state, f);
	worth_expect_all(play->worth, play->state, all);
	ck_assert_double_eq_tol(f[0], all[0], 1e-9);
}

TEST_EACH(start_luck_and_losses_make_the_points, SETS)
{
	struct play play;

	open_set(_i);
	play_begin(&play, &exact);
	play.look = check_bellman;
	play.ask = play_check_decision;
	play_game(&play);
	play_game(&play);
	play.look = play.ask = NULL;
	check_sums(&play, GAMES);
	play_end(&play);
	duel_free(duel);
}

TEST(the_best_moves_lose_nothing)
{
	open_set(0);
	check_best_play(GAMES);
	duel_free(duel);
}

static void check_expected(const struct play *play)
{
	double f[2], all[2];

	worth_expect(play->worth, play->state, f);
	worth_expect_all(play->worth, play->state, all);
	ck_assert_double_eq_tol(f[0], all[0], 1e-9);
}

/* The table ignores the limit of turns; the luck of the last turn must not. */
TEST_FROM(luck_is_fair_where_the_turns_are_used_up, SETS - 1, SETS)
{
	struct play play;

	open_set(_i);
	play_begin(&play, &exact);
	play.max_turns = 2;
	play.look = check_expected;
	for (int g = 0; g < 10; g++)
		play_game(&play);
	play_end(&play);
	duel_free(duel);
}

/* Throwing again under the Yahtzee clause changes nothing. */
TEST(the_throw_of_a_clause_is_no_luck)
{
	static const int all[] = { 2, 2, 2, 3, 4 }, rest[] = { 2, 2 };
	struct bolo5 state;
	double before[2], after[2];
	struct error err;
	int move[GAME_LEGAL_MAX];

	open_set(6);
	ck_assert_int_eq(bolo5.init(&state, 2, exact.rule, &err), 0);
	bolo5.land(&state, all);
	bolo5.legal(&state, move);
	bolo5.apply(&state, move[0]);
	ck_assert_int_eq(state.clause_face, 2);
	worth_expect(&exact, &state, before);
	bolo5.land(&state, rest);
	ck_assert_int_eq(state.clause_throws, 1);
	worth_value(&exact, &state, after);
	ck_assert_double_eq(before[0], after[0]);
	worth_release(&exact);
	duel_free(duel);
}

TEST(exchanged_seats_exchange_the_chances)
{
	struct bolo7 state, other;
	double f[2], g[2];
	struct error err;

	open_set(0);
	ck_assert_int_eq(bolo7.init(&state, 2, exact.rule, &err), 0);
	other = state;
	state.race.score[0] = other.race.score[1] = 300;
	state.race.score[1] = other.race.score[0] = 450;
	other.race.seat = 1;
	worth_value(&exact, &state, f);
	worth_value(&exact, &other, g);
	ck_assert_double_eq_tol(f[0], g[1], 1e-15);
	ck_assert_double_ne(f[0], g[0]);
	worth_release(&exact);
	duel_free(duel);
}

TEST(a_table_of_other_rules_is_refused)
{
	struct worth other;
	struct error err = {0};

	open_set(0);
	other = (struct worth){ .kind = &worth_table, .game = &bolo7,
				.seats = 2, .duel = duel };
	rules_defaults(&bolo7, other.rule);
	ck_assert_int_eq(worth_open(&other, &err), -1);
	ck_assert_str_eq(err.text, "the table is of another game or of other "
			 "rules than bolo7 as it is played here");
	other.seats = 3;
	ck_assert_int_eq(worth_open(&other, &err), -1);
	ck_assert_str_eq(err.text, "a table of bolo7 is for 2 seats, not 3");
	worth_release(&exact);
	duel_free(duel);
}
