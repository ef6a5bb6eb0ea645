/*
 * sprt.c - the sequential test on block scores.
 *
 * The generalized likelihood ratio compares the likeliest distributions of the
 * block score under each hypothesis.  Logistic: the mean is fixed; normalized:
 * the mean in standard deviations is (Van den Bergh, "Comments on normalized
 * Elo").
 */
#include "tournaments/rating/sprt.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"

#define EMPTY_LINE 0.001        /* blocks that stand in for none of a score */
#define TILT_MOVE 1e-15         /* of a probability: a smaller one is none */

enum { TILTS_MAX = 200 };

const char *const sprt_models[] = { "normalized", "logistic", "gaussian",
	NULL };

const struct sprt_rules sprt_normal = {
	.model = SPRT_NORMALIZED,
	.elo0 = 0, .elo1 = 5, .alpha = 0.05, .beta = 0.05
};

/* Block scores and their shares, zeros replaced. */
struct sample {
	int count;
	double blocks;          /* with those that replace zeros */
	double *value, *share;
	double *offset;         /* scratch: what the tilt makes average 0 */
	double *tilted;         /* most likely shares under a hypothesis */
};

static void sample_begin(struct sample *sample,
			 const struct blocks_tally *tally)
{
	size_t count = (size_t)tally->count;

	*sample = (struct sample){ .count = tally->count };
	sample->value = memory_new(4 * count, sizeof *sample->value);
	sample->share = sample->value + count;
	sample->offset = sample->share + count;
	sample->tilted = sample->offset + count;
	for (int k = 0; k < sample->count; k++) {
		uint64_t blocks = tally->list[k].blocks;

		sample->value[k] = blocks_tally_value(tally, k);
		sample->share[k] = blocks > 0 ? (double)blocks : EMPTY_LINE;
		sample->blocks += sample->share[k];
	}
	for (int k = 0; k < sample->count; k++)
		sample->share[k] /= sample->blocks;
}

static void moments(const struct sample *sample, const double *share,
		    double *mean, double *deviation)
{
	double variance = 0;

	*mean = 0;
	for (int k = 0; k < sample->count; k++)
		*mean += share[k] * sample->value[k];
	for (int k = 0; k < sample->count; k++) {
		double off = sample->value[k] - *mean;

		variance += share[k] * off * off;
	}
	*deviation = sqrt(variance);
}

/*
 * The shares q nearest to p whose mean offset is 0: q = p / (1 + x offset).  x
 * is the root of sum p offset / (1 + x offset), which falls with x, found by
 * bisection to the last bit.  Returns false if there is no such x because all
 * offsets have the same sign.
 */
static bool tilt(struct sample *sample, double *moved)
{
	double least = sample->offset[0], most = least, low, high;

	for (int k = 1; k < sample->count; k++) {
		if (sample->offset[k] < least)
			least = sample->offset[k];
		if (sample->offset[k] > most)
			most = sample->offset[k];
	}
	if (least >= 0 || most <= 0)
		return false;
	low = -1 / most;
	high = -1 / least;
	for (;;) {
		double x = low + (high - low) / 2, sum = 0;

		if (x <= low || x >= high)
			break;
		for (int k = 0; k < sample->count; k++)
			sum += sample->share[k] * sample->offset[k] /
				(1 + x * sample->offset[k]);
		if (sum > 0)
			low = x;
		else
			high = x;
	}
	*moved = 0;
	for (int k = 0; k < sample->count; k++) {
		double q = sample->share[k] / (1 + high * sample->offset[k]);

		if (fabs(q - sample->tilted[k]) > *moved)
			*moved = fabs(q - sample->tilted[k]);
		sample->tilted[k] = q;
	}
	return true;
}

/* Expected score at a difference in Elo. */
static double score_of(double elo)
{
	return 1 / (1 + exact_math_exp(-elo / EXACT_MATH_ELO_PER_LOGIT));
}

