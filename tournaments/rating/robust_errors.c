/*
 * robust_errors.c - how far the ratings may be off.
 */
#include "tournaments/rating/robust_errors.h"

#include <stdlib.h>
#include <string.h>

#include "tournaments/rating/error_floor.h"
#include "tournaments/rating/linear_algebra.h"
#include "tournaments/rating/robust_sums.h"

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

/* ### with a matrix */

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

static void add_information(void *context,
			    const struct model_stage_terms *terms)
{
	struct middle *middle = context;

	newton_scatter(middle->m, middle->padded, terms);
}

static void add_product(void *context, int p, int q, double product)
{
	struct middle *middle = context;

	middle->m[(size_t)p * middle->padded + (size_t)q] +=
		middle->factor * product;
}

static void middle_stage(void *context, const struct model_stage_terms *terms)
{
	struct middle *middle = context;

	if (terms->tag != middle->cluster)
		add_score(middle);
	middle->cluster = terms->tag;
	if (middle->clusters->model[terms->tag])
		add_information(middle, terms);
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
	if (fit->model.table->groups != NULL) {
		robust_sums_visit(fit, clusters, add_information, add_product,
				  &middle);
	} else {
		robust_clusters_visit(clusters, &fit->model, fit->b,
				      middle_stage, &middle);
		add_score(&middle);
	}
	score_release(&middle.score);
	linear_algebra_fold(m, fit->padded);
	if (!fit->model.luck)
		raise_middle(fit, &middle);
	linear_algebra_mirror(m, fit->padded);
}

