/*
 * newton.c - which entrants the games compare, and the only maximum of the
 * likelihood, by Newton's method.
 */
#include "tournaments/rating/newton.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tournaments/rating/linear_algebra.h"

/* Arcs by where they start: those of i are to[start[i]..start[i + 1] - 1]. */
struct graph {
	size_t count;
	size_t *start;
	uint32_t *to;
};

/* What visit_arcs does with an arc. */
typedef void arc_visit(struct graph *graph, int from, int to);

static void arc_count(struct graph *graph, int from, int to)
{
	(void)to;
	graph->start[from + 1]++;
}

/* start[from] moves up to where the arcs of from + 1 begin. */
static void arc_put(struct graph *graph, int from, int to)
{
	graph->to[graph->start[from]++] = (uint32_t)to;
}

static void arcs_between(struct graph *graph, arc_visit *visit, const int *from,
			 int from_count, const int *to, int to_count)
{
	for (int i = 0; i < from_count; i++)
		for (int j = 0; j < to_count; j++)
			if (from[i] != to[j])
				visit(graph, from[i], to[j]);
}

/* Turns the compact set of a choice back into a set of seats. */
static uint16_t expand(uint16_t set, uint16_t left)
{
	uint16_t seats = 0;
	int at = 0;

	for (int s = 0; left >> s != 0; s++) {
		if (!(left >> s & 1))
			continue;
		if (set >> at++ & 1)
			seats |= (uint16_t)(1 << s);
	}
	return seats;
}

static void visit_choice(struct graph *graph, const struct model *model,
			 const struct model_cell *cell, uint16_t chosen,
			 arc_visit *visit)
{
	int winner[GAME_SEATS_MAX], loser[GAME_SEATS_MAX], one[GAME_SEATS_MAX];
	int winners, losers, count;

	winners = model_members(model, cell, chosen, winner);
	losers = model_members(model, cell, (uint16_t)(cell->left & ~chosen),
			       loser);
	arcs_between(graph, visit, loser, losers, winner, winners);
	if ((chosen & (chosen - 1)) == 0)
		return;
	/* Chosen together: from each seat or side to all the others. */
	for (int s = 0; chosen >> s != 0; s++) {
		if (!(chosen >> s & 1))
			continue;
		count = model_members(model, cell, (uint16_t)(1 << s), one);
		winners = model_members(model, cell,
					(uint16_t)(chosen & ~(1 << s)), winner);
		arcs_between(graph, visit, one, count, winner, winners);
	}
}

static void visit_arcs(struct graph *graph, const struct model *model,
		       arc_visit *visit)
{
	for (size_t i = 0; i < model->cell_count; i++) {
		const struct model_cell *cell = &model->cells[i];

		for (int c = 0; c < cell->choices; c++)
			visit_choice(graph, model, cell,
				     expand(model->choices[cell->choice
							   + (size_t)c].set,
					    cell->left), visit);
	}
}

static void graph_init(struct graph *graph, const struct model *model)
{
	size_t count = (size_t)model->entrants;

	graph->count = count;
	graph->start = memory_new(count + 1, sizeof *graph->start);
	visit_arcs(graph, model, arc_count);
	for (size_t i = 0; i < count; i++)
		graph->start[i + 1] += graph->start[i];
	graph->to = memory_new(graph->start[count], sizeof *graph->to);
	visit_arcs(graph, model, arc_put);
	memmove(graph->start + 1, graph->start, count * sizeof *graph->start);
	graph->start[0] = 0;
}

static void graph_release(struct graph *graph)
{
	free(graph->start);
	free(graph->to);
}

/* ### pools */

/* The smallest index known of i's pool; halves the path for the next time. */
static int root_of(int *root, int i)
{
	while (root[i] != i) {
		root[i] = root[root[i]];
		i = root[i];
	}
	return i;
}

