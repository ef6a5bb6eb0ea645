/*
 * worth_test.c - what positions are worth: chances add up to one, and the mean
 * luck is 0.
 */
#include "tests/support/worth_settings.h"
#include "tests/unit/unit.h"
#include "worth/worth.h"

enum { GAMES = 25 };

/* ### chances */

/* Chances add up to one, a decision is worth its best move, and a game that is
   over what it has brought. */
TEST_EACH(chances_add_up_and_decisions_are_worth_their_best_moves, SETTINGS)
{
	struct worth worth = open_worth(&settings[_i]);
	int scores[GAME_SEATS_MAX], ranks[GAME_SEATS_MAX], winners;
	double f[GAME_SEATS_MAX];
	struct play play;

	play_begin(&play, &worth);
	play.look = play_check_sum;
	play.ask = play_check_decision;
	for (int g = 0; g < 10; g++) {
		play_game(&play);
		worth.game->score(play.state, scores, ranks);
		winners = 0;
		for (int s = 0; s < worth.seats; s++)
			winners += ranks[s] == 1;
		worth_value(&worth, play.state, f);
		for (int s = 0; s < worth.seats; s++)
			ck_assert_double_eq(f[s], ranks[s] == 1 ?
					    1.0 / winners : 0);
	}
	play_end(&play);
}

/* ### luck */

TEST_EACH(a_shorter_way_expects_what_all_rolls_bring, SETTINGS)
{
	struct worth worth = open_worth(&settings[_i]);
	struct play play;

	if (worth.kind->expect != NULL) {
		play_begin(&play, &worth);
		play.look = play_check_expectation;
		for (int g = 0; g < 2; g++)
			play_game(&play);
		play_end(&play);
	} else {
		worth_release(&worth);
	}
}

TEST_EACH(nobody_is_lucky_on_the_average, SETTINGS)
{
	check_luck(&settings[_i], 0, GAMES);
	check_luck(&settings[_i], settings[_i].seats - 1, GAMES);
}

TEST_EACH(nobody_is_lucky_with_any_number_of_seats, ANY_SEATS)
{
	struct setting setting = any_seats[_i];

	for (; setting.seats >= 2; setting.seats -= 3)
		check_luck(&setting, setting.seats / 2, 12);
}

/* A wrong expectation, without the minimum for banking. */
static void expect_without_minimum(const struct play *play, double *f)
{
	struct bolo5 *free_of_it = memory_new(1, sizeof *free_of_it);

	memcpy(free_of_it, play->state, sizeof *free_of_it);
	free_of_it->least_first = free_of_it->least = 0;
	worth_expect(play->worth, free_of_it, f);
	free(free_of_it);
}

TEST(an_expectation_that_forgets_the_minimum_shows)
{
	struct worth worth = open_worth(&settings[4]);
	struct play play;
	double z;

	play_begin(&play, &worth);
	play.expect = expect_without_minimum;
	z = play_z(&play, 0, 160);
	ck_assert_msg(fabs(z) > Z_MOST, "z is only %g", z);
	play_end(&play);
}

/* ### the throw for the start */

TEST(the_throw_for_the_start_is_worth_the_mean_over_who_begins)
{
	static const int first[] = { 6, 1, 1, 1 }, tie[] = { 5, 5, 1, 5 };
	struct worth worth = open_worth(&settings[5]);
	double before[GAME_SEATS_MAX], after[GAME_SEATS_MAX];
	struct play play;
	struct error err;

	play_begin(&play, &worth);
	worth.game->init(play.state, 4, worth.rule, &err);
	ck_assert_int_eq(worth_roller(&worth, play.state), -1);
	worth_expect(&worth, play.state, before);
	for (int s = 0; s < 4; s++)
		ck_assert_double_eq_tol(before[s], 0.25, 1e-12);
	worth.game->land(play.state, tie);
	worth_value(&worth, play.state, after);
	/* Seat 2 no longer takes part in the throw. */
	ck_assert_double_lt(after[2], 0.25);
	worth.game->init(play.state, 4, worth.rule, &err);
	worth.game->land(play.state, first);
	worth_value(&worth, play.state, after);
	ck_assert_double_gt(after[0], after[1]);
	ck_assert_int_eq(worth_roller(&worth, play.state), 0);
	play_end(&play);
}

