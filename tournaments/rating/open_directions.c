/*
 * open_directions.c - combinations of ratings and seats that the games leave
 * to the prior.
 *
 * They are found one after the other by the power method.  Every step solves
 * once with the factor of H, and usually there are none, or one.
 */
#include "tournaments/rating/open_directions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
	STEPS_MAX = 100,
	/* After this many an open direction would show, even if the first
	   vector had no more of it than rounding. */
	STEPS_TO_SHOW = 30
};

static double scalar(const double *x, const double *y, size_t size)
{
	double sum = 0;

	for (size_t q = 0; q < size; q++)
		sum += x[q] * y[q];
	return sum;
}

static void subtract(double *x, double factor, const double *y, size_t size)
{
	for (size_t q = 0; q < size; q++)
		x[q] -= factor * y[q];
}

/* Centres each pool, since only differences within it count. */
static void centre(const struct newton *fit, const bool *skip, double *x)
{
	const int *pool = fit->pools.pool;
	size_t pools = (size_t)fit->pools.count;
	double *sum = memory_new(pools + 1, sizeof *sum);
	double *members = memory_new(pools + 1, sizeof *members);

	for (int i = 0; i < fit->model.entrants; i++)
		if (!skip[i]) {
			sum[pool[i]] += x[i];
			members[pool[i]]++;
		}
	for (int i = 0; i < fit->model.entrants; i++)
		x[i] = skip[i] ? 0 : x[i] - sum[pool[i]] / members[pool[i]];
	free(sum);
	free(members);
}

/* Removes from x what was found before, and scales it to length 1.  False:
   nothing is left. */
static bool clean(const struct newton *fit, const bool *skip,
		  const struct open_directions *open, double *x)
{
	double length;

	centre(fit, skip, x);
	for (size_t k = 0; k < open->count; k++) {
		const double *v = open->vectors + k * open->parameters;

		subtract(x, scalar(x, v, open->parameters), v,
			 open->parameters);
	}
	length = sqrt(scalar(x, x, open->parameters));
	for (size_t q = 0; q < open->parameters; q++)
		x[q] = length > 0 ? x[q] / length : 0;
	return length > 0;
}

/* A vector that no direction is likely to be orthogonal to: the fractions of
   multiples of the golden ratio. */
static void first_vector(double *x, size_t size)
{
	for (size_t q = 0; q < size; q++)
		x[q] = fmod((double)(q + 1) * 0.6180339887498949, 1) - 0.5;
}

/* Finds the next v, in x, which is padded, and its s; s is too small if there
   is none. */
static void next_vector(const struct newton *fit, const bool *skip,
			const struct open_directions *open, double *x,
			double *share)
{
	size_t size = open->parameters;
	double *image = memory_new(fit->padded, sizeof *image);
	double off = 1;

	*share = 0;
	first_vector(x, size);
	for (int step = 0; step < STEPS_MAX && off > 1e-9 &&
	     clean(fit, skip, open, x); step++) {
		memcpy(image, x, fit->padded * sizeof *x);
		newton_solve(fit, image);
		*share = open->precision * scalar(x, image, size);
		if (step >= STEPS_TO_SHOW && *share < OPEN_DIRECTIONS_SHARE / 2)
			break;
		subtract(x, open->precision / *share, image, size);
		off = sqrt(scalar(x, x, size));
		memcpy(x, image, fit->padded * sizeof *x);
	}
	clean(fit, skip, open, x);
	free(image);
}

void open_directions_find(const struct newton *fit, const bool *skip,
			  struct open_directions *open)
{
	size_t size = fit->parameters, room = 0, shares = 0;
	double *x = memory_new(fit->padded, sizeof *x), share = 0;

	*open = (struct open_directions){ .parameters = size,
		.precision = fit->model.precision };
	for (; !open->many; open->many = open->count == OPEN_DIRECTIONS_MAX) {
		next_vector(fit, skip, open, x, &share);
		if (!(share > OPEN_DIRECTIONS_SHARE))
			break;
		ARRAY_GROW(open->vectors, room, (open->count + 1) * size);
		ARRAY_GROW(open->share, shares, open->count + 1);
		memcpy(open->vectors + open->count * size, x,
		       size * sizeof *x);
		open->share[open->count++] = share;
	}
	free(x);
}

double open_directions_covariance(const struct open_directions *open, int p,
				  int q)
{
	double sum = 0;

	for (size_t k = 0; k < open->count && !open->many; k++) {
		const double *v = open->vectors + k * open->parameters;

		sum += open->share[k] * open->share[k] / open->precision *
			v[p] * v[q];
	}
	return sum;
}

bool open_directions_hold(const struct open_directions *open, int p,
			  double model_variance)
{
	double sum = 0;

	for (size_t k = 0; k < open->count; k++) {
		double own = open->vectors[k * open->parameters + (size_t)p];

		sum += open->share[k] / open->precision * own * own;
	}
	return sum > model_variance / 2;
}

void open_directions_release(struct open_directions *open)
{
	free(open->vectors);
	free(open->share);
	*open = (struct open_directions){0};
}
