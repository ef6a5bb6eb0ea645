/*
 * robust_errors.c - how far the ratings may be off.
 */
#include "tournaments/rating/robust_errors.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "games/blocks.h"
#include "tournaments/rating/linear_algebra.h"

bool robust_clusters_is_new(enum games_cluster rule,
			    const struct model_game *game)
{
	switch (rule) {
	case GAMES_CLUSTER_BLOCK:
		return game->bits & (game->bits & GAMES_FORFEITED ?
				     GAMES_NEW_MATCH : GAMES_NEW_BLOCK);
	case GAMES_CLUSTER_MATCH:
		return game->bits & GAMES_NEW_MATCH;
	case GAMES_CLUSTER_GAME:
		break;
	}
	return true;
}

void robust_clusters_mark(struct robust_clusters *clusters,
			  const struct model *model, const bool *model_only)
{
	struct model_game game = {0};
	size_t cluster = 0;

	clusters->model = memory_new(clusters->count, sizeof *clusters->model);
	while (model_next_game(model, &game)) {
		cluster += robust_clusters_is_new(clusters->rule, &game);
		for (int s = 0; s < game.seats; s++)
			if (model_only[model->table->seated[game.place
							    + (uint32_t)s]])
				clusters->model[cluster - 1] = true;
	}
	clusters->all_model = true;
	for (size_t c = 0; c < clusters->count; c++)
		clusters->all_model &= clusters->model[c];
}

/* Visits every stage of every game at the parameters b, the number of its block
   as the tag, with covariances for those in S. */
static void visit_blocks(const struct robust_clusters *clusters,
			 const struct model *model, const double *b,
			 model_visit *visit, void *context)
{
	struct model_stages *stages = model_stages_new(model, b, visit,
						       context);
	struct model_game game = {0};
	size_t unit = 0;

	while (model_next_game(model, &game)) {
		unit += robust_clusters_is_new(clusters->rule, &game);
		model_stages_add(stages, &game, clusters->model[unit - 1],
				 unit - 1);
	}
	model_stages_end(stages);
}

/* ### do the blocks of a match go together? */

/*
 * With u_c of docs/ratings.md, for the thetas alone, the sum of u_c.u_d over
 * all pairs of blocks of a match has the mean 0 and the variance of the sum of
 * (u_c.u_d)^2 if blocks are independent.  The fit takes a share of what is
 * common to a match: of each dimension, the same share is assumed.
 */
struct ties {
	const size_t *match;            /* by unit */
	size_t unit;
	int entrants, count;            /* all; those of this match */
	int who[GAME_SEATS_MAX];
	double block[GAME_SEATS_MAX], sum[GAME_SEATS_MAX];
	double squares[GAME_SEATS_MAX][GAME_SEATS_MAX];
	double alike, spread;           /* twice the sums above */
	double match_own, own;          /* sums of u_c.u_c; of this match, of
					   all that have two blocks */
	double dimensions;              /* of all matches */
	int blocks;                     /* of this match */
};

static void end_block(struct ties *ties)
{
	double own = 0;

	for (int i = 0; i < ties->count; i++) {
		own += ties->block[i] * ties->block[i];
		ties->sum[i] += ties->block[i];
		for (int j = 0; j < ties->count; j++)
			ties->squares[i][j] += ties->block[i] * ties->block[j];
	}
	ties->alike -= own;
	ties->match_own += own;
	ties->blocks++;
	ties->spread -= own * own;
	for (int i = 0; i < ties->count; i++)
		ties->block[i] = 0;
}

static void end_match(struct ties *ties)
{
	for (int i = 0; i < ties->count; i++) {
		ties->alike += ties->sum[i] * ties->sum[i];
		ties->sum[i] = 0;
		for (int j = 0; j < ties->count; j++) {
			ties->spread += ties->squares[i][j] *
				ties->squares[i][j];
			ties->squares[i][j] = 0;
		}
	}
	if (ties->blocks > 1)
		ties->own += ties->match_own;
	ties->match_own = ties->blocks = 0;
	ties->dimensions += ties->count - 1;
	ties->count = 0;
}

static void add_stage(void *context, const struct model_stage_terms *terms)
{
	struct ties *ties = context;

	if (terms->tag != ties->unit)
		end_block(ties);
	if (ties->match[terms->tag] != ties->match[ties->unit])
		end_match(ties);
	ties->unit = terms->tag;
	for (int i = 0; i < terms->slots; i++) {
		int at = 0;

		if (terms->param[i] >= ties->entrants)
			continue;
		while (at < ties->count && ties->who[at] != terms->param[i])
			at++;
		if (at == ties->count)
			ties->who[ties->count++] = terms->param[i];
		ties->block[at] += terms->residual[terms->dim[i]];
	}
}

