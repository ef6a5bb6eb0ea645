/*
 * solve.c - solves Bolo and Pig for two.
 *
 * The sums of both scores are processed from the largest down, so the results
 * of all banks are known.  The chance after a lost turn is not known: it is the
 * other player's turn with the same scores.  This gives two unknowns for each
 * pair of scores, x = f(y) and y = g(x), where f and g are piecewise linear.
 */
#include "worth/solve.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/rules.h"

/* The iteration ends when no step is larger than this. */
static const double close_enough = 1e-10;

/* ### pairs of scores, TURNS_LANES at a time */

/* Data shared by the threads. */
struct work {
	struct duel *duel;
	double *slope;                  /* of f, indexed like duel->win */
	const struct solve_options *options;
	int sum;                        /* of both scores */
	int *low, pairs;                /* the lower scores of this sum */
	atomic_int next;                /* group of pairs */
	bool over;
	pthread_mutex_t start;  /* held until the barrier is made */
	pthread_barrier_t barrier;
	double rows, rows_done;         /* of all turns, for the progress */
};

/* One side of a group of pairs: f or g of each pair. */
struct side {
	int own[TURNS_LANES], other[TURNS_LANES];
	int rows;
	double *stop, *value;
	double x[TURNS_LANES];          /* the chance, at first a guess */
	double slope[TURNS_LANES];      /* change of the chance with `lost` */
	double lost[TURNS_LANES];       /* the assumed worth of a lost turn */
	double found[TURNS_LANES];      /* the chance that follows from it */
};

static void prepare(const struct work *w, struct side *side)
{
	const struct duel *d = w->duel;
	int all;

	side->rows = 0;
	for (int l = 0; l < TURNS_LANES; l++) {
		int rows = duel_rows(d, side->own[l], side->other[l]);

		side->rows = rows > side->rows ? rows : side->rows;
	}
	all = side->rows + d->turns->most;
	side->stop = duel_numbers(all * TURNS_LANES);
	side->value = duel_numbers(all * TURNS_LANES * d->turns->width);
	/* A total of 0 is never banked. */
	for (int t = 1; t < all; t++)
		for (int l = 0; l < TURNS_LANES; l++)
			side->stop[t * TURNS_LANES + l] =
				duel_stop(d, side->own[l], side->other[l], t);
}

/* Makes a first guess from pairs that are already solved. */
static void guess(const struct work *w, struct side *side)
{
	const struct duel *d = w->duel;
	int size = d->target;

	for (int l = 0; l < TURNS_LANES; l++) {
		int a = side->own[l], b = side->other[l];
		const double *at = d->win + a * size + b;
		bool one = a + 1 < size && b + 1 < size && at[size + 1] > 0;
		bool two = one && a + 2 < size && b + 2 < size &&
			at[2 * (size + 1)] > 0;

		side->x[l] = two ? 2 * at[size + 1] - at[2 * (size + 1)] :
			one ? at[size + 1] : 0.5;
		side->slope[l] = one ? w->slope[(a + 1) * size + b + 1] : 0.2;
	}
}

/* Evaluates f with the other side's chances, and its slope since the previous
   evaluation if there was one (`again`). */
static void evaluate(const struct work *w, struct side *side,
		     const struct side *other, bool again)
{
	double lost[TURNS_LANES];

	for (int l = 0; l < TURNS_LANES; l++)
		lost[l] = 1 - other->x[l];
	turns_values_8(w->duel->turns, side->stop, side->rows, lost,
		       side->value);
	for (int l = 0; l < TURNS_LANES; l++) {
		double found = side->value[TURNS_FRESH * TURNS_LANES + l];
		double step = lost[l] - side->lost[l];

		if (again && fabs(step) > 1e-12)
			side->slope[l] = (found - side->found[l]) / step;
		side->lost[l] = lost[l];
		side->found[l] = found;
	}
}

/* Moves to the intersection of the two straight lines.  Returns the largest
   step. */
static double step_to_solution(struct side *f, struct side *g)
{
	double largest = 0;

	for (int l = 0; l < TURNS_LANES; l++) {
		double p = f->slope[l], q = g->slope[l];
		double off_f = f->found[l] - f->x[l];
		double off_g = g->found[l] - g->x[l];
		double x = (off_f - p * off_g) / (1 - p * q);
		double y = off_g - q * x;

		f->x[l] += x;
		g->x[l] += y;
		largest = fmax(largest, fmax(fabs(x), fabs(y)));
	}
	return largest;
}