static void find_pools(struct components *pools, const struct graph *graph,
		       const long *games)
{
	int count = (int)graph->count, a, b;
	AUTOFREE int *root = memory_new(graph->count, sizeof *root);

	for (int i = 0; i < count; i++)
		root[i] = i;
	for (int i = 0; i < count; i++)
		for (size_t arc = graph->start[i]; arc < graph->start[i + 1];
		     arc++) {
			a = root_of(root, i);
			b = root_of(root, (int)graph->to[arc]);
			if (a < b)
				root[b] = a;
			else
				root[a] = b;
		}
	for (int i = 0; i < count; i++) {
		a = root_of(root, i);
		if (games[i] == 0)
			pools->pool[i] = -1;
		else if (a == i)
			pools->pool[i] = pools->count++;
		else
			pools->pool[i] = pools->pool[a];
	}
}

/* ### components */

/* Tarjan 1972, with an explicit stack: a chain of 5,000 entrants must not need
   5,000 nested calls. */
struct tarjan {
	const struct graph *graph;
	int *order;             /* of discovery, from 1; 0: not seen */
	int *low;
	int *open, open_count;  /* not in a component yet */
	int *path, path_count;  /* from the root to the current one */
	size_t *arc;            /* the next to follow */
	int *component;         /* -1: none yet */
	int found, components;
};

static void discover(struct tarjan *t, int i)
{
	t->order[i] = t->low[i] = ++t->found;
	t->arc[i] = t->graph->start[i];
	t->open[t->open_count++] = i;
	t->path[t->path_count++] = i;
}

static void leave(struct tarjan *t, int i)
{
	int member;

	t->path_count--;
	if (t->path_count > 0) {
		int up = t->path[t->path_count - 1];

		if (t->low[i] < t->low[up])
			t->low[up] = t->low[i];
	}
	if (t->low[i] != t->order[i])
		return;
	do {
		member = t->open[--t->open_count];
		t->component[member] = t->components;
	} while (member != i);
	t->components++;
}

static void search(struct tarjan *t, int start)
{
	discover(t, start);
	while (t->path_count > 0) {
		int i = t->path[t->path_count - 1], next;

		if (t->arc[i] == t->graph->start[i + 1]) {
			leave(t, i);
			continue;
		}
		next = (int)t->graph->to[t->arc[i]++];
		if (t->order[next] == 0)
			discover(t, next);
		else if (t->component[next] < 0 && t->order[next] < t->low[i])
			t->low[i] = t->order[next];
	}
}

/* Fills the component of every entrant.  Returns how many there are. */
static int find_components(const struct graph *graph, int *component)
{
	struct tarjan t = { .graph = graph, .component = component };

	t.order = memory_new(4 * graph->count, sizeof *t.order);
	t.low = t.order + graph->count;
	t.open = t.low + graph->count;
	t.path = t.open + graph->count;
	t.arc = memory_new(graph->count, sizeof *t.arc);
	for (size_t i = 0; i < graph->count; i++)
		component[i] = -1;
	for (size_t i = 0; i < graph->count; i++)
		if (t.order[i] == 0)
			search(&t, (int)i);
	free(t.order);
	free(t.arc);
	return t.components;
}

/* ### separated entrants */

struct component {
	int members;
	long games;
	int smallest;           /* index of a member */
	bool in, out;           /* arcs from and to others */
};

static bool larger(const struct component *a, const struct component *b)
{
	if (a->members != b->members)
		return a->members > b->members;
	if (a->games != b->games)
		return a->games > b->games;
	return a->smallest < b->smallest;
}

