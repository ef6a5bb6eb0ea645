/*
 * ladder_rows.c - errors, chances and rank intervals of a ladder's lines.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/rating/ladder_work.h"
#include "tournaments/rating/match_ties.h"
#include "tournaments/rating/open_directions.h"
#include "tournaments/rating/rank_intervals.h"

/* ### errors */

static double root(double variance)
{
	return sqrt(variance > 0 ? variance : 0);
}

double ladder_difference_se(const struct ladder *ladder, int i, int j)
{
	size_t p = (size_t)ladder->parameters, a = (size_t)i, b = (size_t)j;
	const double *v = ladder->covariance;

	if (v == NULL || ladder->rows[i].pool < 0 ||
	    ladder->rows[i].pool != ladder->rows[j].pool)
		return NAN;
	return ladder->elo_per_logit *
		root(v[a * p + a] + v[b * p + b] - 2 * v[a * p + b]);
}

/* Phi(difference / its error).  An error that rounds to 0 is only rounding in a
   sum. */
static double superiority(double difference, double se)
{
	double seen = decimal_rounded(difference);

	if (decimal_rounded(se) == 0)
		return seen > 0 ? 1 : seen < 0 ? 0 : 0.5;
	return exact_math_phi(difference / se);
}

double ladder_los(const struct ladder *ladder, int i, int j)
{
	double se = ladder_difference_se(ladder, i, j);

	if (isnan(se))
		return NAN;
	return superiority(ladder->elo_per_logit *
			   (ladder->theta[i] - ladder->theta[j]), se);
}

/* Removes the padding, in place. */
static double *unpadded(double *v, size_t padded, size_t size)
{
	for (size_t i = 1; i < size; i++)
		memmove(v + i * size, v + i * padded, size * sizeof *v);
	return v;
}

static void find_errors(struct ladder *ladder, struct ladder_work *work,
			const struct open_directions *open, int anchor)
{
	size_t p = work->fit.parameters;
	double *v;

	robust_errors_find(&work->fit, &work->clusters, &v,
			   work->model_variance);
	ladder->covariance = unpadded(v, work->fit.padded, p);
	for (size_t q = 0; q < p * p && open->count > 0; q++)
		ladder->covariance[q] += open_directions_covariance(open,
			(int)(q / p), (int)(q % p));
	for (size_t q = 0; q < p; q++)
		work->variance[q] = ladder->covariance[q * p + q];
	for (int k = 0; k + 1 < ladder->count; k++) {
		int i = ladder->order[k], next = ladder->order[k + 1];

		ladder->rows[i].los_next = ladder_los(ladder, i, next);
	}
	for (int i = 0; anchor >= 0 && i < ladder->count; i++)
		ladder->rows[i].err_anchor = EXACT_MATH_NORMAL_97_5 *
			ladder_difference_se(ladder, i, anchor);
}

/* ### rows */

/* How many standard errors the 95% interval has to either side. */
static double quantile(const struct ladder *ladder, const struct ladder_row *row,
		       bool model_only)
{
	/* With luck taken out, the deviations that remain are rare and
	   large. */
	if (ladder->options.luck)
		return exact_math_t(row->blocks > 1 ? row->blocks - 1 : 1);
	return model_only || row->fewest >= 30 ? EXACT_MATH_NORMAL_97_5
		: exact_math_t(row->fewest > 1 ? row->fewest - 1 : 1);
}

static void fill_row(struct ladder *ladder, const struct ladder_work *work,
		     int i)
{
	struct ladder_row *row = &ladder->rows[i];
	double unit = ladder->elo_per_logit;
	double variance = work->variance[i];

	if (isnan(variance))
		return;
	row->se = unit * root(variance);
	row->se_naive = unit * root(work->model_variance[i]);
	row->err95 = row->se * quantile(ladder, row, work->model_only[i]);
	row->pulled = fabs(work->pull[i]) > LADDER_PULL * root(variance);
	row->floored = work->clusters.floored[i];
	row->tied = work->tied > LADDER_TIED;
	row->paired = !ladder->options.luck &&
		work->fit.model.table->paired_by_results;
	if (!work->model_only[i] && work->model_variance[i] > 0)
		row->deff = variance / work->model_variance[i];
}

