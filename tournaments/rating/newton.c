/*
 * newton.c - the only maximum of the likelihood, by Newton's method.
 */
#include "tournaments/rating/newton.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/rating/game_luck.h"
#include "tournaments/rating/linear_algebra.h"

enum { STEPS_MAX = 100, HALVINGS_MAX = 20 };

/* A step leaves an error of about its square; after one as small as this, only
   rounding is left. */
#define ENOUGH 1e-7

/* ### likelihood, gradient, information */

void newton_scatter(double *matrix, size_t padded,
		    const struct model_stage_terms *terms)
{
	for (int i = 0; i < terms->slots; i++)
		for (int j = 0; j <= i; j++) {
			size_t p = (size_t)terms->param[i];
			size_t q = (size_t)terms->param[j];
			int a = terms->dim[i], b = terms->dim[j];
			double value = a > b ? terms->cov[a][b]
					     : terms->cov[b][a];

			/* An element off the diagonal counts for two, which
			   coincide when one entrant holds two seats. */
			if (p == q && i != j)
				value *= 2;
			/* Cells are sorted by the entrant of their first
			   seat, which is q, so its row is in the cache. */
			matrix[q * padded + p] += value;
		}
}

static void add_stage(void *context, const struct model_stage_terms *terms)
{
	struct newton *fit = context;

	fit->log_likelihood += terms->log_likelihood;
	for (int i = 0; i < terms->slots; i++)
		fit->gradient[terms->param[i]] +=
			terms->residual[terms->dim[i]];
	newton_scatter(fit->information, fit->padded, terms);
}

/* Begins with Lambda, the gauge, and 1 where there is no parameter. */
static void start_information(struct newton *fit)
{
	size_t n = fit->padded, entrants = (size_t)fit->model.entrants;
	const int *pool = fit->pools.pool;
	double *h = fit->information;

	memset(h, 0, n * n * sizeof *h);
	for (size_t i = 0; i < n; i++)
		h[i * n + i] = i < fit->parameters ? fit->model.precision : 1;
	if (fit->model.precision > 0)
		return;
	for (size_t i = 0; i < entrants; i++)
		for (size_t j = 0; j <= i; j++)
			if (i == j || (pool[i] >= 0 && pool[i] == pool[j]))
				h[i * n + j] += 1;
}

/* Computes all three at fit->b. */
static void evaluate(struct newton *fit)
{
	fit->log_likelihood = 0;
	memset(fit->gradient, 0, fit->parameters * sizeof *fit->gradient);
	start_information(fit);
	model_visit_cells(&fit->model, fit->b, add_stage, fit);
	linear_algebra_fold(fit->information, fit->padded);
	for (size_t q = 0; q < fit->parameters; q++) {
		fit->log_likelihood -=
			fit->model.precision * fit->b[q] * fit->b[q] / 2;
		fit->gradient[q] -= fit->model.precision * fit->b[q];
	}
	for (size_t q = 0; fit->tilt != NULL && q < fit->parameters; q++) {
		fit->log_likelihood -= fit->tilt[q] * fit->b[q];
		fit->gradient[q] -= fit->tilt[q];
	}
}

/* ### luck */

/* Whole numbers: their sum does not depend on the order of games. */
static void add_luck(const struct model *model, const struct model_game *game,
		     int64_t *sum)
{
	const struct games_table *table = model->table;
	const struct model_kind *kind = &model->kinds[game->kind];
	const int32_t *luck = table->luck + game->place;

	assert(luck[0] != GAMES_NO_LUCK);
	for (int s = 0; s < game->seats; s++) {
		int64_t own = game_luck_of(kind->result, luck, s);

		sum[table->seated[game->place + (uint32_t)s]] += own;
		if (s < kind->h_count)
			sum[kind->h_first + s] += own;
	}
}

static void find_tilt(struct newton *fit)
{
	int64_t *sum = memory_new(fit->parameters, sizeof *sum);
	struct model_game game = {0};

	fit->tilt = memory_new(fit->parameters, sizeof *fit->tilt);
	while (model_next_game(&fit->model, &game))
		add_luck(&fit->model, &game, sum);
	for (size_t q = 0; q < fit->parameters; q++)
		fit->tilt[q] = model_luck(&fit->model, sum[q]);
	free(sum);
}

/* ### Newton */

static int factor(struct newton *fit, struct error *err)
{
	if (linear_algebra_cholesky(fit->information, fit->padded,
				    PIVOTS_POSITIVE) != 0)
		return error_set(err, "the games do not determine every "
				 "parameter; use a prior");
	return 0;
}

void newton_solve(const struct newton *fit, double *x)
{
	linear_algebra_solve(fit->information, fit->padded, x);
}

/* Moves b by `step`, which is halved until l does not fall. */
static void go(struct newton *fit, double *step, const double *from)
{
	double before = fit->log_likelihood;

	for (int halvings = 0;; halvings++) {
		for (size_t q = 0; q < fit->parameters; q++)
			fit->b[q] = from[q] + step[q];
		evaluate(fit);
		if (fit->log_likelihood >= before - 1e-12 * fabs(before) ||
		    halvings == HALVINGS_MAX)
			return;
		for (size_t q = 0; q < fit->parameters; q++)
			step[q] /= 2;
	}
}

static void start(struct newton *fit)
{
	size_t n;

	fit->parameters = (size_t)fit->model.parameters;
	fit->padded = n = linear_algebra_padded(fit->parameters);
	fit->b = memory_new(n, sizeof *fit->b);
	if (fit->first != NULL)
		memcpy(fit->b, fit->first,
		       (size_t)fit->model.entrants * sizeof *fit->b);
	fit->gradient = memory_new(n, sizeof *fit->gradient);
	fit->information = memory_new(n * n, sizeof *fit->information);
	if (fit->model.luck)
		find_tilt(fit);
}

int newton_run(struct newton *fit, struct error *err)
{
	double *step, *from, largest = 0;
	int result = -1;

	start(fit);
	step = memory_new(fit->padded, sizeof *step);
	from = memory_new(fit->padded, sizeof *from);
	evaluate(fit);
	for (fit->steps = 0; fit->steps < STEPS_MAX; fit->steps++) {
		if (factor(fit, err) != 0)
			goto done;
		memcpy(step, fit->gradient, fit->padded * sizeof *step);
		newton_solve(fit, step);
		largest = 0;
		for (size_t q = 0; q < fit->parameters; q++)
			largest = fmax(largest, fabs(step[q]));
		memcpy(from, fit->b, fit->padded * sizeof *from);
		go(fit, step, from);
		if (largest < ENOUGH)
			break;
	}
	if (!(largest < ENOUGH)) {
		error_set(err, "the ladder did not converge in %d steps",
			  STEPS_MAX);
		goto done;
	}
	result = factor(fit, err);

done:
	free(step);
	free(from);
	return result;
}

void newton_release(struct newton *fit)
{
	model_release(&fit->model);
	components_release(&fit->pools);
	free(fit->b);
	free(fit->gradient);
	free(fit->tilt);
	free(fit->information);
	*fit = (struct newton){0};
}
