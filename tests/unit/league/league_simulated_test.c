/*
 * league_simulated_test.c - over whole leagues, chosen pairings determine the
 * ratings better than random ones.
 *
 * tier: full
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "tests/support/random.h"
#include "tests/unit/unit.h"
#include "tournaments/league/league_pairing.h"
#include "tournaments/rating/linear_algebra.h"

enum { PLAYERS = 16, ROUNDS = 10, LEAGUES = 120, GAMES = 2 };

static double covariance[PLAYERS * PLAYERS];
static double strength[PLAYERS];
static uint32_t games[PLAYERS];
static int pairs[PLAYERS];

struct league {
	struct random random;
	double truth[PLAYERS];
	double won[PLAYERS][PLAYERS];   /* games of one against the other */
};

static double below_one(struct random *random)
{
	return (random_below(random, 1000000) + 0.5) / 1000000;
}

static double chance(double difference)
{
	return 1 / (1 + exp(-difference));
}

/* The most likely strengths, with a prior of 2 logits, and their covariance. */
static void fit(const struct league *league)
{
	size_t size = linear_algebra_padded(PLAYERS);
	double *h = memory_new(size * size, sizeof *h);
	double *g = memory_new(size, sizeof *g);

	memset(strength, 0, sizeof strength);
	for (int step = 0; step < 7; step++) {
		memset(h, 0, size * size * sizeof *h);
		for (size_t i = 0; i < size; i++)
			h[i * size + i] = i < PLAYERS ? 0.25 : 1;
		for (size_t i = 0; i < PLAYERS; i++) {
			g[i] = -0.25 * strength[i];
			for (size_t j = 0; j < PLAYERS; j++) {
				double p = chance(strength[i] - strength[j]);
				double n = league->won[i][j] +
					league->won[j][i];

				g[i] += league->won[i][j] - n * p;
				h[i * size + i] += n * p * (1 - p);
				h[i * size + j] -= n * p * (1 - p);
			}
		}
		linear_algebra_cholesky(h, size, PIVOTS_POSITIVE);
		linear_algebra_solve(h, size, g);
		for (int i = 0; i < PLAYERS; i++)
			strength[i] += g[i];
	}
	linear_algebra_inverse(h, size);
	for (size_t i = 0; i < PLAYERS; i++)
		memcpy(covariance + i * PLAYERS, h + i * size,
		       PLAYERS * sizeof *h);
	free(h);
	free(g);
}

static void pair_at_random(struct random *random)
{
	for (int i = 0; i < PLAYERS; i++) {
		int at = random_below(random, i + 1);

		pairs[i] = pairs[at];
		pairs[at] = i;
	}
}

/* The squared error of all strengths after a league. */
static double play_league(struct league *league, bool chosen, double spread)
{
	double error = 0, mean = 0;

	memset(league->won, 0, sizeof league->won);
	for (int i = 0; i < PLAYERS; i++) {
		league->truth[i] = 0;
		for (int k = 0; k < 12; k++)
			league->truth[i] += below_one(&league->random) - 0.5;
		league->truth[i] *= spread;
		mean += league->truth[i] / PLAYERS;
	}
	memset(games, 0, sizeof games);
	for (int round = 0; round < ROUNDS; round++) {
		struct league_view view = { PLAYERS, 2, strength, covariance,
			games, GAMES, 1 };

		fit(league);
		if (chosen)
			league_pairing_choose(&view, pairs);
		else
			pair_at_random(&league->random);
		for (int i = 0; i < PLAYERS; i += 2) {
			int a = pairs[i], b = pairs[i + 1];

			for (int game = 0; game < GAMES; game++) {
				bool win = below_one(&league->random) <
					chance(league->truth[a] -
					       league->truth[b]);

				league->won[a][b] += win;
				league->won[b][a] += !win;
				games[a]++;
				games[b]++;
			}
		}
	}
	fit(league);
	for (int i = 0; i < PLAYERS; i++)
		error += pow(strength[i] - (league->truth[i] - mean), 2);
	return error;
}

/* Over many leagues: the error of a strength, and the pairs in true order. */
static void simulate(bool chosen, double spread, double *error, double *order)
{
	*error = *order = 0;
	for (int i = 0; i < LEAGUES; i++) {
		struct league league = { .random = { (uint64_t)i } };

		*error += play_league(&league, chosen, spread);
		for (int a = 0; a < PLAYERS; a++)
			for (int b = 0; b < a; b++)
				*order += (strength[a] < strength[b]) ==
					(league.truth[a] < league.truth[b]);
	}
	*error = sqrt(*error / LEAGUES / PLAYERS);
	*order /= LEAGUES * PLAYERS * (PLAYERS - 1) / 2.;
}

/* The spread of strengths, and the error that is allowed relative to random
   pairs: if all are about equally strong there is nothing to gain. */
static const struct {
	double spread, error;
} leagues[] = { { 0.5, 1.02 }, { 1, 1.02 }, { 1.5, 0.95 }, { 2, 0.92 },
	{ 2.5, 0.92 } };

TEST_EACH(chosen_pairs_leave_smaller_errors_than_random_ones,
	  sizeof leagues / sizeof *leagues)
{
	double error[2], order[2];

	for (int chosen = 0; chosen < 2; chosen++)
		simulate(chosen, leagues[_i].spread, &error[chosen],
			 &order[chosen]);
	ck_assert_msg(error[1] < leagues[_i].error * error[0] &&
		      order[1] > order[0] - 0.005, "spread %.1f: an error of "
		      "%.4f, %.4f in order; by chance %.4f, %.4f",
		      leagues[_i].spread, error[1], order[1], error[0],
		      order[0]);
}