static void fill_rows(struct ladder *ladder, const struct ladder_work *work)
{
	double sum = 0;
	int count = 0;

	for (int i = 0; i < ladder->count; i++) {
		if (ladder->rows[i].pool < 0)
			continue;
		fill_row(ladder, work, i);
		if (isnan(ladder->rows[i].deff))
			continue;
		sum += ladder->rows[i].deff;
		count++;
	}
	ladder->deff_mean = count > 0 ? sum / count : NAN;
}

/* h in Elo; delta = exp of its parameter, its error by the delta method. */
static void fill_kinds(struct ladder *ladder, const struct ladder_work *work)
{
	const struct model *model = &work->fit.model;
	const double *b = work->fit.b;
	double unit = ladder->elo_per_logit;

	ladder->kind_count = model->kind_count;
	for (int k = 0; k < model->kind_count; k++) {
		const struct model_kind *from = &model->kinds[k];
		struct ladder_kind *to = &ladder->kinds[k];

		*to = (struct ladder_kind){
			.seats = from->seats, .result = from->result,
			.games = (long)from->games, .h_count = from->h_count,
			.tie_count = from->tie_count
		};
		for (int s = 0; s < from->h_count; s++) {
			int q = from->h_first + s;

			to->h[s] = unit * b[q];
			to->h_se[s] = unit * root(work->variance[q]);
			to->h_se_naive[s] = unit *
				root(work->model_variance[q]);
		}
		for (int t = 0; t < from->tie_count; t++) {
			int q = from->tie_first + t;

			to->tie_order[t] = from->tie_order[t];
			to->delta[t] = exact_math_exp(b[q]);
			to->delta_se[t] = to->delta[t] *
				root(work->variance[q]);
			to->delta_se_naive[t] = to->delta[t] *
				root(work->model_variance[q]);
		}
	}
}

/* ### ranks */

/* In Elo^2; 0 for an error that rounds to 0, which is only rounding in a sum
   and would be magnified. */
static double covariance_of(const struct ladder *ladder, int i, int j)
{
	double unit = ladder->elo_per_logit;

	if (decimal_rounded(ladder->rows[i].se) == 0 ||
	    decimal_rounded(ladder->rows[j].se) == 0)
		return 0;
	return unit * unit * ladder->covariance
		[(size_t)i * (size_t)ladder->parameters + (size_t)j];
}

static void rank_pool(struct ladder *ladder, int pool, const int *member,
		      size_t n)
{
	double *elo = memory_new(n, sizeof *elo);
	double *v = memory_new(n * n, sizeof *v);
	struct rank_interval *ranks = memory_new(n, sizeof *ranks);

	for (size_t i = 0; i < n; i++) {
		/* Without the anchor, which says nothing about ranks. */
		elo[i] = decimal_rounded(ladder->elo_per_logit *
					 ladder->theta[member[i]]);
		for (size_t j = 0; j < n; j++)
			v[i * n + j] = covariance_of(ladder, member[i],
						     member[j]);
	}
	rank_intervals_find((unsigned)pool, n, elo, v, ranks);
	for (size_t i = 0; i < n; i++) {
		struct ladder_row *row = &ladder->rows[member[i]];

		row->rank_lo = ranks[i].lo;
		row->rank_hi = ranks[i].hi;
		row->best = (double)ranks[i].firsts / rank_intervals_draws(n);
	}
	free(elo);
	free(v);
	free(ranks);
}

static void rank_pools(struct ladder *ladder)
{
	int *member = memory_new((size_t)ladder->count, sizeof *member);
	size_t n;

	for (int pool = 0; pool < ladder->pool_count; pool++) {
		n = 0;
		for (int i = 0; i < ladder->count; i++)
			if (ladder->rows[i].pool == pool)
				member[n++] = i;
		rank_pool(ladder, pool, member, n);
	}
	free(member);
}

