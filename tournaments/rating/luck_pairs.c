/*
 * luck_pairs.c - luck pair by pair: is it fair, and what does it explain?
 */
#include "tournaments/rating/luck_pairs.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/memory.h"
#include "games/blocks.h"
#include "tournaments/rating/robust_errors.h"
#include "tournaments/rating/sprt.h"

/* What a block shows of two entrants, or of one: then second is NOBODY, and
   there is no score. */
struct observation {
	int first, second;
	int games;
	int64_t score;          /* sum of sprt_block_score */
	int64_t luck;           /* half millionths */
};

#define NOBODY (-1)

struct observations {
	struct observation *list;
	size_t count, room;
	size_t block;           /* where those of the current block begin */
};

/* ### blocks */

int64_t luck_pairs_against(enum result result, int seats, const int *entrant,
			  const int32_t *luck, int a, int b)
{
	int64_t of_a = 0, of_b = 0;
	int seats_a = 0, seats_b = 0;

	for (int s = 0; s < seats; s++) {
		int64_t own = model_luck_of(result, luck, s);

		of_a += entrant[s] == a ? own : 0;
		of_b += entrant[s] == b ? own : 0;
		seats_a += entrant[s] == a;
		seats_b += entrant[s] == b;
	}
	/* Shares of a win add up over the seats of an entrant; otherwise the
	   mean of its seats counts. */
	if (result == RESULT_WINNER)
		return of_a - of_b;
	return of_a / seats_a - of_b / seats_b;
}

static void observe(struct observations *seen, int first, int second,
		    int64_t score, int64_t luck)
{
	struct observation *own = NULL;

	for (size_t i = seen->block; i < seen->count && own == NULL; i++)
		if (seen->list[i].first == first &&
		    seen->list[i].second == second)
			own = &seen->list[i];
	if (own == NULL) {
		ARRAY_GROW(seen->list, seen->room, seen->count + 1);
		own = &seen->list[seen->count++];
		*own = (struct observation){ first, second, 0, 0, 0 };
	}
	own->games++;
	own->score += score;
	own->luck += luck;
}

static void observe_game(struct observations *seen,
			 const struct games_table *table,
			 const struct model_game *game)
{
	enum result result = table->result[game->seats];
	const unsigned char *rank = table->ranks + game->place;
	const int32_t *luck = table->luck + game->place;
	int entrant[GAME_SEATS_MAX];

	assert(luck[0] != GAMES_NO_LUCK);
	for (int s = 0; s < game->seats; s++)
		entrant[s] = (int)table->seated[game->place + (uint32_t)s];
	for (int s = 0; s < game->seats; s++) {
		int a = entrant[s];
		int64_t own = 0;
		bool again = false;

		for (int other = 0; other < game->seats; other++) {
			int b = entrant[other];
			bool counted = b <= a;

			again |= other < s && b == a;
			own += b == a ? 2 * model_luck_of(result, luck, other)
				      : 0;
			for (int k = 0; k < other; k++)
				counted |= entrant[k] == b;
			if (!again && !counted)
				observe(seen, a, b, sprt_block_score(result,
					game->seats, entrant, rank, 1, a, b),
					luck_pairs_against(result, game->seats,
							  entrant, luck, a, b));
		}
		if (!again)
			observe(seen, a, NOBODY, 0, own);
	}
}

/* By entrants, then by values, so that the order of games does not matter. */
static int by_pair(const void *a, const void *b)
{
	const struct observation *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->second != y->second)
		return x->second < y->second ? -1 : 1;
	if (x->games != y->games)
		return x->games < y->games ? -1 : 1;
	if (x->score != y->score)
		return x->score < y->score ? -1 : 1;
	return (x->luck > y->luck) - (x->luck < y->luck);
}

static void observe_all(const struct games_table *table,
			enum games_cluster rule, struct luck_pairs *pairs,
			struct observations *seen)
{
	OWNED(model) struct model model = {0};
	struct model_game game = {0};

