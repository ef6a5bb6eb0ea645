/*
 * error_floor.c - a floor for the scatter of results, for when few differ.
 */
#include "tournaments/rating/error_floor.h"

#include <stdlib.h>

#include "base/scatter.h"

struct floor_walk {
	int entrants;
	const double *shares;   /* NULL: weights are not scaled */
	error_floor_add *add;
	void *context;
};

/* Visits the pairs of a cell.  Information between two entrants is negative,
   except between partners of a team. */
static void visit_cell(void *context, const struct model_stage_terms *terms)
{
	const struct floor_walk *walk = context;

	for (int i = 0; i < terms->slots; i++)
		for (int j = 0; j < i; j++) {
			int p = terms->param[i], q = terms->param[j];
			int a = terms->dim[i], b = terms->dim[j];
			double weight = -(a > b ? terms->cov[a][b] :
					  terms->cov[b][a]);

			if (p == q || p >= walk->entrants ||
			    q >= walk->entrants || weight <= 0)
				continue;
			if (walk->shares != NULL)
				weight *= walk->shares[p] > walk->shares[q] ?
					walk->shares[p] : walk->shares[q];
			if (weight > 0)
				walk->add(walk->context, p, q, weight);
		}
}

static void visit(const struct newton *fit, const double *shares,
		  error_floor_add *add, void *context)
{
	struct floor_walk walk = { fit->model.entrants, shares, add, context };

	model_visit_cells(&fit->model, fit->b, visit_cell, &walk);
}

static void sum_up(void *context, int p, int q, double weight)
{
	double *sum = context;

	sum[p] += weight;
	sum[q] += weight;
}

/* The diagonal of H for the games alone, without prior and gauge. */
static double information_of(const struct newton *fit, size_t entrant)
{
	double beside = fit->model.precision > 0 ? fit->model.precision : 1;
	double sum = 0;

	for (size_t k = 0; k <= entrant; k++) {
		double l = fit->information[entrant * fit->padded + k];

		sum += l * l;
	}
	return sum - beside;
}

double *error_floor_shares(const struct newton *fit, const long *blocks,
			   const double *scatter)
{
	size_t entrants = (size_t)fit->model.entrants;
	double *shares = memory_new(entrants, sizeof *shares), *sum;
	bool any = false;

	for (size_t i = 0; i < entrants; i++) {
		double least = scatter_least((double)blocks[i]);

		if (least > information_of(fit, i))
			least = information_of(fit, i);
		/* One part in a billion may be rounding in a sum. */
		if (least > scatter[i] * (1 + 1e-9)) {
			shares[i] = least - scatter[i];
			any = true;
		}
	}
	if (!any) {
		free(shares);
		return NULL;
	}
	sum = memory_new(entrants, sizeof *sum);
	visit(fit, NULL, sum_up, sum);
	for (size_t i = 0; i < entrants; i++)
		if (shares[i] > 0)
			shares[i] = sum[i] > 0 ? shares[i] / sum[i] : 0;
	free(sum);
	return shares;
}

void error_floor_visit(const struct newton *fit, const double *shares,
		       error_floor_add *add, void *context)
{
	visit(fit, shares, add, context);
}
