/*
 * turns_values.c - computes what rolling is worth.
 *
 * Most of the work is to find the best option of every outcome, for each total.
 * Many outcomes contain all options of others, so their value is the largest of
 * a few results that are already known and of the remaining options: 1200
 * comparisons for bolo7 instead of 2700.
 */
#include "worth/turns_values.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* The computation of an outcome: the largest of its terms, which are results of
   this substate, followed by options. */
struct value_step {
	double chance;
	int results, terms;
};

struct turns_steps {
	struct value_step *step;      /* one per outcome; reordered within each
				   substate */
	int *term;              /* of all steps, in their order: the index of
				   a result, from 0, or the offset of an
				   option's value from the current row */
	int terms, outcomes_most;
	size_t term_room;
};

/* ### building the steps */

/* A set of options of one substate, of at most SET_MAX different ones. */
enum { SET_WORDS = 8, SET_MAX = 64 * SET_WORDS };

struct set {
	uint64_t word[SET_WORDS];
};

static bool set_within(const struct set *small, const struct set *large)
{
	for (int i = 0; i < SET_WORDS; i++)
		if ((small->word[i] & ~large->word[i]) != 0)
			return false;
	return true;
}

static int set_common(const struct set *a, const struct set *b)
{
	int count = 0;

	for (int i = 0; i < SET_WORDS; i++)
		for (uint64_t w = a->word[i] & b->word[i]; w != 0; w &= w - 1)
			count++;
	return count;
}

static void set_remove(struct set *from, const struct set *what)
{
	for (int i = 0; i < SET_WORDS; i++)
		from->word[i] &= ~what->word[i];
}

/* A substate whose steps are being built. */
struct step_maker {
	const struct turns *t;
	const struct turns_outcome *outcome;    /* of the substate */
	int count;
	int at[SET_MAX], values;        /* at_of the different options */
	struct set *set;                /* of each outcome */
	int *order;                     /* outcomes, by ascending size */
};

/* The offset of an option's value from the row, in numbers of one lane. */
static int at_of(const struct turns *t, struct turns_option option)
{
	return option.points * t->width +
		(option.stop ? t->substates : 0) + option.next;
}

static void find_sets(struct step_maker *m)
{
	for (int i = 0; i < m->count; i++)
		for (int j = 0; j < m->outcome[i].count; j++) {
			int at = at_of(m->t,
				       m->t->option[m->outcome[i].first + j]);
			int v = 0;

			while (v < m->values && m->at[v] != at)
				v++;
			if (v == SET_MAX)
				abort();
			if (v == m->values)
				m->at[m->values++] = at;
			m->set[i].word[v / 64] |= (uint64_t)1 << v % 64;
		}
}

/* Uses a counting sort: the order of equals must not depend on a library. */
static void find_order(struct step_maker *m)
{
	int made = 0;

	for (int size = 1; made < m->count; size++)
		for (int i = 0; i < m->count; i++)
			if (m->outcome[i].count == size)
				m->order[made++] = i;
}

/* The earlier result that covers most of the missing options, if it covers more
   than one; or -1. */
static int covers_most(const struct step_maker *m, int place,
		       const struct set *missing)
{
	const struct set *whole = &m->set[m->order[place]];
	int best = -1, most = 1;

	for (int i = 0; i < place; i++) {
		const struct set *set = &m->set[m->order[i]];
		int covers = set_within(set, whole) ?
			set_common(set, missing) : 0;

		if (covers > most) {
			most = covers;
			best = i;
		}
	}
	return best;
}

static void add_term(struct turns_steps *steps, struct value_step *step,
		     int term)
{
	ARRAY_GROW(steps->term, steps->term_room, steps->terms + 1);
	steps->term[steps->terms++] = term;
	step->terms++;
}

static struct value_step make_step(struct turns_steps *steps,
			     const struct step_maker *m, int place)
{
	struct set missing = m->set[m->order[place]];
	struct value_step step = { m->outcome[m->order[place]].chance, 0, 0 };
	int from;

	while ((from = covers_most(m, place, &missing)) >= 0) {
		add_term(steps, &step, from);
		set_remove(&missing, &m->set[m->order[from]]);
	}
	step.results = step.terms;
	for (int v = 0; v < m->values; v++)
		if ((missing.word[v / 64] >> v % 64 & 1) != 0)
			add_term(steps, &step, m->at[v]);
	return step;
}