	model_init(&model, table, false, true, 0);
	while (model_next_game(&model, &game)) {
		if (robust_clusters_is_new(rule, &game)) {
			seen->block = seen->count;
			pairs->blocks++;
		}
		pairs->games++;
		observe_game(seen, table, &game);
	}
	pairs->left_out = (long)table->game_count - pairs->games;
	if (seen->count > 0)
		qsort(seen->list, seen->count, sizeof *seen->list, by_pair);
}

/* ### means */

/* Sums are whole numbers, so that the mean is the nearest double to the true
   one, and anyone who recomputes it prints the same digits. */
static double score_of(int64_t score, int games)
{
	return (double)score / ((double)games * BLOCKS_GAME_SCORE);
}

static double luck_of(int64_t luck, int games)
{
	return (double)luck / (2e6 * games);
}

/* The mean, per game, of raw * score + factor * luck; raw is 1 or 0.  Its error
   is that of a ratio, because blocks may have different numbers of games. */
static struct luck_mean mean_of(const struct observation *list, size_t count,
				int raw, double factor)
{
	struct luck_mean found = { 0, NAN };
	double n = (double)count, squares = 0;
	int64_t score = 0, luck = 0;
	int games = 0;

	for (size_t i = 0; i < count; i++) {
		score += list[i].score;
		luck += list[i].luck;
		games += list[i].games;
	}
	found.mean = raw * score_of(score, games) +
		factor * luck_of(luck, games);
	for (size_t i = 0; i < count; i++) {
		double own = raw * score_of(list[i].score, list[i].games) +
			factor * luck_of(list[i].luck, list[i].games);
		double off = (own - found.mean) * list[i].games;

		squares += off * off;
	}
	if (count > 1)
		found.se = sqrt(squares * n / (n - 1)) / games;
	return found;
}

/* NAN if luck is always the same, as it is in a game without chance. */
static double z_of(const struct luck_mean *luck)
{
	return luck->se > 1e-12 ? luck->mean / luck->se : NAN;
}

static void note_z(struct luck_pairs *pairs, double z)
{
	if (fabs(z) > pairs->worst_z)
		pairs->worst_z = fabs(z);
}

static void add_pair(struct luck_pairs *pairs, const struct observation *list,
		     size_t count, double beta)
{
	struct luck_pair *pair = &pairs->list[pairs->count++];

	*pair = (struct luck_pair){
		.first = list->first, .second = list->second,
		.blocks = (long)count,
		.raw = mean_of(list, count, 1, 0),
		.luck = mean_of(list, count, 0, 1),
		.adjusted = mean_of(list, count, 1, -beta)
	};
	pair->z = z_of(&pair->luck);
	/* A smaller error is only rounding: nothing is left of it. */
	pair->gain = pair->adjusted.se > 1e-9 ?
		pair->raw.se / pair->adjusted.se : NAN;
	pair->gain *= pair->gain;
	if (isnan(pair->z) || pair->blocks < LUCK_PAIRS_BLOCKS_MIN)
		return;
	note_z(pairs, pair->z);
	pairs->chi2 += pair->z * pair->z;
	pairs->chi2_pairs++;
}

static void add_entrant(struct luck_pairs *pairs,
			const struct observation *list, size_t count)
{
	struct luck_entrant *entrant = &pairs->entrants[list->first];

	for (size_t i = 0; i < count; i++)
		entrant->games += list[i].games;
	entrant->blocks = (long)count;
	entrant->luck = mean_of(list, count, 0, 1);
	entrant->z = z_of(&entrant->luck);
	if (entrant->blocks >= LUCK_PAIRS_BLOCKS_MIN)
		note_z(pairs, entrant->z);
}

/* ### the whole */

/* Turns a sum of k squares of normal numbers into one normal number, as the
   cube root of the sum is nearly normal. */