/* ### the formula */

TEST(the_formula_is_the_one_of_the_manual)
{
	const struct race_numbers n = { .0365, .632, 46.1, .656 };
	const double score[] = { 120, 80, 150 }, mu = 794.570247 / 50;
	const double x[] = { 120 + .632 * mu / 2, 80 + 30, 150 + .632 * mu };
	const double left = 200 - x[2] + 46.1;
	double f[3], sum = 0, scale = .0365 * pow(left / 100, -.656);

	race_chances(&n, 3, score, 1, 30, 200, mu, f);
	for (int s = 0; s < 3; s++)
		sum += exp(scale * x[s]);
	for (int s = 0; s < 3; s++)
		ck_assert_double_eq_tol(f[s], exp(scale * x[s]) / sum, 1e-14);
	/* Far beyond the target r / 2 remains. */
	race_chances(&n, 3, (const double[]){ 0, 0, 400 }, 1, 30, 200, mu, f);
	scale = .0365 * pow(46.1 / 2 / 100, -.656);
	ck_assert_double_eq_tol(f[1] / f[0], exp(scale * (30 - .316 * mu)),
				1e-12);
}

static const struct { const struct game *game; double mu, unit; } turns[] = {
	{ &bolo7, 794.570247, 50 }, { &bolo5, 350.271336, 50 },
};

TEST_EACH(a_turn_brings_what_the_best_player_of_one_turn_gets, 2)
{
	const struct setting setting = { turns[_i].game, &worth_race,
					 numbers_of_race, 2, "" };
	const struct race_numbers n = { .0365, .632, 46.1, .656 };
	const double mu = turns[_i].mu / turns[_i].unit;
	struct worth worth = open_worth(&setting);
	const long score[] = { 3000, 5000 };
	double f[2], g[2];

	worth.kind->at_turn(&worth, worth.number, 1, score, f);
	race_chances(&n, 2, (const double[]){ 60, 100 }, 1, mu, 200, mu, g);
	ck_assert_double_eq_tol(f[0], g[0], 1e-8);
	worth_release(&worth);
}

TEST_EACH(exchanged_seats_exchange_the_chances, SETTINGS)
{
	const struct setting *setting = &settings[_i];
	struct worth worth = open_worth(setting);
	long score[GAME_SEATS_MAX], moved[GAME_SEATS_MAX];
	double f[GAME_SEATS_MAX], g[GAME_SEATS_MAX];

	for (int s = 0; s < setting->seats; s++)
		score[s] = 50 * (s * s % 7);
	for (int s = 0; s < setting->seats; s++)
		moved[(s + 1) % setting->seats] = score[s];
	worth.kind->at_turn(&worth, worth.number, 0, score, f);
	worth.kind->at_turn(&worth, worth.number, 1, moved, g);
	for (int s = 0; s < setting->seats; s++)
		ck_assert_double_eq_tol(f[s], g[(s + 1) % setting->seats],
					1e-14);
	worth_release(&worth);
}

TEST(a_formula_is_refused_for_another_game)
{
	struct worth worth = { .kind = &worth_race, .game = &rolit,
			       .seats = 2 };
	struct error err = {0};

	ck_assert_int_eq(worth_open(&worth, &err), -1);
	ck_assert_str_eq(err.text, "the race formula is not for rolit");
	worth.kind = &worth_volle;
	ck_assert_int_eq(worth_open(&worth, &err), -1);
	ck_assert_str_eq(err.text,
			 "the formula of vollelotte is not for rolit");
}
