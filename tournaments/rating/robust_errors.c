/*
 * robust_errors.c - how far the ratings may be off.
 */
#include "tournaments/rating/robust_errors.h"

#include <stdlib.h>
#include <string.h>

#include "tournaments/rating/error_floor.h"
#include "tournaments/rating/linear_algebra.h"

/* ### blocks */

/* C / (C - 1), for the blocks whose spread counts; with fewer than 8 there are
   none, because all entrants are thin. */
static double small_sample(const struct robust_clusters *clusters)
{
	double count = (double)clusters->count;

	return count < 2 ? 1 : count / (count - 1);
}

/* u_c of one block: zero except for its own parameters. */
struct score {
	double *u;              /* by parameter */
	bool *touched;
	int *list, count;       /* the touched ones */
};

static void score_init(struct score *score, size_t parameters)
{
	score->u = memory_new(parameters, sizeof *score->u);
	score->touched = memory_new(parameters, sizeof *score->touched);
	score->list = memory_new(parameters, sizeof *score->list);
	score->count = 0;
}

static void score_add(struct score *score,
		      const struct model_stage_terms *terms)
{
	for (int i = 0; i < terms->slots; i++) {
		int q = terms->param[i];

		if (!score->touched[q]) {
			score->touched[q] = true;
			score->list[score->count++] = q;
		}
		score->u[q] += terms->residual[terms->dim[i]];
	}
}

static void score_clear(struct score *score)
{
	for (int i = 0; i < score->count; i++) {
		score->u[score->list[i]] = 0;
		score->touched[score->list[i]] = false;
	}
	score->count = 0;
}

static void score_release(struct score *score)
{
	free(score->u);
	free(score->touched);
	free(score->list);
}

/* P A P': takes the mean of its pool from every row, then from every column.
   Entrants without games are pools of their own. */
static void centre(double *a, const struct newton *fit)
{
	const int *pool = fit->pools.pool;
	size_t n = fit->padded, entrants = (size_t)fit->model.entrants;
	size_t pools = (size_t)fit->pools.count;
	double *mean = memory_new(pools * n, sizeof *mean);
	double *members = memory_new(pools, sizeof *members);

	for (size_t i = 0; i < entrants; i++)
		if (pool[i] >= 0)
			members[pool[i]]++;
	for (size_t row = 0; row < n; row++) {
		double *own = mean + row * pools;

		for (size_t i = 0; i < entrants; i++)
			if (pool[i] >= 0)
				own[pool[i]] += a[row * n + i];
		for (size_t i = 0; i < entrants; i++)
			if (pool[i] >= 0)
				a[row * n + i] -= own[pool[i]]
						  / members[pool[i]];
	}
	memset(mean, 0, pools * n * sizeof *mean);
	for (size_t i = 0; i < entrants; i++)
		for (size_t column = 0; pool[i] >= 0 && column < n; column++)
			mean[(size_t)pool[i] * n + column] +=
				a[i * n + column] / members[pool[i]];
	for (size_t i = 0; i < entrants; i++)
		for (size_t column = 0; pool[i] >= 0 && column < n; column++)
			a[i * n + column] -= mean[(size_t)pool[i] * n + column];
	free(mean);
	free(members);
}

struct middle {
	double *m;              /* M, in parts: linear_algebra_fold */
	size_t padded;
	double factor;
	const struct robust_clusters *clusters;
	struct score score;
	size_t cluster;         /* the one whose score this is */
};

/* M += C/(C-1) u u' */
static void add_score(struct middle *middle)
{
	struct score *score = &middle->score;

	for (int i = 0; i < score->count; i++) {
		size_t p = (size_t)score->list[i];
		double scaled = middle->factor * score->u[p];

		for (int j = 0; j <= i; j++) {
			size_t q = (size_t)score->list[j];

			middle->m[p > q ? p * middle->padded + q
					: q * middle->padded + p] +=
				scaled * score->u[q];
		}
	}
	score_clear(score);
}

static void middle_stage(void *context, const struct model_stage_terms *terms)
{
	struct middle *middle = context;

	if (terms->tag != middle->cluster)
		add_score(middle);
	middle->cluster = terms->tag;
	if (middle->clusters->model[terms->tag])
		newton_scatter(middle->m, middle->padded, terms);
	else
		score_add(&middle->score, terms);
}

static void add_to_middle(void *context, int p, int q, double weight)
{
	struct middle *middle = context;
	size_t a = (size_t)p, b = (size_t)q, n = middle->padded;

	middle->m[a * n + a] += weight;
	middle->m[b * n + b] += weight;
	middle->m[a > b ? a * n + b : b * n + a] -= weight;
}

static void note_floored(const struct robust_clusters *clusters,
			 const double *shares, size_t entrants)
{
	for (size_t i = 0; i < entrants && shares != NULL; i++)
		clusters->floored[i] = shares[i] > 0;
}

static void raise_middle(const struct newton *fit, struct middle *middle)
{
	size_t entrants = (size_t)fit->model.entrants;
	double *scatter = memory_new(entrants, sizeof *scatter), *shares;

	for (size_t i = 0; i < entrants; i++)
		scatter[i] = middle->m[i * (fit->padded + 1)] -
			fit->model.precision;
	shares = error_floor_shares(fit, middle->clusters->of_entrant,
				    scatter);
	if (shares != NULL)
		error_floor_visit(fit, shares, add_to_middle, middle);
	note_floored(middle->clusters, shares, entrants);
	free(scatter);
	free(shares);
}

static void find_middle(const struct newton *fit,
			const struct robust_clusters *clusters,
			double *m)
{
	struct middle middle = { .m = m, .padded = fit->padded,
				 .factor = small_sample(clusters),
				 .clusters = clusters };

	score_init(&middle.score, fit->parameters);
	for (size_t q = 0; q < fit->parameters; q++)
		m[q * fit->padded + q] = clusters->prior;
	robust_clusters_visit(clusters, &fit->model, fit->b, middle_stage,
			      &middle);
	add_score(&middle);
	score_release(&middle.score);
	linear_algebra_fold(m, fit->padded);
	if (!fit->model.luck)
		raise_middle(fit, &middle);
	linear_algebra_mirror(m, fit->padded);
}

void robust_errors_find(struct newton *fit,
			 const struct robust_clusters *clusters,
			 double **v, double *model_variance)
{
	size_t n = fit->padded;
	double *inverse = fit->information, *work, *m = NULL;

	if (!clusters->all_model) {
		m = memory_new(n * n, sizeof *m);
		find_middle(fit, clusters, m);
	}
	fit->information = NULL;
	linear_algebra_inverse(inverse, n);
	work = memory_new(n * n, sizeof *work);
	memcpy(work, inverse, n * n * sizeof *work);
	centre(work, fit);
	for (size_t q = 0; q < fit->parameters; q++)
		model_variance[q] = work[q * n + q];
	if (m != NULL) {
		linear_algebra_sandwich(inverse, m, work, n);
		centre(m, fit);
		free(work);
	}
	free(inverse);
	*v = m != NULL ? m : work;
}