static double z_of_chi2(double chi2, int k)
{
	double spread = 2.0 / (9.0 * k);

	if (chi2 <= 0)
		return NAN;
	return (exact_math_exp(exact_math_log(chi2 / k) / 3) - (1 - spread)) /
		sqrt(spread);
}

/* Sums over blocks of products of s, its score, and l, its luck, each minus the
   mean of the pair. */
struct products {
	double sl, ll;
	double ssll, slll, llll;
};

/* Adds the products of raw score and luck within a pair. */
static void add_products(const struct observation *list, size_t count,
			 struct products *sum)
{
	double raw = mean_of(list, count, 1, 0).mean;
	double luck = mean_of(list, count, 0, 1).mean;

	for (size_t i = 0; i < count; i++) {
		double l = luck_of(list[i].luck, list[i].games) - luck;
		double sl = l * (score_of(list[i].score, list[i].games) - raw);

		sum->sl += sl;
		sum->ll += l * l;
		sum->ssll += sl * sl;
		sum->slll += sl * l * l;
		sum->llll += l * l * l * l;
	}
}

/* The slope of scores over luck; its error holds for any residuals (White
   1980). */
static void find_beta(struct luck_pairs *pairs, const struct products *sum,
		      double taken)
{
	double b, squares;

	pairs->beta = pairs->beta_se = NAN;
	if (!(sum->ll > 0))
		return;
	pairs->beta = b = sum->sl / sum->ll;
	squares = sum->ssll - 2 * b * sum->slll + b * b * sum->llll;
	pairs->beta_se = sqrt(squares > 0 ? squares : 0) / sum->ll;
	pairs->noisy = pairs->blocks >= LUCK_PAIRS_BLOCKS_MIN &&
		taken > 2 * (b + 2 * pairs->beta_se);
}

static void start(const struct games_table *table,
		  const struct observations *seen, struct luck_pairs *pairs)
{
	int entrants = table->entrant_count;
	size_t groups = 0;

	for (size_t i = 0; i < seen->count; i++)
		groups += i == 0 ||
			seen->list[i].first != seen->list[i - 1].first ||
			seen->list[i].second != seen->list[i - 1].second;
	pairs->list = memory_new(groups + 1, sizeof *pairs->list);
	pairs->entrant_count = entrants;
	pairs->entrants = memory_new((size_t)entrants + 1,
				     sizeof *pairs->entrants);
	for (int i = 0; i < entrants; i++)
		pairs->entrants[i] = (struct luck_entrant){
			.luck = { NAN, NAN }, .z = NAN };
}

void luck_pairs_make(const struct games_table *table, enum games_cluster rule,
		     long beta, struct luck_pairs *pairs)
{
	struct observations seen = {0};
	struct products sum = {0};
	size_t end;

	*pairs = (struct luck_pairs){0};
	observe_all(table, rule, pairs, &seen);
	start(table, &seen, pairs);
	for (size_t i = 0; i < seen.count; i = end) {
		const struct observation *group = &seen.list[i];

		for (end = i; end < seen.count &&
		     seen.list[end].first == group->first &&
		     seen.list[end].second == group->second;)
			end++;
		if (group->second == NOBODY) {
			add_entrant(pairs, group, end - i);
			continue;
		}
		add_pair(pairs, group, end - i, (double)beta * 1e-6);
		add_products(group, end - i, &sum);
	}
	pairs->chi2_z = pairs->chi2_pairs > 0 ?
		z_of_chi2(pairs->chi2, pairs->chi2_pairs) : NAN;
	if (pairs->chi2_z > pairs->worst_z)
		pairs->worst_z = pairs->chi2_z;
	find_beta(pairs, &sum, (double)beta * 1e-6);
	free(seen.list);
}

void luck_pairs_release(struct luck_pairs *pairs)
{
	free(pairs->list);
	free(pairs->entrants);
	*pairs = (struct luck_pairs){0};
}