void robust_errors_dense(struct newton *fit,
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

/* ### without a matrix */

/* s = inv(H) P e for every target; V_ab = s_a' M s_b. */
struct some {
	const struct robust_clusters *clusters;
	double factor;
	double *s;              /* rows of parameters */
	size_t parameters;
	struct robust_errors_target *targets;
	double *t;              /* u_c.s by target */
	int count;
	double *scatter;        /* the diagonal of M, by entrant */
	size_t entrants;
	struct score score;
	size_t cluster;
};

static void add_some_score(struct some *some)
{
	struct score *score = &some->score;

	for (int i = 0; i < score->count; i++) {
		size_t q = (size_t)score->list[i];

		if (q < some->entrants)
			some->scatter[q] += some->factor * score->u[q] *
				score->u[q];
	}
	for (int a = 0; a < some->count; a++) {
		const double *s = some->s + (size_t)a * some->parameters;

		some->t[a] = 0;
		for (int i = 0; i < score->count; i++)
			some->t[a] += score->u[score->list[i]]
				      * s[score->list[i]];
	}
	for (int a = 0; a < some->count; a++) {
		struct robust_errors_target *target = &some->targets[a];

		target->variance += some->factor * some->t[a] * some->t[a];
		if (target->partner >= 0)
			target->covariance += some->factor * some->t[a]
					      * some->t[target->partner];
	}
	score_clear(score);
}

/* s in the stage's own coordinates, which may belong to several parameters. */
static void local_direction(const struct model_stage_terms *terms,
			    const double *s, double *local)
{
	memset(local, 0, MODEL_DIMS_MAX * sizeof *local);
	for (int i = 0; i < terms->slots; i++)
		local[terms->dim[i]] += s[terms->param[i]];
}

static double product(const struct model_stage_terms *terms, const double *x,
		      const double *y)
{
	double sum = 0;

	for (int i = 0; i < terms->dims; i++) {
		for (int j = 0; j < i; j++)
			sum += terms->cov[i][j] * (x[i] * y[j] + x[j] * y[i]);
		sum += terms->cov[i][i] * x[i] * y[i];
	}
	return sum;
}

static void add_some_product(void *context, int p, int q, double product)
{
	struct some *some = context;

	product *= some->factor;
	if (p == q && (size_t)p < some->entrants)
		some->scatter[p] += product;
	for (int a = 0; a < some->count; a++) {
		struct robust_errors_target *target = &some->targets[a];
		const double *s = some->s + (size_t)a * some->parameters, *t;

		target->variance += product *
			(p == q ? s[p] * s[p] : s[p] * s[q] + s[q] * s[p]);
		if (target->partner < 0)
			continue;
		t = some->s + (size_t)target->partner * some->parameters;
		target->covariance += product *
			(p == q ? s[p] * t[p] : s[p] * t[q] + s[q] * t[p]);
	}
}

static void add_some_information(void *context,
				 const struct model_stage_terms *terms)
{
	struct some *some = context;
	double x[MODEL_DIMS_MAX], y[MODEL_DIMS_MAX];

	/* An entrant whose blocks are all in S has the model's information,
	   which is above any floor. */
	for (int i = 0; i < terms->slots; i++)
		if ((size_t)terms->param[i] < some->entrants)
			some->scatter[terms->param[i]] +=
				terms->cov[terms->dim[i]][terms->dim[i]];
	for (int a = 0; a < some->count; a++) {
		struct robust_errors_target *target = &some->targets[a];

		local_direction(terms, some->s + (size_t)a * some->parameters,
				x);
		target->variance += product(terms, x, x);
		if (target->partner < 0)
			continue;
		local_direction(terms, some->s + (size_t)target->partner
				* some->parameters, y);
		target->covariance += product(terms, x, y);
	}
}

static void some_stage(void *context, const struct model_stage_terms *terms)
{
	struct some *some = context;

	if (terms->tag != some->cluster)
		add_some_score(some);
	some->cluster = terms->tag;
	if (some->clusters->model[terms->tag])
		add_some_information(some, terms);
	else
		score_add(&some->score, terms);
}

/* P e of a parameter: centred in its pool if it is a theta. */
static void direction(const struct newton *fit, int parameter, double *x)
{
	const int *pool = fit->pools.pool;
	double members = 0;

	memset(x, 0, fit->parameters * sizeof *x);
	x[parameter] = 1;
	if (parameter >= fit->model.entrants || pool[parameter] < 0)
		return;
	for (int i = 0; i < fit->model.entrants; i++)
		members += pool[i] == pool[parameter];
	for (int i = 0; i < fit->model.entrants; i++)
		if (pool[i] == pool[parameter])
			x[i] -= 1 / members;
}

static double scalar(const double *x, const double *y, size_t size)
{
	double sum = 0;

	for (size_t q = 0; q < size; q++)
		sum += x[q] * y[q];
	return sum;
}

/* Lambda's part of V, and V_model_aa = e' P' inv(H) P e. */
static int start_targets(const struct newton *fit, struct some *some,
			 struct error *err)
{
	size_t p = fit->parameters;
	double *e = memory_new(p, sizeof *e), *s;
	int result = -1;

	for (int a = 0; a < some->count; a++) {
		s = some->s + (size_t)a * p;
		direction(fit, some->targets[a].parameter, e);
		memcpy(s, e, p * sizeof *s);
		if (newton_solve(fit, s, err) != 0)
			goto done;
		some->targets[a].model_variance = scalar(e, s, p);
	}
	for (int a = 0; a < some->count; a++) {
		struct robust_errors_target *target = &some->targets[a];

		s = some->s + (size_t)a * p;
		target->variance = some->clusters->prior * scalar(s, s, p);
		if (target->partner >= 0)
			target->covariance = some->clusters->prior *
				scalar(s, some->s + (size_t)target->partner
				       * p, p);
	}
	result = 0;

done:
	free(e);
	return result;
}

static void add_to_some(void *context, int p, int q, double weight)
{
	struct some *some = context;

	for (int a = 0; a < some->count; a++) {
		struct robust_errors_target *target = &some->targets[a];
		const double *s = some->s + (size_t)a * some->parameters;
		double own = s[p] - s[q];

		target->variance += weight * own * own;
		if (target->partner < 0)
			continue;
		s = some->s + (size_t)target->partner * some->parameters;
		target->covariance += weight * own * (s[p] - s[q]);
	}
}

static void raise_some(const struct newton *fit, struct some *some)
{
	double *shares = error_floor_shares(fit, some->clusters->of_entrant,
					    some->scatter);

	if (shares != NULL)
		error_floor_visit(fit, shares, add_to_some, some);
	note_floored(some->clusters, shares, some->entrants);
	free(shares);
}

int robust_errors_some(const struct newton *fit,
		       const struct robust_clusters *clusters,
		       struct robust_errors_target *targets, int count,
		       struct error *err)
{
	struct some some = { .clusters = clusters, .targets = targets,
			     .factor = small_sample(clusters), .count = count,
			     .parameters = fit->parameters,
			     .entrants = (size_t)fit->model.entrants };
	int result;

	some.scatter = memory_new(some.entrants, sizeof *some.scatter);
	some.s = memory_new((size_t)count * fit->parameters, sizeof *some.s);
	some.t = memory_new((size_t)count, sizeof *some.t);
	score_init(&some.score, fit->parameters);
	result = start_targets(fit, &some, err);
	if (result == 0) {
		if (fit->model.table->groups != NULL) {
			robust_sums_visit(fit, clusters, add_some_information,
					  add_some_product, &some);
		} else {
			robust_clusters_visit(clusters, &fit->model,
					      fit->b, some_stage, &some);
			add_some_score(&some);
		}
		if (!fit->model.luck)
			raise_some(fit, &some);
	}
	free(some.scatter);
	free(some.s);
	free(some.t);
	score_release(&some.score);
	return result;
}