double robust_errors_ties(const struct robust_clusters *clusters,
		       const struct model *model, const double *b,
		       int fitted)
{
	struct model_game game = {0};
	struct ties ties = { .entrants = model->entrants };
	size_t unit = 0, matches = 0, *match;

	if (clusters->rule != GAMES_CLUSTER_BLOCK || clusters->count == 0)
		return 0;
	match = memory_new(clusters->count, sizeof *match);
	while (model_next_game(model, &game)) {
		matches += (game.bits & GAMES_NEW_MATCH) != 0;
		if (robust_clusters_is_new(clusters->rule, &game))
			match[unit++] = matches;
	}
	ties.match = match;
	if (matches < clusters->count)
		visit_blocks(clusters, model, b, add_stage, &ties);
	end_block(&ties);
	end_match(&ties);
	free(match);
	if (ties.spread <= 0 || ties.dimensions <= fitted)
		return 0;
	return (ties.alike + ties.own * fitted / ties.dimensions) /
		sqrt(2 * ties.spread);
}

/* ### open directions */

/* They are found one after the other by the power method.  Every step solves
   once with the factor of H, and usually there are none, or one. */
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

/* Removes from x what was found before, and scales it to length 1.  False:
   nothing is left. */
static bool clean(const struct newton *fit, const bool *skip,
		  const struct open_directions *open, double *x)
{
	double length;

	components_centre(&fit->pools, fit->model.entrants, skip, x);
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
	AUTOFREE double *image = memory_new(fit->padded, sizeof *image);
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
	AUTOFREE double *mean = memory_new(pools * n, sizeof *mean);
	AUTOFREE double *members = memory_new(pools, sizeof *members);

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

/* ### the floor */

/*
 * Two bots that are nearly the same split nearly every block.  The spread of
 * the blocks then claims that their ratings are known exactly, although it
 * rests on the few blocks that differ.  So an entrant's part of M is at least
 * that of a few decided blocks (scatter_least) of one game each; this floor is
 * never above the model's own information.  What is missing is added as a share
 * of the model's information on each of the entrant's pairings.
 */
struct floor_walk {
	int entrants;
	double *sum;            /* by entrant: of the information of its
				   pairings; NULL: add their shares to M */
	const double *shares;
	struct middle *middle;
};

/* M += weight (e_p - e_q)(e_p - e_q)' */
static void raise_pair(struct middle *middle, size_t p, size_t q, double weight)
{
	size_t n = middle->padded;

	middle->m[p * n + p] += weight;
	middle->m[q * n + q] += weight;
	middle->m[p > q ? p * n + q : q * n + p] -= weight;
}

/* Visits the pairs of a cell.  Information between two entrants is negative,
   except between partners of a team. */
static void floor_cell(void *context, const struct model_stage_terms *terms)
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
			if (walk->sum != NULL) {
				walk->sum[p] += weight;
				walk->sum[q] += weight;
				continue;
			}
			weight *= walk->shares[p] > walk->shares[q] ?
				walk->shares[p] : walk->shares[q];
			if (weight > 0)
				raise_pair(walk->middle, (size_t)p, (size_t)q,
					   weight);
		}
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

/* What is missing of each entrant's part of M; false: nothing. */
static bool find_missing(const struct newton *fit, const struct middle *middle,
			 double *missing)
{
	bool any = false;

	for (size_t i = 0; i < (size_t)fit->model.entrants; i++) {
		double scatter = middle->m[i * (fit->padded + 1)] -
			fit->model.precision;
		double least = scatter_least(
			(double)middle->clusters->of_entrant[i]);

		least = fmin(least, information_of(fit, i));
		/* One part in a billion may be rounding in a sum. */
		if (least > scatter * (1 + 1e-9)) {
			missing[i] = least - scatter;
			any = true;
		}
	}
	return any;
}

static void raise_middle(const struct newton *fit, struct middle *middle)
{
	size_t entrants = (size_t)fit->model.entrants;
	AUTOFREE double *shares = memory_new(entrants, sizeof *shares);
	AUTOFREE double *sum = memory_new(entrants, sizeof *sum);
	struct floor_walk walk = { fit->model.entrants, sum, shares, middle };

	if (find_missing(fit, middle, shares)) {
		model_visit_cells(&fit->model, fit->b, floor_cell, &walk);
		for (size_t i = 0; i < entrants; i++) {
			shares[i] = shares[i] > 0 && sum[i] > 0 ?
				shares[i] / sum[i] : 0;
			middle->clusters->floored[i] = shares[i] > 0;
		}
		walk.sum = NULL;
		model_visit_cells(&fit->model, fit->b, floor_cell, &walk);
	}
}

/* ### the whole */

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
	visit_blocks(clusters, &fit->model, fit->b, middle_stage, &middle);
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