/* nElo as the mean's distance from 1/2 in standard deviations of a block. */
static double deviations_of(double elo, int games)
{
	return elo * sqrt(games) / (2 * EXACT_MATH_ELO_PER_LOGIT);
}

static bool tilt_mean(struct sample *sample, double elo)
{
	double moved;

	for (int k = 0; k < sample->count; k++)
		sample->offset[k] = sample->value[k] - score_of(elo);
	return tilt(sample, &moved);
}

/* The mean and the deviation depend on the tilt, so it is iterated. */
static bool tilt_deviations(struct sample *sample, double t)
{
	double moved = 1;

	for (int k = 0; k < sample->count; k++)
		sample->tilted[k] = 1.0 / sample->count;
	for (int i = 0; i < TILTS_MAX && moved >= TILT_MOVE; i++) {
		double mean, deviation;

		moments(sample, sample->tilted, &mean, &deviation);
		for (int k = 0; k < sample->count; k++) {
			double off = (mean - sample->value[k]) / deviation;

			sample->offset[k] = sample->value[k] - 0.5 -
				t * deviation / 2 * (1 + off * off);
		}
		if (!tilt(sample, &moved))
			return false;
	}
	return true;
}

/*
 * For hypotheses so extreme, hundreds of nElo, that the iteration finds no
 * shares: the limit of the ratio over many blocks, a Brownian motion.
 */
static double llr_of_drift(const struct sample *sample, double t0, double t1)
{
	double mean, deviation;

	moments(sample, sample->share, &mean, &deviation);
	return sample->blocks * (t1 - t0) *
		((mean - 0.5) / deviation - (t0 + t1) / 2);
}

static double llr_of_tilts(const struct blocks_tally *tally,
			   const struct sprt_rules *rules)
{
	bool logistic = rules->model == SPRT_LOGISTIC, possible = true;
	double t[2] = { deviations_of(rules->elo0, tally->games),
		deviations_of(rules->elo1, tally->games) };
	struct sample sample;
	double llr = 0;

	sample_begin(&sample, tally);
	for (int h = 0; h < 2 && possible; h++) {
		possible = logistic ?
			tilt_mean(&sample, h == 0 ? rules->elo0 : rules->elo1) :
			tilt_deviations(&sample, t[h]);
		for (int k = 0; k < sample.count && possible; k++)
			llr += (h == 0 ? -1 : 1) * sample.share[k] *
				exact_math_log(sample.tilted[k]);
	}
	llr = possible ? llr * sample.blocks :
		llr_of_drift(&sample, t[0], t[1]);
	free(sample.value);
	return llr;
}

/* For scores on a continuous scale, which have a mean and a variance but no
   lines in a tally. */
static double llr_of_normal(double blocks, double mean, double variance,
			    const struct sprt_rules *rules)
{
	double off0 = mean - score_of(rules->elo0);
	double off1 = mean - score_of(rules->elo1);

	if (!(variance > 0))
		return 0;
	return blocks / 2 * exact_math_log((variance + off0 * off0) /
					   (variance + off1 * off1));
}

double sprt_llr(const struct blocks_tally *tally,
		const struct sprt_rules *rules)
{
	struct blocks_stats stats;

	if (tally->blocks == 0)
		return 0;
	if (rules->model != SPRT_GAUSSIAN)
		return llr_of_tilts(tally, rules);
	blocks_stats_make(tally, &stats);
	return llr_of_normal((double)tally->blocks, stats.mean, stats.variance,
			     rules);
}

/* ### scores with luck taken out */

/* Sums are taken around 1/2, where they lose no precision. */
static void moments_add(struct sprt_moments *moments, double value)
{
	moments->count++;
	moments->sum += value - 0.5;
	moments->squares += (value - 0.5) * (value - 0.5);
}

/* Luck is known to a millionth, so the variance is at least that of a
   millionth, even if all scores are equal. */
static void moments_read(const struct sprt_moments *moments, double *mean,
			 double *variance)
{
	double n = (double)moments->count, off = moments->sum / n;

	*mean = 0.5 + off;
	*variance = moments->squares / n - off * off;
	*variance = fmax(*variance, 1e-12);
}

