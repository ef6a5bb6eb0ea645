/*
 * luck_coverage_test.c - luck-adjusted ratings are right: they agree with the
 * raw ones, are nearer to the truth, and their 95% intervals contain it in
 * about 95% of 200 simulated tournaments.  Prints the coverage.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/luck_games.h"

enum { ENTRANTS = 6, TABLES = 200 };

/* True strengths in logits; they sum to 0. */
static const double strength[ENTRANTS] = { 0.6, 0.35, 0.1, -0.1, -0.35, -0.6 };

/* A table measures all luck, so that only mistakes remain.  A formula misses
   some. */
static const struct {
	const char *name;
	int seats, blocks;      /* of each group of entrants */
	struct luck_games games;
} cases[] = {
	{ "table, 45 blocks each", 2, 9,
	  { .mistakes = 0.3, .size = 0.1 } },
	{ "table, 100 blocks each", 2, 20,
	  { .mistakes = 0.3, .size = 0.1 } },
	{ "table, shared dice, 100 blocks each", 2, 20,
	  { .mistakes = 0.3, .size = 0.1, .shared = 0.8 } },
	{ "formula, 45 blocks each", 2, 9,
	  { .rest = 0.1, .blind = 0.1, .mistakes = 0.3, .size = 0.1 } },
	{ "formula, shared dice, 100 blocks each", 2, 20,
	  { .rest = 0.1, .blind = 0.1, .mistakes = 0.3, .size = 0.1,
	    .shared = 0.8 } },
	{ "formula, four seats, 50 blocks each", 4, 5,
	  { .rest = 0.1, .blind = 0.1, .mistakes = 0.3, .size = 0.1 } },
};

enum { CASES = sizeof cases / sizeof *cases };

/* Every group of entrants meets. */
static void play(struct games_table *table, int seats, int blocks,
		 struct luck_games *games)
{
	make_table(table, ENTRANTS);
	for (int set = 0; set < 1 << ENTRANTS; set++) {
		int entrant[ENTRANTS], count = 0;

		for (int i = 0; i < ENTRANTS; i++)
			if (set >> i & 1)
				entrant[count++] = i;
		for (int b = 0; count == seats && b < blocks; b++)
			luck_games_block(games, table, strength, entrant,
					 seats);
	}
}

/* Sums over the ratings of many tables. */
struct sums {
	double covered, raw_off, off, se, raw_se;
	double mean[ENTRANTS], mean_raw[ENTRANTS];
};

static void add(struct sums *sums, const struct ladder *raw,
		const struct ladder *adjusted)
{
	for (int i = 0; i < ENTRANTS; i++) {
		double truth = EXACT_MATH_ELO_PER_LOGIT * strength[i];
		double off = adjusted->rows[i].elo - truth;
		double raw_off = raw->rows[i].elo - truth;

		sums->covered += fabs(off) <= adjusted->rows[i].err95;
		sums->off += off * off;
		sums->raw_off += raw_off * raw_off;
		sums->se += adjusted->rows[i].se;
		sums->raw_se += raw->rows[i].se;
		sums->mean[i] += off;
		sums->mean_raw[i] += raw_off;
	}
}

TEST_EACH(an_adjusted_interval_holds_the_truth, CASES)
{
	double count = TABLES * ENTRANTS;
	struct ladder_options options = ladder_defaults;
	struct luck_games games = cases[_i].games;
	struct sums sums = {0};
	double share;

	games.random.state = 61 + (uint64_t)_i;
	options.ranks = false;
	options.luck_beta = 1000000;
	for (int t = 0; t < TABLES; t++) {
		struct games_table table;
		struct ladder raw, adjusted;

		play(&table, cases[_i].seats, cases[_i].blocks, &games);
		options.luck = false;
		fit_well(&table, &options, &raw);
		options.luck = true;
		fit_well(&table, &options, &adjusted);
		add(&sums, &raw, &adjusted);
		ladder_release(&raw);
		ladder_release(&adjusted);
		games_table_release(&table);
	}
	share = sums.covered / count;
	printf("%s: coverage %.3f, se %.1f for a true %.1f, raw %.1f\n",
	       cases[_i].name, share, sums.se / count, sqrt(sums.off / count),
	       sums.raw_se / count);
	ck_assert_msg(share >= 0.92 && share <= 0.98, "%s: %.1f%%",
		      cases[_i].name, 100 * share);
	/* Nearer to the truth, with the same mean as the raw ratings. */
	ck_assert_msg(sums.off < sums.raw_off / 2 && sums.se < sums.raw_se,
		      "%g %g", sums.off, sums.raw_off);
	for (int i = 0; i < ENTRANTS; i++)
		ck_assert_msg(fabs(sums.mean[i] - sums.mean_raw[i]) / TABLES <=
			      4 * sqrt(sums.raw_off / count / TABLES),
			      "%d: %g %g", i, sums.mean[i] / TABLES,
			      sums.mean_raw[i] / TABLES);
}
