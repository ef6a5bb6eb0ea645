/*
 * worth_table_test.c - what positions are worth by an exact table: start, luck
 * and losses add up to the points of every game.
 */
#include "games/bolo5.h"
#include "games/bolo7.h"
#include "games/games.h"
#include "games/rules.h"
#include "tests/unit/unit.h"
#include "tests/support/random_play.h"
#include "worth/duel.h"
#include "worth/solve.h"
#include "worth/worth_kinds.h"

enum { GAMES = 25, GAMES_LONG = 2000 };

/* Every set of rules, with a low target, for which a table takes a moment. */
static const struct { const struct game *game; const char *options; } sets[] = {
	{ &bolo7, "target=600,opening=300" },
	{ &bolo7, "target=500,opening=0,catch=gt" },
	{ &bolo7, "target=500,opening=300,endgame=last_round" },
	{ &bolo7, "target=500,opening=300,endgame=immediate" },
	{ &bolo7, "target=500,opening=300,hot_dice=must" },
	{ &bolo7, "target=250,opening=0,series_extension=same_turn" },
	{ &bolo5, "target=500" },
	{ &bolo5, "target=1000,start=roll,yahtzee_clause=false" },
	{ &bolo5, "target=1000,last_round=true" },
	{ &bolo5, "target=1000,five_kind_forced=false,min_first=0" },
	{ &pig, "target=30" },
	/* Takes seconds: only with ROLLCALL_LONG_TESTS. */
	{ &bolo5, "target=9500,nine_k=win" },
};

enum { SETS = sizeof sets / sizeof *sets };

static struct duel *duel;
static struct worth worth;

static void open_set(int set)
{
	struct error err = {0};

	worth = (struct worth){ .kind = &worth_table, .seats = 2,
				.game = sets[set].game };
	rules_defaults(worth.game, worth.rule);
	ck_assert_msg(rules_set_text(worth.game, sets[set].options, worth.rule,
				     &err) == 0 &&
		      solve_check(worth.game, worth.rule, &err) == 0, "%s",
		      err.text);
	duel = solve(worth.game, worth.rule, &(struct solve_options){0});
	worth.duel = duel;
	ck_assert_msg(worth_open(&worth, &err) == 0, "%s", err.text);
}

static int games(void)
{
	return getenv("ROLLCALL_LONG_TESTS") != NULL ? GAMES_LONG : GAMES;
}

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

static void check_decision(const struct play *play)
{
	play_check_sum(play);
	play_check_best(play);
}

/* The points of seat 0 by start, luck and losses. */
static double sum_of(const struct play *play)
{
	return play->start[0] + play->total[0] - play->loss[0] +
		play->loss[1];
}

static double points_of(const struct play *play)
{
	const struct race *race = play->state;

	return race->won[0] ? (race->won[1] ? 0.5 : 1) : 0;
}

/* The sum is right, and the mean luck is 0. */
static void check_sums(struct play *play, const char *options)
{
	double sum = 0, squares = 0, z;
	const int n = games();

	for (int g = 0; g < n; g++) {
		play_game(play);
		ck_assert_double_eq_tol(sum_of(play), points_of(play), 1e-6);
		ck_assert_double_eq_tol(play->total[0], -play->total[1],
					1e-9);
		ck_assert_double_ge(play->loss[0], -1e-9);
		ck_assert_double_ge(play->loss[1], -1e-9);
		sum += play->own[0];
		squares += play->own[0] * play->own[0];
	}
	z = sum / sqrt(squares - sum * sum / n);
	ck_assert_msg(fabs(z) < Z_MOST, "%s: z = %g", options, z);
}

TEST_EACH(start_luck_and_losses_make_the_points,
	  getenv("ROLLCALL_LONG_TESTS") != NULL ? SETS : SETS - 1)
{
	struct play play;

	open_set(_i);
	play_begin(&play, &worth);
	play.look = check_bellman;
	play.ask = check_decision;
	play_game(&play);
	play_game(&play);
	play.look = play.ask = NULL;
	check_sums(&play, sets[_i].options);
	play_end(&play);
	duel_free(duel);
}

/* Seat 0 plays by the table: its moves lose nothing. */
TEST_EACH(the_best_moves_lose_nothing,
	  getenv("ROLLCALL_LONG_TESTS") != NULL ? SETS : 1)
{
	struct duel_turn turn = {0};
	struct play play;

	open_set(_i);
	play_begin(&play, &worth);
	play.best = duel;
	play.best_turn = &turn;
	for (int g = 0; g < games(); g++) {
		play_game(&play);
		ck_assert_double_le(fabs(play.loss[0]), 1e-9);
	}
	play_end(&play);
	duel_turn_release(&turn);
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
TEST_FROM(luck_is_fair_where_the_turns_are_used_up, SETS - 2, SETS - 1)
{
	struct play play;

	open_set(_i);
	play_begin(&play, &worth);
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
	ck_assert_int_eq(bolo5.init(&state, 2, worth.rule, &err), 0);
	bolo5.land(&state, all);
	bolo5.legal(&state, move);
	bolo5.apply(&state, move[0]);
	ck_assert_int_eq(state.clause_face, 2);
	worth_expect(&worth, &state, before);
	bolo5.land(&state, rest);
	ck_assert_int_eq(state.clause_throws, 1);
	worth_value(&worth, &state, after);
	ck_assert_double_eq(before[0], after[0]);
	worth_release(&worth);
	duel_free(duel);
}

TEST(exchanged_seats_exchange_the_chances)
{
	struct bolo7 state, other;
	double f[2], g[2];
	struct error err;

	open_set(0);
	ck_assert_int_eq(bolo7.init(&state, 2, worth.rule, &err), 0);
	other = state;
	state.race.score[0] = other.race.score[1] = 300;
	state.race.score[1] = other.race.score[0] = 450;
	other.race.seat = 1;
	worth_value(&worth, &state, f);
	worth_value(&worth, &other, g);
	ck_assert_double_eq_tol(f[0], g[1], 1e-15);
	ck_assert_double_ne(f[0], g[0]);
	worth_release(&worth);
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
	worth_release(&worth);
	duel_free(duel);
}
