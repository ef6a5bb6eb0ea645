/*
 * worth_settings.h - games and their rules with a value for every position, and
 * what holds in many random games.
 */
#ifndef SUPPORT_WORTH_SETTINGS_H
#define SUPPORT_WORTH_SETTINGS_H

#include "games/bolo5.h"
#include "games/bolo7.h"
#include "one_game.h"
#include "random_play.h"
#include "worth/solve.h"
#include "worth/worth.h"

static const double numbers_of_race[LUCK_NUMBERS_MAX] =
	{ .0365, .632, 46.1, .656 };
static const double numbers_of_volle[LUCK_NUMBERS_MAX] = { .00065 };

/* Every way to value a game, with rules that make short games. */
static const struct setting {
	const struct game *game;
	const struct worth_kind *kind;
	const double *number;
	int seats;
	const char *options;
} settings[] = {
	{ &bolo7, &worth_race, numbers_of_race, 2, "target=3000" },
	{ &bolo7, &worth_race, numbers_of_race, 4, "target=2000" },
	{ &bolo7, &worth_race, numbers_of_race, 3,
	  "target=2000,series_extension=same_turn,hot_dice=must" },
	{ &bolo7, &worth_race, numbers_of_race, 2,
	  "target=2000,max_turns=2,endgame=last_round" },
	{ &bolo5, &worth_race, numbers_of_race, 2,
	  "target=2000,start=roll" },
	{ &bolo5, &worth_race, numbers_of_race, 4,
	  "target=1000,start=roll,last_round=true" },
	{ &pig, &worth_race, numbers_of_race, 2, "target=50" },
	{ &pig, &worth_race, numbers_of_race, 8, "target=30" },
	{ &vollelotte, &worth_volle, numbers_of_volle, 2, "target=2000" },
	{ &vollelotte, &worth_volle, numbers_of_volle, 3,
	  "target=1000,firework_keep=free,suite_keep=all" },
};

enum { SETTINGS = sizeof settings / sizeof *settings };

static inline struct worth open_worth(const struct setting *setting)
{
	struct worth worth = { .kind = setting->kind, .game = setting->game,
			       .seats = setting->seats };
	struct error err = {0};

	game_rules(worth.game, setting->options, worth.rule);
	memcpy(worth.number, setting->number, sizeof worth.number);
	ck_assert_msg(worth_open(&worth, &err) == 0, "%s", err.text);
	return worth;
}

/* Settings for every number of seats; `seats` is the largest. */
static const struct setting any_seats[] = {
	{ &bolo7, &worth_race, numbers_of_race, 8, "target=500,opening=300" },
	{ &bolo5, &worth_race, numbers_of_race, 8, "target=700" },
	{ &pig, &worth_race, numbers_of_race, 8, "target=20" },
	{ &vollelotte, &worth_volle, numbers_of_volle, 10, "target=500" },
};

enum { ANY_SEATS = sizeof any_seats / sizeof *any_seats };

/* The luck of a seat is 0 on the average. */
static inline void check_luck(const struct setting *setting, int seat,
			      int games)
{
	struct worth worth = open_worth(setting);
	struct play play;
	double z;

	play_begin(&play, &worth);
	z = play_z(&play, seat, games);
	ck_assert_msg(fabs(z) < Z_MOST, "seat %d of %d, %s %s: z = %g", seat,
		      worth.seats, worth.game->name, setting->options, z);
	play_end(&play);
}

/* ### exact tables */

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
};

enum { SETS = sizeof sets / sizeof *sets };

static struct duel *duel;
static struct worth exact;

static inline void open_rules(const struct game *game, const char *options)
{
	struct error err = {0};

	exact = (struct worth){ .kind = &worth_table, .seats = 2,
				.game = game };
	game_rules(game, options, exact.rule);
	ck_assert_msg(solve_check(game, exact.rule, &err) == 0, "%s", err.text);
	duel = solve(exact.game, exact.rule, &(struct solve_options){0});
	exact.duel = duel;
	ck_assert_msg(worth_open(&exact, &err) == 0, "%s", err.text);
}

static inline void open_set(int set)
{
	open_rules(sets[set].game, sets[set].options);
}

/* The points of seat 0 by start, luck and losses. */
static inline double sum_of(const struct play *play)
{
	return play->start[0] + play->total[0] - play->loss[0] +
		play->loss[1];
}

static inline double points_of(const struct play *play)
{
	const struct race *race = play->state;

	return race->won[0] ? (race->won[1] ? 0.5 : 1) : 0;
}

/* The sum is right, and the mean luck is 0. */
static inline void check_sums(struct play *play, int n)
{
	double sum = 0, squares = 0, z;

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
	ck_assert_msg(fabs(z) < Z_MOST, "z = %g", z);
}

/* Seat 0 plays by the table: its moves lose nothing. */
static inline void check_best_play(int games)
{
	struct duel_turn turn = {0};
	struct play play;

	play_begin(&play, &exact);
	play.best = duel;
	play.best_turn = &turn;
	for (int g = 0; g < games; g++) {
		play_game(&play);
		ck_assert_double_le(fabs(play.loss[0]), 1e-9);
	}
	play_end(&play);
	duel_turn_release(&turn);
}

#endif