/* The adjusted mean of some games, from their score, and their luck in half
   millionths. */
static double adjusted(const struct sprt *sprt, int64_t score, int64_t luck,
		       int games)
{
	return ((double)score / BLOCKS_GAME_SCORE -
		(double)sprt->luck_beta * 1e-6 * ((double)luck / 2e6)) / games;
}

void sprt_adjusted_mean(const struct sprt *sprt, double *mean, double *se)
{
	double n = (double)sprt->moments.count, variance;

	*mean = *se = NAN;
	if (n == 0)
		return;
	moments_read(&sprt->moments, mean, &variance);
	if (n > 1)
		*se = sqrt(variance / (n - 1));
}

/* ### the course of a test */

static uint64_t blocks_min(const struct sprt *sprt)
{
	return sprt->rules.model == SPRT_GAUSSIAN ? SPRT_GAUSSIAN_MIN :
		SPRT_BLOCKS_MIN;
}

void sprt_begin(struct sprt *sprt, const struct sprt_rules *rules, int games,
		int seats)
{
	assert(rules->elo0 < rules->elo1);
	assert(rules->alpha > 0 && rules->beta > 0 &&
	       rules->alpha + rules->beta < 1);
	*sprt = (struct sprt){ .rules = *rules, .games = games };
	/* Wald's bounds. */
	sprt->lower = exact_math_log(rules->beta / (1 - rules->alpha));
	sprt->upper = exact_math_log((1 - rules->beta) / rules->alpha);
	blocks_tally_begin(&sprt->tally, games, seats);
}

void sprt_begin_adjusted(struct sprt *sprt, const struct sprt_rules *rules,
			 long luck_beta, int games, int seats)
{
	assert(rules->model == SPRT_GAUSSIAN);
	sprt_begin(sprt, rules, games, seats);
	sprt->adjusted = true;
	sprt->luck_beta = luck_beta;
}

/* The ratio as it is now. */
static double llr_now(const struct sprt *sprt)
{
	double mean, variance;

	if (!sprt->adjusted)
		return sprt_llr(&sprt->tally, &sprt->rules);
	moments_read(&sprt->moments, &mean, &variance);
	return llr_of_normal((double)sprt->moments.count, mean, variance,
			     &sprt->rules);
}

/* If faults are many, the first matches may by luck be those without a
   forfeit. */
bool sprt_waits(const struct sprt *sprt)
{
	return 4 * sprt->faults > sprt->matches &&
		sprt->matches < SPRT_MATCHES_MIN;
}

/* Updates the answer after a board. */
static enum sprt_answer look(struct sprt *sprt)
{
	uint64_t most = sprt->rules.boards_max;

	sprt->llr = llr_now(sprt);
	if (sprt->tally.blocks >= blocks_min(sprt) && !sprt_waits(sprt)) {
		if (sprt->llr >= sprt->upper)
			sprt->answer = SPRT_H1;
		else if (sprt->llr <= sprt->lower)
			sprt->answer = SPRT_H0;
	}
	if (sprt->answer == SPRT_GOES_ON && most > 0 && sprt->boards >= most)
		sprt->answer = SPRT_UNDECIDED;
	return sprt->answer;
}

static enum sprt_answer add_block(struct sprt *sprt, int64_t score,
				  int64_t luck)
{
	blocks_tally_add(&sprt->tally, score);
	if (sprt->adjusted)
		moments_add(&sprt->moments, adjusted(sprt, score, luck,
						     sprt->games));
	sprt->boards++;
	return look(sprt);
}

