/*
 * blocks.c - the block scores of two entrants and their statistics.
 */
#include "games/blocks.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/memory.h"

enum { OFF = 3, PER = 8 };

double scatter_least(double count)
{
	double off = count / PER < OFF ? count / PER : OFF;

	if (count < PER)
		return 0;
	return off * (1 - off / count);
}

/* ### counting */

static void tally_insert(struct blocks_tally *tally, int at, int64_t score)
{
	ARRAY_GROW(tally->list, tally->room, tally->count + 1);
	memmove(tally->list + at + 1, tally->list + at,
		(size_t)(tally->count - at) * sizeof *tally->list);
	tally->list[at] = (struct blocks_tally_line){ .score = score };
	tally->count++;
}

void blocks_tally_begin(struct blocks_tally *tally, int games, int seats)
{
	int64_t most = (int64_t)games * BLOCKS_GAME_SCORE;
	int64_t step = seats == 2 ? BLOCKS_GAME_SCORE / 2 : most;

	assert(games > 0 && seats >= 2);
	*tally = (struct blocks_tally){ .games = games };
	for (int64_t score = 0; score <= most; score += step)
		tally_insert(tally, tally->count, score);
}

void blocks_tally_add(struct blocks_tally *tally, int64_t score)
{
	int low = 0, high = tally->count;

	assert(score >= 0 &&
	       score <= (int64_t)tally->games * BLOCKS_GAME_SCORE);
	while (low < high) {
		int middle = low + (high - low) / 2;

		if (tally->list[middle].score < score)
			low = middle + 1;
		else
			high = middle;
	}
	if (tally->list[low].score != score)
		tally_insert(tally, low, score);
	tally->list[low].blocks++;
	tally->blocks++;
}

void blocks_tally_release(struct blocks_tally *tally)
{
	free(tally->list);
	*tally = (struct blocks_tally){0};
}

double blocks_tally_value(const struct blocks_tally *tally, int line)
{
	return (double)tally->list[line].score /
		((double)tally->games * BLOCKS_GAME_SCORE);
}

/* ### statistics */

/* The Elo difference whose expected score is `score`. */
static double elo_of(double score)
{
	if (score <= 0)
		return -INFINITY;
	if (score >= 1)
		return INFINITY;
	return -EXACT_MATH_ELO_PER_LOGIT * exact_math_log(1 / score - 1);
}

/* The mean and the mean squared deviation from it; true if all scores are
   equal. */
static bool moments(const struct blocks_tally *tally, double *mean,
		    double *variance)
{
	double n = (double)tally->blocks;
	int values = 0;

	*mean = *variance = 0;
	for (int i = 0; i < tally->count; i++) {
		*mean += (double)tally->list[i].blocks *
			blocks_tally_value(tally, i);
		values += tally->list[i].blocks > 0;
	}
	*mean /= n;
	for (int i = 0; i < tally->count; i++) {
		double off = blocks_tally_value(tally, i) - *mean;

		*variance += (double)tally->list[i].blocks * off * off;
	}
	*variance /= n;
	return values == 1;
}

/* The least variance to assume if few blocks differ: that of a few blocks which
   differ by one game, but no more than that of independent games. */
static double least_variance(const struct blocks_tally *tally, double mean)
{
	double n = (double)tally->blocks, games = tally->games;
	double least = scatter_least(n) / (n * games * games);
	double most = mean * (1 - mean) / games;

	return least < most ? least : most;
}

/* If all blocks were won or lost: the Elo difference at which that happens in
   one of 20 tries. */
static void bound_elo(struct blocks_stats *stats)
{
	double score = exact_math_exp(exact_math_log(0.05) /
				      (double)stats->blocks);

	stats->side = stats->mean > 0.5 ? 1 : -1;
	stats->elo = stats->side * elo_of(score);
}

void blocks_stats_make(const struct blocks_tally *tally,
		       struct blocks_stats *stats)
{
	double n = (double)tally->blocks, variance, se;

	*stats = (struct blocks_stats){ .blocks = tally->blocks,
		.games = tally->games, .mean = NAN, .variance = NAN,
		.elo = NAN, .low = NAN, .high = NAN, .error = NAN,
		.nelo = NAN, .nelo_error = NAN, .los = NAN };
	if (tally->blocks == 0)
		return;
	stats->same = moments(tally, &stats->mean, &stats->variance);
	if (stats->same)
		stats->variance = 0;
	if (tally->list[0].blocks == tally->blocks ||
	    tally->list[tally->count - 1].blocks == tally->blocks) {
		bound_elo(stats);
		return;
	}
	stats->elo = elo_of(stats->mean);
	variance = fmax(stats->variance, least_variance(tally, stats->mean));
	if (variance == 0)
		return;
	se = sqrt(variance / n);
	stats->low = elo_of(stats->mean - EXACT_MATH_NORMAL_97_5 * se);
	stats->high = elo_of(stats->mean + EXACT_MATH_NORMAL_97_5 * se);
	stats->error = (stats->high - stats->low) / 2;
	/* Normalised Elo: the mean in standard deviations of one game. */
	stats->nelo = (stats->mean - 0.5) * 2 * EXACT_MATH_ELO_PER_LOGIT /
		sqrt(tally->games * variance);
	stats->nelo_error = EXACT_MATH_NORMAL_97_5 * 2 *
			    EXACT_MATH_ELO_PER_LOGIT / sqrt(n * tally->games);
	stats->los = exact_math_phi((stats->mean - 0.5) / se);
}