static void solve_group(struct work *w, int first)
{
	struct side f, g;
	struct duel *d = w->duel;
	bool again = false;

	memset(&f, 0, sizeof f);
	for (int l = 0; l < TURNS_LANES; l++) {
		int pair = first + l < w->pairs ? first + l : w->pairs - 1;

		f.own[l] = w->low[pair];
		f.other[l] = w->sum - w->low[pair];
	}
	g = f;
	memcpy(g.own, f.other, sizeof g.own);
	memcpy(g.other, f.own, sizeof g.other);
	prepare(w, &f);
	prepare(w, &g);
	guess(w, &f);
	guess(w, &g);
	do {
		evaluate(w, &f, &g, again);
		evaluate(w, &g, &f, again);
		again = true;
	} while (step_to_solution(&f, &g) > close_enough);
	for (int l = 0; l < TURNS_LANES; l++) {
		int at = f.own[l] * d->target + f.other[l];
		int mirrored = g.own[l] * d->target + g.other[l];

		d->win[at] = f.x[l];
		d->win[mirrored] = g.x[l];
		w->slope[at] = f.slope[l];
		w->slope[mirrored] = g.slope[l];
	}
	free(f.stop);
	free(f.value);
	free(g.stop);
	free(g.value);
}

/* ### sums of both scores */

/* Whether a seat can have this score. */
static bool possible(const struct duel *d, int score)
{
	return score == 0 || score >= d->least_short[0];
}

/* Lists the pairs of scores with this sum. */
static void list_pairs(struct work *w, int sum)
{
	const struct duel *d = w->duel;
	int low = sum < d->target ? 0 : sum - d->target + 1;

	w->sum = sum;
	w->pairs = 0;
	for (; 2 * low <= sum; low++)
		if (possible(d, low) && possible(d, sum - low))
			w->low[w->pairs++] = low;
	atomic_store(&w->next, 0);
}

/* The approximate number of rows that these pairs need, which determines the
   time. */
static double rows_of(const struct work *w)
{
	double rows = 0;

	for (int i = 0; i < w->pairs; i += TURNS_LANES)
		rows += duel_rows(w->duel, w->low[i], w->sum - w->low[i]) +
			duel_rows(w->duel, w->sum - w->low[i], w->low[i]);
	return rows;
}

static void solve_groups(struct work *w)
{
	int first;

	while ((first = atomic_fetch_add(&w->next, TURNS_LANES)) < w->pairs)
		solve_group(w, first);
}

/* The function of the additional threads. */
static void *help(void *work)
{
	struct work *w = work;

	pthread_mutex_lock(&w->start);
	pthread_mutex_unlock(&w->start);
	for (;;) {
		pthread_barrier_wait(&w->barrier);
		if (w->over)
			return NULL;
		solve_groups(w);
		pthread_barrier_wait(&w->barrier);
	}
}

/* Solves all sums, from the largest down.  Returns false if stopped. */
static bool solve_sums(struct work *w)
{
	const struct solve_options *o = w->options;

	for (int sum = 2 * w->duel->target - 2; sum >= 0; sum--) {
		if (o->stop != NULL && *o->stop != 0)
			return false;
		list_pairs(w, sum);
		pthread_barrier_wait(&w->barrier);
		solve_groups(w);
		pthread_barrier_wait(&w->barrier);
		w->rows_done += rows_of(w);
		if (o->progress != NULL)
			o->progress(o->context, w->rows_done / w->rows);
	}
	return true;
}

static void find_rows(struct work *w)
{
	for (int sum = 2 * w->duel->target - 2; sum >= 0; sum--) {
		list_pairs(w, sum);
		w->rows += rows_of(w);
	}
}

/* Solves all sums with options->threads threads, or as many as can be started:
   the barrier is made when their number is known. */
static bool solve_with_threads(struct work *w)
{
	int wanted = w->options->threads - 1, made = 0;
	AUTOFREE pthread_t *thread = memory_new((size_t)(wanted > 0 ? wanted :
							 1), sizeof *thread);
	bool whole;

	pthread_mutex_init(&w->start, NULL);
	pthread_mutex_lock(&w->start);
	while (made < wanted &&
	       pthread_create(&thread[made], NULL, help, w) == 0)
		made++;
	pthread_barrier_init(&w->barrier, NULL, (unsigned)made + 1);
	pthread_mutex_unlock(&w->start);
	whole = solve_sums(w);
	w->over = true;
	pthread_barrier_wait(&w->barrier);
	for (int i = 0; i < made; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&w->barrier);
	pthread_mutex_destroy(&w->start);
	return whole;
}

struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options)
{
	struct duel *d = solve_end(game, rule);
	struct work w = { .duel = d, .options = options };
	bool whole;

	d->win = duel_numbers(d->target * d->target);
	w.slope = duel_numbers(d->target * d->target);
	w.low = memory_new((size_t)d->target, sizeof *w.low);
	find_rows(&w);
	whole = solve_with_threads(&w);
	free(w.slope);
	free(w.low);
	if (whole)
		return d;
	duel_free(d);
	return NULL;
}

double solve_seconds(const struct game *game, const int *rule)
{
	struct duel *d = duel_new(game, rule);
	struct work w = { .duel = d };
	double options = d->turns->options, seconds;

	w.low = memory_new((size_t)d->target, sizeof *w.low);
	find_rows(&w);
	/* Measured factors; each turn is solved nearly three times. */
	seconds = w.rows * (options * 0.0014 + d->turns->substates * 0.114) *
		2.7e-6;
	if (d->sudden != NULL)
		seconds += d->reach * options * 5e-8;
	free(w.low);
	duel_free(d);
	return seconds;
}