void ladder_work_centre(const struct ladder *ladder, const double *b,
			double *theta)
{
	double *sum = memory_new((size_t)ladder->pool_count, sizeof *sum);
	double *members = memory_new((size_t)ladder->pool_count, sizeof *sum);

	for (int i = 0; i < ladder->count; i++) {
		if (ladder->rows[i].pool < 0)
			continue;
		sum[ladder->rows[i].pool] += b[i];
		members[ladder->rows[i].pool]++;
	}
	for (int i = 0; i < ladder->count; i++) {
		int pool = ladder->rows[i].pool;

		if (pool >= 0)
			theta[i] = b[i] - sum[pool] / members[pool];
	}
	free(sum);
	free(members);
}

/* How far the prior moves the ratings: inv(H) Lambda b.  It is added to the
   errors as if it were luck, which holds for all strengths on average, but not
   for those far from 0. */
static void find_pull(const struct ladder *ladder, struct ladder_work *work)
{
	double *pull = memory_new(work->fit.padded, sizeof *pull);

	work->pull = pull;
	if (work->fit.model.precision == 0 || ladder->options.luck)
		return;
	for (int q = 0; q < ladder->parameters; q++)
		pull[q] = work->fit.model.precision * work->fit.b[q];
	newton_solve(&work->fit, pull);
	ladder_work_centre(ladder, pull, pull);
}

/* Marks the entrants whose ratings come from the prior. */
static void fill_held(struct ladder *ladder, const struct ladder_work *work,
		      const struct open_directions *open)
{
	for (int i = 0; i < ladder->count; i++)
		ladder->rows[i].held = ladder->rows[i].pool >= 0 &&
			open_directions_hold(open, i,
					     work->model_variance[i]);
}

static void fill_errors(struct ladder *ladder, struct ladder_work *work,
			int anchor)
{
	bool *skip = memory_new((size_t)ladder->count, sizeof *skip);
	struct open_directions open = {0};

	for (int i = 0; i < ladder->count; i++)
		skip[i] = ladder->rows[i].pool < 0 || ladder->rows[i].thin;
	/* Unless luck is taken out, all of the prior is in the errors. */
	if (ladder->options.luck)
		open_directions_find(&work->fit, skip, &open);
	work->clusters.prior = work->fit.model.precision;
	if (ladder->options.luck && !open.many)
		work->clusters.prior = 0;
	find_pull(ladder, work);
	if (!ladder->options.luck)
		work->tied = match_ties_find(&work->clusters,
			&work->fit.model, work->fit.b, ladder->count -
			ladder->unrated - ladder->pool_count);
	find_errors(ladder, work, &open, anchor);
	fill_held(ladder, work, &open);
	open_directions_release(&open);
	free(skip);
}

/* The results against one that forfeits games vary by its matches. */
static void find_fewest(struct ladder *ladder, const struct model *model)
{
	const struct games_table *table = model->table;
	struct model_game game = {0};

	for (int i = 0; i < ladder->count; i++)
		ladder->rows[i].fewest = ladder->rows[i].blocks;
	while (model_next_game(model, &game)) {
		const uint32_t *seated = table->seated + game.place;

		if ((game.bits & GAMES_FORFEITED) == 0)
			continue;
		for (int s = 0; s < game.seats * game.seats; s++) {
			uint32_t i = seated[s / game.seats];
			uint32_t j = seated[s % game.seats];

			if (games_table_forfeits(table, j) &&
			    ladder->rows[j].blocks < ladder->rows[i].fewest)
				ladder->rows[i].fewest =
					ladder->rows[j].blocks;
		}
	}
}

void ladder_work_fill(struct ladder *ladder, struct ladder_work *work,
		      int anchor)
{
	for (int i = 0; i < ladder->count; i++)
		work->clusters.of_entrant[i] = ladder->rows[i].blocks;
	robust_clusters_mark(&work->clusters, &work->fit.model,
			     work->model_only);
	find_fewest(ladder, &work->fit.model);
	fill_errors(ladder, work, anchor);
	fill_rows(ladder, work);
	fill_kinds(ladder, work);
	if (ladder->options.ranks)
		rank_pools(ladder);
}