static void mark_separated(struct components *pools, const struct graph *graph,
			   const int *component, struct component *list,
			   const long *games)
{
	int count = (int)graph->count, a, b, pool;
	AUTOFREE int *parts = memory_new((size_t)pools->count, sizeof *parts);
	AUTOFREE struct component **best =
		memory_new((size_t)pools->count, sizeof *best);

	for (int i = 0; i < count; i++) {
		a = component[i];
		if (list[a].members++ == 0)
			list[a].smallest = i;
		list[a].games += games[i];
		for (size_t arc = graph->start[i]; arc < graph->start[i + 1];
		     arc++) {
			b = component[graph->to[arc]];
			if (a != b)
				list[a].out = list[b].in = true;
		}
	}
	for (int i = 0; i < count; i++) {
		a = component[i];
		pool = pools->pool[i];
		if (pool < 0 || list[a].smallest != i)
			continue;
		parts[pool]++;
		if (best[pool] == NULL || larger(&list[a], best[pool]))
			best[pool] = &list[a];
	}
	for (int i = 0; i < count; i++) {
		const struct component *own = &list[component[i]];

		pool = pools->pool[i];
		pools->mark[i] = ' ';
		if (pool < 0 || parts[pool] == 1 ||
		    (best[pool] == own && own->members > 1))
			continue;
		pools->mark[i] = own->in && own->out ? '~'
			       : own->in ? '>' : '<';
	}
}

void components_init(struct components *pools, const struct model *model,
		     const long *games)
{
	size_t count = (size_t)model->entrants;
	AUTOFREE int *component = memory_new(count, sizeof *component);
	AUTOFREE struct component *list = NULL;
	OWNED(graph) struct graph graph = {0};

	*pools = (struct components){ .pool = memory_new(count,
							 sizeof *pools->pool),
				 .mark = memory_new(count, 1) };
	graph_init(&graph, model);
	find_pools(pools, &graph, games);
	list = memory_new((size_t)find_components(&graph, component),
			  sizeof *list);
	mark_separated(pools, &graph, component, list, games);
}

void components_centre(const struct components *pools, int entrants,
		       const bool *skip, double *x)
{
	AUTOFREE double *sum =
		memory_new((size_t)pools->count + 1, sizeof *sum);
	AUTOFREE double *members =
		memory_new((size_t)pools->count + 1, sizeof *sum);

	for (int i = 0; i < entrants; i++) {
		if (pools->pool[i] < 0 || (skip != NULL && skip[i])) {
			x[i] = 0;
			continue;
		}
		sum[pools->pool[i]] += x[i];
		members[pools->pool[i]]++;
	}
	for (int i = 0; i < entrants; i++)
		if (pools->pool[i] >= 0 && (skip == NULL || !skip[i]))
			x[i] -= sum[pools->pool[i]] / members[pools->pool[i]];
}

void components_release(struct components *pools)
{
	free(pools->pool);
	free(pools->mark);
	*pools = (struct components){0};
}

/* ### the maximum */

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
		int64_t own = model_luck_of(kind->result, luck, s);

		sum[table->seated[game->place + (uint32_t)s]] += own;
		if (s < kind->h_count)
			sum[kind->h_first + s] += own;
	}
}

static void find_tilt(struct newton *fit)
{
	AUTOFREE int64_t *sum = memory_new(fit->parameters, sizeof *sum);
	struct model_game game = {0};

	fit->tilt = memory_new(fit->parameters, sizeof *fit->tilt);
	while (model_next_game(&fit->model, &game))
		add_luck(&fit->model, &game, sum);
	for (size_t q = 0; q < fit->parameters; q++)
		fit->tilt[q] = model_luck(&fit->model, sum[q]);
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
	AUTOFREE double *step = NULL, *from = NULL;
	double largest = 0;

	start(fit);
	step = memory_new(fit->padded, sizeof *step);
	from = memory_new(fit->padded, sizeof *from);
	evaluate(fit);
	for (fit->steps = 0; fit->steps < STEPS_MAX; fit->steps++) {
		if (factor(fit, err) != 0)
			return -1;
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
	if (!(largest < ENOUGH))
		return error_set(err, "the ladder did not converge in %d steps",
				 STEPS_MAX);
	return factor(fit, err);
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