int sprt_add_match(struct sprt *sprt, const int64_t *scores,
		   const int64_t *luck, int boards, int faults)
{
	assert((luck != NULL) == sprt->adjusted);
	if (sprt->answer != SPRT_GOES_ON)
		return 0;
	sprt->matches++;
	if (faults == SPRT_FORFEITS) {
		sprt->refuses = true;
		sprt->answer = SPRT_UNDECIDED;
		return boards;
	}
	sprt->faults += (uint64_t)faults;
	for (int board = 0; board < boards; board++)
		if (add_block(sprt, scores[board],
			      luck != NULL ? luck[board] : 0) != SPRT_GOES_ON)
			return board + 1;
	return boards;
}

void sprt_release(struct sprt *sprt)
{
	blocks_tally_release(&sprt->tally);
}

/* The mean time until a Brownian motion reaches either end, `up` and `down`
   away. */
static double time_to_end(double drift, double spread, double up, double down)
{
	double pull = 2 * drift / (spread * spread), chance_up;

	if (drift < 0)
		return time_to_end(-drift, spread, down, up);
	if (pull * (up + down) < 1e-6)
		return up * down / (spread * spread);
	chance_up = (1 - exact_math_exp(-pull * down)) /
		(1 - exact_math_exp(-pull * (up + down)));
	return (chance_up * up - (1 - chance_up) * down) / drift;
}

double sprt_blocks_left(const struct sprt *sprt)
{
	const struct sprt_rules *rules = &sprt->rules;
	uint64_t done = sprt->tally.blocks, most = rules->boards_max;
	struct blocks_stats stats;
	double spread, left;

	if (sprt->answer != SPRT_GOES_ON)
		return 0;
	blocks_stats_make(&sprt->tally, &stats);
	if (sprt->adjusted && done > 0)
		moments_read(&sprt->moments, &stats.mean, &stats.variance);
	if (done < blocks_min(sprt) || sprt_waits(sprt) ||
	    !(stats.variance > 0))
		return NAN;
	/* Per block, the ratio drifts as it has so far, and it spreads by the
	   distance of the hypotheses in standard deviations of a block. */
	spread = rules->model == SPRT_NORMALIZED ?
		deviations_of(rules->elo1 - rules->elo0, sprt->tally.games) :
		(score_of(rules->elo1) - score_of(rules->elo0)) /
		sqrt(stats.variance);
	left = ceil(time_to_end(sprt->llr / (double)done, spread,
				sprt->upper - sprt->llr,
				sprt->llr - sprt->lower));
	if (left < 1)
		left = 1;
	if (most > 0 && left > (double)(most - sprt->boards))
		left = (double)(most - sprt->boards);
	return left;
}

/* ### the scores of blocks */

static int64_t game_score(enum result result, int seats, const int *entrant,
			  const unsigned char *rank, int a, int b)
{
	int ranks[GAME_SEATS_MAX] = {0}, points[GAME_SEATS_MAX];
	int seats_a = 0, seats_b = 0, halves = 0, won = 0;

	for (int i = 0; i < seats; i++)
		ranks[i] = rank[i];
	game_points(result, seats, ranks, points);
	for (int i = 0; i < seats; i++) {
		seats_b += entrant[i] == b;
		won -= entrant[i] == b ? points[i] : 0;
		if (entrant[i] != a)
			continue;
		seats_a++;
		won += points[i];
		for (int j = 0; j < seats; j++)
			if (entrant[j] == b)
				halves += points[i] > points[j] ? 2 :
					points[i] == points[j];
	}
	if (seats_a == 0 || seats_b == 0)
		return -1;
	if (result == RESULT_WINNER)
		return (int64_t)(GAME_POINTS + won) *
			(BLOCKS_GAME_SCORE / GAME_POINTS / 2);
	return (int64_t)halves * BLOCKS_GAME_SCORE / (2 * seats_a * seats_b);
}

int64_t sprt_block_score(enum result result, int seats, const int *entrant,
		     const unsigned char *rank, int games, int a, int b)
{
	int64_t sum = 0;

	assert(a != b);
	for (int game = 0; game < games; game++) {
		int64_t score = game_score(result, seats, entrant,
					   rank + game * seats, a, b);

		if (score < 0)
			return -1;
		sum += score;
	}
	return sum;
}
