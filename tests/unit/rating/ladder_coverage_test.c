/*
 * ladder_coverage_test.c - over many simulated tournaments, 95% intervals
 * contain the truth in about 95% of cases, however the games of a block
 * correlate.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/random.h"

enum { TOURNAMENTS = 300, ENTRANTS = 6, BLOCKS = 12 };

/* True strengths in logits; they sum to 0. */
static const double strength[ENTRANTS] = { 0.6, 0.35, 0.1, -0.1, -0.35, -0.6 };

static const struct {
	const char *name;
	int seats;
	double correlation;     /* of one's scores in a block's games */
} cases[] = {
	{ "two players, dice that favour a seat", 2, -0.8 },
	{ "two players, independent games", 2, 0 },
	{ "two players, games that repeat each other", 2, 0.5 },
	{ "four players, dice that favour a seat", 4, -0.8 },
	{ "four players, independent games", 4, 0 },
	{ "four players, games that repeat each other", 4, 0.5 },
};

enum { CASES = sizeof cases / sizeof *cases };

static double uniform(struct random *random)
{
	return (random_below(random, 1 << 30) + 0.5) / (1 << 30);
}

/*
 * Ranks by strength + Gumbel noise follow the model of Plackett and Luce.  The
 * second game of a block reuses the first one's luck, inverted for a negative
 * correlation, so often that scores correlate as wanted.
 */
static void play_block(struct games_table *table, const int *seated,
		       int seats, double correlation, struct random *random)
{
	bool tied = uniform(random) < fabs(correlation);
	double luck[GAME_SEATS_MAX], u, value[GAME_SEATS_MAX];
	int order[GAME_SEATS_MAX];
	long ranks[GAME_SEATS_MAX];

	for (int game = 0; game < 2; game++) {
		for (int i = 0; i < seats; i++) {
			u = uniform(random);
			if (game == 1 && tied)
				u = correlation < 0 ? 1 - luck[i] : luck[i];
			luck[i] = u;
			value[i] = strength[seated[i]]
				   - exact_math_log(-exact_math_log(u));
		}
		/* Two players share one luck, with opposite signs. */
		if (seats == 2) {
			value[0] = strength[seated[0]] - strength[seated[1]];
			value[1] = exact_math_log(1 / luck[0] - 1);
		}
		for (int s = 0; s < seats; s++) {
			int i = game == 0 ? s : seats - 1 - s;

			order[s] = seated[i];
			ranks[s] = 1;
			for (int j = 0; j < seats; j++)
				ranks[s] += value[j] > value[i];
		}
		games_table_add_game(table, order, ranks, seats, game == 0
				     ? GAMES_NEW_BLOCK | GAMES_NEW_MATCH : 0);
	}
}

/* Every group of `seats` entrants meets. */
static void play(struct games_table *table, int seats, double correlation,
		 struct random *random)
{
	int seated[GAME_SEATS_MAX], count;

	for (int set = 0; set < 1 << ENTRANTS; set++) {
		count = 0;
		for (int i = 0; i < ENTRANTS; i++)
			if (set >> i & 1 && count < GAME_SEATS_MAX)
				seated[count++] = i;
		for (int b = 0; count == seats && b < BLOCKS; b++)
			play_block(table, seated, seats, correlation, random);
	}
}

TEST_EACH(an_interval_holds_the_truth_in_95_of_100, CASES)
{
	struct ladder_options options = ladder_defaults;
	struct random random = { 2026 + (uint64_t)_i };
	double covered = 0, naive = 0, deff = 0, share;

	options.ranks = false;
	for (int t = 0; t < TOURNAMENTS; t++) {
		struct games_table table;
		struct ladder ladder;

		make_table(&table, ENTRANTS);
		games_table_set_result(&table, RESULT_RANKING);
		play(&table, cases[_i].seats, cases[_i].correlation, &random);
		fit_well(&table, &options, &ladder);
		for (int i = 0; i < ENTRANTS; i++) {
			double off = fabs(ladder.rows[i].elo -
					  EXACT_MATH_ELO_PER_LOGIT *
						  strength[i]);

			covered += off <= ladder.rows[i].err95;
			naive += off <= EXACT_MATH_NORMAL_97_5 *
						ladder.rows[i].se_naive;
		}
		deff += ladder.deff_mean;
		ladder_release(&ladder);
		games_table_release(&table);
	}
	share = covered / (TOURNAMENTS * ENTRANTS);
	ck_assert_msg(share >= 0.92 && share <= 0.98, "%s: %.1f%%",
		      cases[_i].name, 100 * share);
	/* Correlation changes the error, which the naive one ignores. */
	naive /= TOURNAMENTS * ENTRANTS;
	deff /= TOURNAMENTS;
	if (cases[_i].correlation < 0)
		ck_assert_msg(naive > 0.98 && deff < 0.7, "%s: %g %g",
			      cases[_i].name, naive, deff);
	else if (cases[_i].correlation > 0)
		ck_assert_msg(naive < 0.92 && deff > 1.2, "%s: %g %g",
			      cases[_i].name, naive, deff);
	else
		ck_assert_msg(fabs(deff - 1) < 0.05, "%s: %g", cases[_i].name,
			      deff);
}

/* ### forfeits */

/*
 * Every bot crashes in some of its games, and after the third crash the rest
 * of the match is forfeit.  So the 50 games of a match correlate.
 */
enum { EQUALS = 4, MATCHES = 12, BOARDS = 25, FAULTS_MAX = 3 };

static void play_match(struct games_table *table, int a, int b,
		       struct random *random)
{
	struct games_fault faults[2 * BOARDS];
	unsigned char ranks[4 * BOARDS];
	const int entrant[] = { a, b };
	int had[2] = {0}, count = 0;
	struct error err;

	for (int game = 0; game < 2 * BOARDS; game++) {
		int loser = random_below(random, 2);
		bool forfeit = had[0] >= FAULTS_MAX || had[1] >= FAULTS_MAX;

		if (forfeit)
			loser = had[1] >= FAULTS_MAX;
		if (forfeit || random_below(random, 100) < 5) {
			had[loser]++;
			faults[count++] = (struct games_fault){
				game + 1, loser, forfeit };
		}
		ranks[2 * game + loser] = 2;
		ranks[2 * game + 1 - loser] = 1;
	}
	ck_assert_int_eq(games_table_add_match(table, entrant, 2, 2,
					       2 * BOARDS, ranks, faults,
					       count, &err), 0);
}

TEST(an_interval_allows_for_forfeited_matches)
{
	struct ladder_options options = ladder_defaults;
	struct random random = { 16 };
	double covered = 0, share;

	options.ranks = false;
	for (int t = 0; t < TOURNAMENTS; t++) {
		struct games_table table;
		struct ladder ladder;

		make_table(&table, EQUALS);
		for (int m = 0; m < MATCHES; m++)
			for (int a = 0; a < EQUALS; a++)
				for (int b = 0; b < a; b++)
					play_match(&table, a, b, &random);
		fit_well(&table, &options, &ladder);
		for (int i = 0; i < EQUALS; i++)
			covered += fabs(ladder.rows[i].elo) <=
				   ladder.rows[i].err95;
		ladder_release(&ladder);
		games_table_release(&table);
	}
	share = covered / (TOURNAMENTS * EQUALS);
	printf("equals with forfeits: %.3f\n", share);
	ck_assert_msg(share >= 0.92 && share <= 0.98, "%.1f%%", 100 * share);
}