void turns_values_prepare(struct turns *turns)
{
	struct turns_steps *steps = memory_new(1, sizeof *steps);

	turns->steps = steps;
	turns->width = 2 * turns->substates;
	steps->step = memory_new((size_t)turns->outcomes,
				 sizeof *steps->step);
	for (int s = 0; s < turns->substates; s++) {
		const struct turns_substate *from = &turns->substate[s];
		struct step_maker m = { .t = turns, .count = from->count,
			.outcome = turns->outcome + from->first };

		if (from->count > steps->outcomes_most)
			steps->outcomes_most = from->count;
		m.set = memory_new((size_t)m.count, sizeof *m.set);
		m.order = memory_new((size_t)m.count, sizeof *m.order);
		find_sets(&m);
		find_order(&m);
		for (int i = 0; i < m.count; i++)
			steps->step[from->first + i] = make_step(steps, &m, i);
		free(m.set);
		free(m.order);
	}
}

void turns_values_release(struct turns *turns)
{
	if (turns->steps == NULL)
		return;
	free(turns->steps->step);
	free(turns->steps->term);
	free(turns->steps);
}

/* ### executing the steps

   The inner loops run over lanes, whose number is a constant in the callers, so
   compilers can vectorise them.  Multiplication and addition are not fused
   (-ffp-contract=off), so the result is the same without vectors. */

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static inline void largest_of_two(double *restrict to,
				  const double *restrict a,
				  const double *restrict b, int lanes)
{
	for (int l = 0; l < lanes; l++)
		to[l] = LARGER(a[l], b[l]);
}

static inline void largest_of_three(double *restrict to,
				    const double *restrict a,
				    const double *restrict b,
				    const double *restrict c, int lanes)
{
	for (int l = 0; l < lanes; l++) {
		double ab = LARGER(a[l], b[l]);

		to[l] = LARGER(ab, c[l]);
	}
}

static inline void add_weighted(double *restrict sum, double weight,
				const double *restrict value, int lanes)
{
	for (int l = 0; l < lanes; l++)
		sum[l] += weight * value[l];
}

/* Computes one row: what rolling is worth with this total. */
static inline void solve_row(const struct turns *t, double *row,
			     const double *stop, const double *lost,
			     double *result, int lanes)
{
	const struct turns_steps *steps = t->steps;
	const int *term = steps->term;

	for (int s = 0; s < t->substates; s++) {
		const struct turns_substate *from = &t->substate[s];
		const struct value_step *step = steps->step + from->first;
		double *sum = row + s * lanes, *or_stop;

		for (int l = 0; l < lanes; l++)
			sum[l] = from->bust * lost[l];
		for (int i = 0; i < from->count; i++, step++) {
			double *to = result + i * lanes;
			const double *a[3] = { result, result, result };
			int taken = 0;

			for (; taken < step->terms && taken < 3; taken++)
				a[taken] = (taken < step->results ? result :
					    row) + *term++ * lanes;
			if (taken == 3)
				largest_of_three(to, a[0], a[1], a[2], lanes);
			else
				largest_of_two(to, a[0], a[taken - 1], lanes);
			for (; taken < step->terms; taken++) {
				const double *more = (taken < step->results ?
					result : row) + *term++ * lanes;

				for (int l = 0; l < lanes; l++)
					to[l] = LARGER(to[l], more[l]);
			}
			add_weighted(sum, step->chance, to, lanes);
		}
		or_stop = row + (t->substates + s) * lanes;
		largest_of_two(or_stop, sum, stop, lanes);
	}
}

/* Computes a row of such a high total that the player banks as soon as the dice
   allow it. */
static inline void halt_row(const struct turns *t, double *row,
			    const double *stop, const double *lost, int lanes)
{
	for (int s = 0; s < t->substates; s++) {
		double halt = t->substate[s].halt;
		double *sum = row + s * lanes;

		for (int l = 0; l < lanes; l++)
			sum[l] = halt * stop[l] + (1 - halt) * lost[l];
		largest_of_two(row + (t->substates + s) * lanes, sum, stop,
			       lanes);
	}
}

static inline void solve_rows(const struct turns *t, const double *stop,
			      int rows, const double *lost, double *value,
			      int lanes)
{
	double *result = memory_new((size_t)t->steps->outcomes_most * (size_t)lanes,
				    sizeof *result);

	for (int x = rows + t->most - 1; x >= 0; x--) {
		double *row = value +
			(size_t)x * (size_t)t->width * (size_t)lanes;

		if (x >= rows)
			halt_row(t, row, stop + x * lanes, lost, lanes);
		else
			solve_row(t, row, stop + x * lanes, lost, result,
				  lanes);
	}
	free(result);
}

void turns_values(const struct turns *turns, const double *stop, int rows,
		  double lost, double *value)
{
	solve_rows(turns, stop, rows, &lost, value, 1);
}

void turns_values_8(const struct turns *turns, const double *stop, int rows,
		    const double *lost, double *value)
{
	solve_rows(turns, stop, rows, lost, value, TURNS_LANES);
}
