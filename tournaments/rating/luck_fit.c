/*
 * luck_fit.c - the numbers of a luck formula, from games that were played.
 *
 * The likelihood has few numbers and no simple derivatives, so it is maximised
 * with the simplex of Nelder and Mead (1965), over the logarithms of the
 * numbers, which are positive.
 */
#include "tournaments/rating/luck_fit.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/memory.h"
#include "games/game.h"

enum {
	TURNS_MIN = 100,        /* for each number */
	CORNERS_MAX = LUCK_FIT_NUMBERS_MAX + 1,
	STEPS_MAX = 2000,
	RUNS = 2                /* each from where the last one ended */
};

#define FIRST_STEP 0.3          /* of a logarithm */
#define SMALL_STEP 1e-5         /* a smaller one makes no difference */
#define FARTHEST 12             /* a factor of 160,000: it diverges */
#define CERTAIN (-1e-6)         /* likelihood if the leader always wins */

struct turn {
	int mover;
	long score[GAME_SEATS_MAX];
	double points[GAME_SEATS_MAX];
};

struct luck_fit {
	luck_fit_chances *chances;
	const void *context;
	int seats;
	struct turn *turns;
	size_t count, room;
};

struct luck_fit *luck_fit_new(luck_fit_chances *chances, const void *context,
			      int seats)
{
	struct luck_fit *fit = memory_new(1, sizeof *fit);

	assert(seats >= 2 && seats <= GAME_SEATS_MAX);
	*fit = (struct luck_fit){ chances, context, seats, NULL, 0, 0 };
	return fit;
}

void luck_fit_add(struct luck_fit *fit, int mover, const long *score,
		  const double *points)
{
	struct turn *turn;

	ARRAY_GROW(fit->turns, fit->room, fit->count + 1);
	turn = &fit->turns[fit->count++];
	*turn = (struct turn){ .mover = mover };
	for (int s = 0; s < fit->seats; s++) {
		turn->score[s] = score[s];
		turn->points[s] = points[s];
	}
}

void luck_fit_free(struct luck_fit *fit)
{
	if (fit != NULL)
		free(fit->turns);
	free(fit);
}

/* ### the likelihood */

/* Mean log-likelihood of the results of all turns. */
static double likelihood_of(const struct luck_fit *fit, const double *logs,
			    int count)
{
	double number[LUCK_FIT_NUMBERS_MAX], chance[GAME_SEATS_MAX], sum = 0;

	for (int i = 0; i < count; i++)
		number[i] = exact_math_exp(logs[i]);
	for (size_t t = 0; t < fit->count; t++) {
		const struct turn *turn = &fit->turns[t];

		fit->chances(fit->context, number, fit->seats, turn->mover,
			     turn->score, chance);
		for (int s = 0; s < fit->seats; s++)
			if (turn->points[s] > 0)
				sum += turn->points[s] *
					exact_math_log(fmax(chance[s], 1e-12));
	}
	return sum / (double)fit->count;
}

/* ### the simplex */

struct corner {
	double at[LUCK_FIT_NUMBERS_MAX], value;
};

struct simplex {
	const struct luck_fit *fit;
	int count;                      /* of numbers; one more corner */
	struct corner corner[CORNERS_MAX];      /* the best one first */
};

static int by_value(const void *a, const void *b)
{
	double x = ((const struct corner *)a)->value;
	double y = ((const struct corner *)b)->value;

	return (x < y) - (x > y);
}

static void sort_corners(struct simplex *simplex)
{
	qsort(simplex->corner, (size_t)simplex->count + 1,
	      sizeof *simplex->corner, by_value);
}

static void start_simplex(struct simplex *simplex, const double *at)
{
	for (int k = 0; k <= simplex->count; k++) {
		struct corner *corner = &simplex->corner[k];

		memcpy(corner->at, at,
		       (size_t)simplex->count * sizeof *corner->at);
		if (k > 0)
			corner->at[k - 1] += FIRST_STEP;
		corner->value = likelihood_of(simplex->fit, corner->at,
					      simplex->count);
	}
	sort_corners(simplex);
}

/* The worst corner, moved through the middle of the others by `factor`. */
static struct corner moved(const struct simplex *simplex, double factor)
{
	const struct corner *worst = &simplex->corner[simplex->count];
	struct corner to = {0};

	for (int i = 0; i < simplex->count; i++) {
		double middle = 0;

		for (int k = 0; k < simplex->count; k++)
			middle += simplex->corner[k].at[i] / simplex->count;
		to.at[i] = middle + factor * (worst->at[i] - middle);
	}
	to.value = likelihood_of(simplex->fit, to.at, simplex->count);
	return to;
}

static void shrink(struct simplex *simplex)
{
	for (int k = 1; k <= simplex->count; k++) {
		struct corner *corner = &simplex->corner[k];

		for (int i = 0; i < simplex->count; i++)
			corner->at[i] = (corner->at[i] +
					 simplex->corner[0].at[i]) / 2;
		corner->value = likelihood_of(simplex->fit, corner->at,
					      simplex->count);
	}
}

static void step(struct simplex *simplex)
{
	struct corner *worst = &simplex->corner[simplex->count];
	struct corner to = moved(simplex, -1), other;

	if (to.value > simplex->corner[0].value) {
		other = moved(simplex, -2);
		*worst = other.value > to.value ? other : to;
	} else if (to.value > worst[-1].value) {
		*worst = to;
	} else {
		other = moved(simplex, to.value > worst->value ? -0.5 : 0.5);
		if (other.value > fmax(to.value, worst->value))
			*worst = other;
		else
			shrink(simplex);
	}
	sort_corners(simplex);
}

/* How far apart the corners are. */
static double size_of(const struct simplex *simplex)
{
	double size = 0;

	for (int k = 1; k <= simplex->count; k++)
		for (int i = 0; i < simplex->count; i++)
			size = fmax(size, fabs(simplex->corner[k].at[i] -
					       simplex->corner[0].at[i]));
	return size;
}

/* A simplex may collapse before the maximum, so it is started again. */
static bool climb(struct simplex *simplex, double *at)
{
	bool arrived = false;

	for (int run = 0; run < RUNS; run++) {
		start_simplex(simplex, at);
		for (int s = 0; s < STEPS_MAX && size_of(simplex) > SMALL_STEP;
		     s++)
			step(simplex);
		arrived = size_of(simplex) <= SMALL_STEP;
		memcpy(at, simplex->corner[0].at,
		       (size_t)simplex->count * sizeof *at);
	}
	return arrived;
}

int luck_fit_run(const struct luck_fit *fit, double *number, int count,
		 double *likelihood, struct error *err)
{
	struct simplex simplex = { .fit = fit, .count = count };
	double at[LUCK_FIT_NUMBERS_MAX];
	bool arrived;

	assert(count >= 1 && count <= LUCK_FIT_NUMBERS_MAX);
	if (fit->count < (size_t)TURNS_MIN * (size_t)count)
		return error_set(err, "%d numbers need at least %d turns of "
				 "games without a fault, not %zu", count,
				 TURNS_MIN * count, fit->count);
	for (int i = 0; i < count; i++)
		at[i] = exact_math_log(number[i]);
	arrived = climb(&simplex, at) && simplex.corner[0].value < CERTAIN;
	for (int i = 0; i < count; i++)
		arrived &= fabs(at[i] - exact_math_log(number[i])) < FARTHEST;
	if (!arrived)
		return error_set(err, "these games do not determine the "
				 "numbers of the formula");
	for (int i = 0; i < count; i++)
		number[i] = exact_math_exp(at[i]);
	*likelihood = simplex.corner[0].value;
	return 0;
}
