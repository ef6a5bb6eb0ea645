/*
 * ladder.c - from the fit to a table: pools, places, scale and errors.
 */
#include "tournaments/rating/ladder.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/json_write.h"
#include "games/game.h"
#include "tournaments/rating/linear_algebra.h"
#include "tournaments/rating/rank_intervals.h"
#include "tournaments/rating/robust_errors.h"

const char *const ladder_scales[] = { "score", "odds", NULL };
const char *const ladder_clusters[] = { "block", "match", "game", NULL };
const char *const ladder_forfeits[] = { "loss", "drop", "separate", NULL };

const struct ladder_options ladder_defaults = {
	.prior = 2, .seat_effects = true, .confidence = 95, .ranks = true
};

/* Data that is needed from the first look at the games to the last figure. */
struct ladder_work {
	struct arena arena;     /* has the arrays */
	struct newton fit;
	struct robust_clusters clusters;
	bool *model_only;       /* by entrant: thin or separated */
	double *pull;           /* of the prior on each parameter */
	double tied;            /* robust_errors_ties */
	double *model_variance; /* by parameter; NAN: not known */
	double *variance;
	struct error *err;
};

/* ### counting */

/* Is a seat first together with another? */
static bool is_draw(enum result result, int rank, int points)
{
	if (result == RESULT_TEAMS)
		return points == GAME_POINTS / 2;
	return rank == 1 && points < GAME_POINTS;
}

/* Counts games, blocks, seats and points of all entrants. */
static void count_games(struct ladder *ladder, struct ladder_work *work)
{
	const struct model *model = &work->fit.model;
	const struct games_table *table = model->table;
	AUTOFREE size_t *last_block =
		memory_new((size_t)ladder->count, sizeof *last_block);
	AUTOFREE size_t *last_game =
		memory_new((size_t)ladder->count, sizeof *last_game);
	int ranks[GAME_SEATS_MAX], points[GAME_SEATS_MAX];
	struct robust_clusters *clusters = &work->clusters;
	struct model_game game = {0};

	while (model_next_game(model, &game)) {
		ladder->games++;
		clusters->count += robust_clusters_is_new(clusters->rule,
							  &game);
		for (int s = 0; s < game.seats; s++)
			ranks[s] = table->ranks[game.place + (uint32_t)s];
		game_points(table->result[game.seats], game.seats, ranks,
			    points);
		for (int s = 0; s < game.seats; s++) {
			uint32_t i = table->seated[game.place + (uint32_t)s];
			struct ladder_row *row = &ladder->rows[i];

			row->seats++;
			row->points += points[s];
			if (points[s] == GAME_POINTS)
				row->wins++;
			if (is_draw(table->result[game.seats], ranks[s],
				    points[s]))
				row->draws++;
			if (last_game[i] != game.index)
				row->games++;
			if (last_block[i] != clusters->count)
				row->blocks++;
			last_game[i] = game.index;
			last_block[i] = clusters->count;
		}
	}
	ladder->blocks = (long)clusters->count;
	ladder->left_out = (long)table->game_count - ladder->games;
}

static void start_rows(struct ladder *ladder, const struct games_table *table)
{
	for (int i = 0; i < ladder->count; i++)
		ladder->rows[i] = (struct ladder_row){
			.pool = -1, .best = NAN, .elo = NAN, .err95 = NAN,
			.se = NAN, .se_naive = NAN, .deff = NAN,
			.err_anchor = NAN, .los_next = NAN, .mark = ' ',
			.games_all = table->entrants[i].games_all,
			.games_faulted = table->entrants[i].games_faulted
		};
}

/* ### pools */

static int find_pools(struct ladder *ladder, struct ladder_work *work)
{
	struct components *pools = &work->fit.pools;
	AUTOFREE long *games = memory_new((size_t)ladder->count, sizeof *games);

	for (int i = 0; i < ladder->count; i++)
		games[i] = ladder->rows[i].games;
	components_init(pools, &work->fit.model, games);
	ladder->pool_count = pools->count;
	for (int i = 0; i < ladder->count; i++) {
		struct ladder_row *row = &ladder->rows[i];

		row->pool = pools->pool[i];
		row->mark = pools->mark[i];
		row->thin = row->pool >= 0 && row->blocks <
			(ladder->options.luck ? LADDER_LUCK_THIN : LADDER_THIN);
		work->model_only[i] = !ladder->options.luck &&
			(row->thin || row->mark != ' ');
		ladder->unrated += row->pool < 0;
		if (ladder->options.prior == 0 && row->mark != ' ')
			return error_set(work->err, "%s %s: without a prior "
					 "no entrant can be rated",
					 ladder->entrants[i].name,
					 row->mark == '>' ? "never lost" :
					 row->mark == '<' ? "never won" :
					 "is not connected to the others by "
					 "both wins and losses");
	}
	return 0;
}

/* ### order */

/* Elo is rounded, because the last bits of theta depend on the order of
   sums. */
struct placed {
	int entrant, pool;
	double elo;
};

/* Pools in order, the best first, equal ones by index; unrated ones last. */
static int by_place(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->pool != y->pool)
		return x->pool < 0 ? 1 : y->pool < 0 ? -1 : x->pool - y->pool;
	if (x->pool >= 0 && x->elo != y->elo)
		return x->elo > y->elo ? -1 : 1;
	return x->entrant - y->entrant;
}

static void find_places(struct ladder *ladder)
{
	AUTOFREE struct placed *placed =
		memory_new((size_t)ladder->count, sizeof *placed);
	int rank = 0;

	for (int i = 0; i < ladder->count; i++)
		placed[i] = (struct placed){
			i, ladder->rows[i].pool,
			decimal_rounded(ladder->rows[i].elo) };
	qsort(placed, (size_t)ladder->count, sizeof *placed, by_place);
	for (int k = 0; k < ladder->count; k++) {
		ladder->order[k] = placed[k].entrant;
		rank = k > 0 && placed[k].pool == placed[k - 1].pool
			? rank + 1 : 1;
		if (placed[k].pool >= 0)
			ladder->rows[placed[k].entrant].rank = rank;
	}
}

/* ### scale */

/* f = 1 - sum n_k D_k / sum n_k: a step of 1 Elo is then worth the same
   expected score whatever the draw rate. */
static double score_factor(const struct model *model, const double *b)
{
	double games = 0, draws = 0, nu;

	for (int k = 0; k < model->kind_count; k++) {
		const struct model_kind *kind = &model->kinds[k];

		games += (double)kind->games;
		if ((kind->seats > 2 && kind->result != RESULT_TEAMS) ||
		    kind->tie_count == 0)
			continue;
		nu = exact_math_exp(b[kind->tie_first]);
		draws += (double)kind->games * (nu / (2 + nu));
	}
	return games > 0 ? 1 - draws / games : 1;
}

/* ### errors */

static double root(double variance)
{
	return sqrt(variance > 0 ? variance : 0);
}

double ladder_difference_se(const struct ladder *ladder, int i, int j)
{
	size_t p = (size_t)ladder->parameters, a = (size_t)i, b = (size_t)j;
	const double *v = ladder->covariance;

	if (v == NULL || ladder->rows[i].pool < 0 ||
	    ladder->rows[i].pool != ladder->rows[j].pool)
		return NAN;
	return ladder->elo_per_logit *
		root(v[a * p + a] + v[b * p + b] - 2 * v[a * p + b]);
}

/* Phi(difference / its error).  An error that rounds to 0 is only rounding in a
   sum. */
static double superiority(double difference, double se)
{
	double seen = decimal_rounded(difference);

	if (decimal_rounded(se) == 0)
		return seen > 0 ? 1 : seen < 0 ? 0 : 0.5;
	return exact_math_phi(difference / se);
}

double ladder_los(const struct ladder *ladder, int i, int j)
{
	double se = ladder_difference_se(ladder, i, j);

	if (isnan(se))
		return NAN;
	return superiority(ladder->elo_per_logit *
			   (ladder->theta[i] - ladder->theta[j]), se);
}

/* Removes the padding, in place. */
static double *unpadded(double *v, size_t padded, size_t size)
{
	for (size_t i = 1; i < size; i++)
		memmove(v + i * size, v + i * padded, size * sizeof *v);
	return v;
}

static void find_errors(struct ladder *ladder, struct ladder_work *work,
			const struct open_directions *open)
{
	size_t p = work->fit.parameters;
	double *v;

	robust_errors_find(&work->fit, &work->clusters, &v,
			   work->model_variance);
	ladder->covariance = unpadded(v, work->fit.padded, p);
	for (size_t q = 0; q < p * p && open->count > 0; q++)
		ladder->covariance[q] += open_directions_covariance(open,
			(int)(q / p), (int)(q % p));
	for (size_t q = 0; q < p; q++)
		work->variance[q] = ladder->covariance[q * p + q];
}

static void find_los(struct ladder *ladder)
{
	for (int k = 0; k + 1 < ladder->count; k++) {
		int i = ladder->order[k], next = ladder->order[k + 1];

		ladder->rows[i].los_next = ladder_los(ladder, i, next);
	}
}

/* ### anchors */

/* The anchors of a pool. */
struct anchored {
	size_t count;
	int *entrant;
	double *off;            /* what they should have minus what they have,
				   in logits */
	double *inverse;        /* of their covariance with their own errors,
				   padded */
	size_t padded;
	double spread;          /* of what is common to all in the pool */
};

static int find_anchor(const struct ladder *ladder, const char *name,
		       struct error *err)
{
	for (int i = 0; i < ladder->count; i++)
		if (strcmp(ladder->entrants[i].name, name) == 0 &&
		    ladder->rows[i].pool >= 0)
			return i;
	error_set(err, "the anchor \"%s\" has no games here", name);
	return -1;
}

static int find_anchors(const struct ladder *ladder, int *entrant,
			struct error *err)
{
	const struct ladder_anchor *anchors = ladder->options.anchors;

	for (int a = 0; a < ladder->options.anchor_count; a++) {
		entrant[a] = find_anchor(ladder, anchors[a].name, err);
		if (entrant[a] < 0)
			return -1;
		for (int other = 0; other < a; other++)
			if (entrant[other] == entrant[a])
				return error_set(err, "the anchor \"%s\" is "
						 "given twice",
						 anchors[a].name);
	}
	return 0;
}

/* That of an entrant with an anchor, in which what is common to all in the pool
   may be anything: the games say nothing about it. */
static double covariance_with(const struct ladder *ladder,
			      const struct anchored *all, int i, size_t anchor)
{
	return all->spread + ladder->covariance
		[(size_t)i * (size_t)ladder->parameters +
		 (size_t)all->entrant[anchor]];
}

static int invert(const struct ladder *ladder, struct anchored *all,
		  const double *error, struct error *err)
{
	double *s = all->inverse;

	for (size_t a = 0; a < all->padded; a++) {
		s[a * all->padded + a] = 1;
		for (size_t b = 0; a < all->count && b <= a; b++)
			s[a * all->padded + b] = covariance_with(ladder, all,
				all->entrant[a], b) +
				(a == b ? error[a] * error[a] : 0);
	}
	linear_algebra_cholesky(s, all->padded, PIVOTS_SEMIDEFINITE);
	for (size_t a = 0; a < all->count; a++)
		if (s[a * all->padded + a] == 0)
			return error_set(err, "too few games for %zu anchors: "
					 "take fewer, or give them errors",
					 all->count);
	linear_algebra_inverse(s, all->padded);
	return 0;
}

/* The pool's entrants; returns how many. */
static size_t list_pool(const struct ladder *ladder, int pool, int *member)
{
	size_t n = 0;

	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool == pool)
			member[n++] = i;
	return n;
}

/* Makes ratings and covariances of a pool add up to 0 again. */
static void centre_pool(struct ladder *ladder, const int *member, size_t n)
{
	const size_t p = (size_t)ladder->parameters;
	AUTOFREE double *mean = memory_new(n, sizeof *mean);
	double theta = 0, all = 0, *v = ladder->covariance;

	for (size_t i = 0; i < n; i++) {
		for (size_t j = 0; j < n; j++)
			mean[i] += v[(size_t)member[i] * p +
				     (size_t)member[j]] / (double)n;
		all += mean[i] / (double)n;
		theta += ladder->theta[member[i]] / (double)n;
	}
	for (size_t i = 0; i < n; i++) {
		ladder->theta[member[i]] -= theta;
		for (size_t j = 0; j < n; j++)
			v[(size_t)member[i] * p + (size_t)member[j]] +=
				all - mean[i] - mean[j];
	}
}

/*
 * What the games say of a pool is a normal distribution, of which they leave
 * the mean open; this is what it is when the anchors are known, up to their own
 * errors.
 */
static void apply(struct ladder *ladder, const struct anchored *all,
		  const int *member, size_t n)
{
	const size_t p = (size_t)ladder->parameters, k = all->count;
	const double unit = ladder->elo_per_logit;
	AUTOFREE double *with = memory_new(n * k, sizeof *with);
	AUTOFREE double *share = memory_new(n * k, sizeof *share);
	AUTOFREE double *rest = memory_new(n, sizeof *rest);
	double shift = 0, weight = 0;

	for (size_t a = 0; a < k; a++)
		for (size_t b = 0; b < k; b++) {
			weight += all->inverse[a * all->padded + b];
			shift += all->inverse[a * all->padded + b] *
				all->off[b];
		}
	shift /= weight;
	for (size_t i = 0; i < n; i++) {
		double *own = with + i * k, *theta = &ladder->theta[member[i]];

		for (size_t a = 0; a < k; a++)
			own[a] = covariance_with(ladder, all, member[i], a);
		rest[i] = 1;
		for (size_t a = 0; a < k; a++) {
			for (size_t b = 0; b < k; b++)
				share[i * k + a] += own[b] *
					all->inverse[a * all->padded + b];
			rest[i] -= share[i * k + a];
			*theta += share[i * k + a] * (all->off[a] - shift);
		}
		ladder->rows[member[i]].elo = unit * (*theta + shift);
	}
	for (size_t i = 0; i < n; i++)
		for (size_t j = 0; j < n; j++) {
			double *v = &ladder->covariance[(size_t)member[i] * p +
							(size_t)member[j]];

			*v += all->spread + rest[i] * rest[j] / weight;
			for (size_t a = 0; a < k; a++)
				*v -= with[i * k + a] * share[j * k + a];
			if (i == j)
				ladder->rows[member[i]].err_anchor =
					ladder->z * unit * root(*v);
		}
	centre_pool(ladder, member, n);
}

static int anchor_pool(struct ladder *ladder, int pool, const int *entrant,
		       struct error *err)
{
	const size_t most = (size_t)ladder->options.anchor_count;
	const size_t padded = linear_algebra_padded(most);
	const double unit = ladder->elo_per_logit;
	AUTOFREE int *member =
		memory_new((size_t)ladder->count, sizeof *member);
	AUTOFREE int *anchor = memory_new(most, sizeof *anchor);
	AUTOFREE double *off = memory_new(most, sizeof *off);
	AUTOFREE double *error = memory_new(most, sizeof *error);
	AUTOFREE double *inverse = memory_new(padded * padded, sizeof *inverse);
	struct anchored all = { .entrant = anchor, .off = off,
		.inverse = inverse };
	const size_t n = list_pool(ladder, pool, member);

	for (size_t a = 0; a < most; a++) {
		const struct ladder_anchor *given = &ladder->options.anchors[a];
		const int i = entrant[a];

		if (ladder->rows[i].pool != pool)
			continue;
		anchor[all.count] = i;
		off[all.count] = given->elo / unit - ladder->theta[i];
		error[all.count++] = given->error / unit / ladder->z;
	}
	if (all.count == 0)
		return 0;
	all.padded = linear_algebra_padded(all.count);
	all.spread = 1e-9 + ladder->covariance[(size_t)anchor[0] *
		((size_t)ladder->parameters + 1)];
	if (invert(ladder, &all, error, err) != 0)
		return -1;
	apply(ladder, &all, member, n);
	/* Exactly: sums may have been rounded. */
	for (size_t a = 0; a < most; a++)
		if (ladder->rows[entrant[a]].pool == pool &&
		    ladder->options.anchors[a].error == 0) {
			ladder->rows[entrant[a]].elo =
				ladder->options.anchors[a].elo;
			ladder->rows[entrant[a]].err_anchor = 0;
		}
	return 0;
}

/* Sets Elo, so that anchors have theirs. */
static int find_elo(struct ladder *ladder, struct error *err)
{
	AUTOFREE int *entrant = memory_new((size_t)ladder->options.anchor_count,
					   sizeof *entrant);

	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool >= 0)
			ladder->rows[i].elo = ladder->elo_per_logit *
				ladder->theta[i];
	if (find_anchors(ladder, entrant, err) != 0)
		return -1;
	for (int pool = 0; pool < ladder->pool_count &&
	     ladder->options.anchor_count > 0; pool++)
		if (anchor_pool(ladder, pool, entrant, err) != 0)
			return -1;
	return 0;
}

/* ### rows */

/* How many standard errors an interval has to either side. */
static double quantile(const struct ladder *ladder, const struct ladder_row *row,
		       bool model_only)
{
	/* With luck taken out, the deviations that remain are rare and
	   large. */
	if (ladder->options.luck)
		return exact_math_t(row->blocks > 1 ? row->blocks - 1 : 1,
				    ladder->z);
	return model_only || row->fewest >= 30 ? ladder->z :
		exact_math_t(row->fewest > 1 ? row->fewest - 1 : 1, ladder->z);
}

static void fill_row(struct ladder *ladder, const struct ladder_work *work,
		     int i)
{
	struct ladder_row *row = &ladder->rows[i];
	double unit = ladder->elo_per_logit;
	double variance = work->variance[i];

	if (isnan(variance))
		return;
	row->se = unit * root(variance);
	row->se_naive = unit * root(work->model_variance[i]);
	row->err95 = row->se * quantile(ladder, row, work->model_only[i]);
	row->pulled = fabs(work->pull[i]) > LADDER_PULL * root(variance);
	row->floored = work->clusters.floored[i];
	row->tied = work->tied > LADDER_TIED;
	row->paired = !ladder->options.luck &&
		work->fit.model.table->paired_by_results;
	if (!work->model_only[i] && work->model_variance[i] > 0)
		row->deff = variance / work->model_variance[i];
}

static void fill_rows(struct ladder *ladder, const struct ladder_work *work)
{
	double sum = 0;
	int count = 0;

	for (int i = 0; i < ladder->count; i++) {
		if (ladder->rows[i].pool < 0)
			continue;
		fill_row(ladder, work, i);
		if (isnan(ladder->rows[i].deff))
			continue;
		sum += ladder->rows[i].deff;
		count++;
	}
	ladder->deff_mean = count > 0 ? sum / count : NAN;
}

/* h in Elo; delta = exp of its parameter, its error by the delta method. */
static void fill_kinds(struct ladder *ladder, const struct ladder_work *work)
{
	const struct model *model = &work->fit.model;
	const double *b = work->fit.b;
	double unit = ladder->elo_per_logit;

	ladder->kind_count = model->kind_count;
	for (int k = 0; k < model->kind_count; k++) {
		const struct model_kind *from = &model->kinds[k];
		struct ladder_kind *to = &ladder->kinds[k];

		*to = (struct ladder_kind){
			.seats = from->seats, .result = from->result,
			.games = (long)from->games, .h_count = from->h_count,
			.tie_count = from->tie_count
		};
		for (int s = 0; s < from->h_count; s++) {
			int q = from->h_first + s;

			to->h[s] = unit * b[q];
			to->h_se[s] = unit * root(work->variance[q]);
			to->h_se_naive[s] = unit *
				root(work->model_variance[q]);
		}
		for (int t = 0; t < from->tie_count; t++) {
			int q = from->tie_first + t;

			to->tie_order[t] = from->tie_order[t];
			to->delta[t] = exact_math_exp(b[q]);
			to->delta_se[t] = to->delta[t] *
				root(work->variance[q]);
			to->delta_se_naive[t] = to->delta[t] *
				root(work->model_variance[q]);
		}
	}
}

/* ### ranks */

/* In Elo^2; 0 for an error that rounds to 0, which is only rounding in a sum
   and would be magnified. */
static double covariance_of(const struct ladder *ladder, int i, int j)
{
	double unit = ladder->elo_per_logit;

	if (decimal_rounded(ladder->rows[i].se) == 0 ||
	    decimal_rounded(ladder->rows[j].se) == 0)
		return 0;
	return unit * unit * ladder->covariance
		[(size_t)i * (size_t)ladder->parameters + (size_t)j];
}

static void rank_pool(struct ladder *ladder, int pool, const int *member,
		      size_t n)
{
	AUTOFREE double *elo = memory_new(n, sizeof *elo);
	AUTOFREE double *v = memory_new(n * n, sizeof *v);
	AUTOFREE struct rank_interval *ranks = memory_new(n, sizeof *ranks);

	for (size_t i = 0; i < n; i++) {
		/* Without the anchor, which says nothing about ranks. */
		elo[i] = decimal_rounded(ladder->elo_per_logit *
					 ladder->theta[member[i]]);
		for (size_t j = 0; j < n; j++)
			v[i * n + j] = covariance_of(ladder, member[i],
						     member[j]);
	}
	rank_intervals_find((unsigned)pool, n, elo, v,
			    ladder->options.confidence, ranks);
	for (size_t i = 0; i < n; i++) {
		struct ladder_row *row = &ladder->rows[member[i]];

		row->rank_lo = ranks[i].lo;
		row->rank_hi = ranks[i].hi;
		row->best = (double)ranks[i].firsts / rank_intervals_draws(n);
	}
}

static void rank_pools(struct ladder *ladder)
{
	AUTOFREE int *member =
		memory_new((size_t)ladder->count, sizeof *member);

	for (int pool = 0; pool < ladder->pool_count; pool++)
		rank_pool(ladder, pool, member,
			  list_pool(ladder, pool, member));
}

/* How far the prior moves the ratings: inv(H) Lambda b.  It is added to the
   errors as if it were luck, which holds for all strengths on average, but not
   for those far from 0. */
static void find_pull(const struct ladder *ladder, struct ladder_work *work)
{
	double *pull = arena_new(&work->arena, work->fit.padded, sizeof *pull);

	work->pull = pull;
	if (work->fit.model.precision == 0 || ladder->options.luck)
		return;
	for (int q = 0; q < ladder->parameters; q++)
		pull[q] = work->fit.model.precision * work->fit.b[q];
	newton_solve(&work->fit, pull);
	components_centre(&work->fit.pools, ladder->count, NULL, pull);
}

/* Marks the entrants whose ratings come from the prior. */
static void fill_held(struct ladder *ladder, const struct ladder_work *work,
		      const struct open_directions *open)
{
	for (int i = 0; i < ladder->count; i++)
		ladder->rows[i].held = ladder->rows[i].pool >= 0 &&
			open_directions_hold(open, i,
					     work->model_variance[i]);
}

static void fill_errors(struct ladder *ladder, struct ladder_work *work)
{
	AUTOFREE bool *skip = memory_new((size_t)ladder->count, sizeof *skip);
	OWNED(open_directions) struct open_directions open = {0};

	for (int i = 0; i < ladder->count; i++)
		skip[i] = ladder->rows[i].pool < 0 || ladder->rows[i].thin;
	/* Unless luck is taken out, all of the prior is in the errors. */
	if (ladder->options.luck)
		open_directions_find(&work->fit, skip, &open);
	work->clusters.prior = work->fit.model.precision;
	if (ladder->options.luck && !open.many)
		work->clusters.prior = 0;
	find_pull(ladder, work);
	if (!ladder->options.luck)
		work->tied = robust_errors_ties(&work->clusters,
			&work->fit.model, work->fit.b, ladder->count -
			ladder->unrated - ladder->pool_count);
	find_errors(ladder, work, &open);
	fill_held(ladder, work, &open);
}

/* The results against one that forfeits games vary by its matches. */
static void find_fewest(struct ladder *ladder, const struct model *model)
{
	const struct games_table *table = model->table;
	struct model_game game = {0};

	for (int i = 0; i < ladder->count; i++)
		ladder->rows[i].fewest = ladder->rows[i].blocks;
	while (model_next_game(model, &game)) {
		const uint32_t *seated = table->seated + game.place;

		if ((game.bits & GAMES_FORFEITED) == 0)
			continue;
		for (int s = 0; s < game.seats * game.seats; s++) {
			uint32_t i = seated[s / game.seats];
			uint32_t j = seated[s % game.seats];

			if (games_table_forfeits(table, j) &&
			    ladder->rows[j].blocks < ladder->rows[i].fewest)
				ladder->rows[i].fewest =
					ladder->rows[j].blocks;
		}
	}
}

/* Fills rows, kinds and covariance once the maximum and the scale are known. */
static int fill(struct ladder *ladder, struct ladder_work *work)
{
	for (int i = 0; i < ladder->count; i++)
		work->clusters.of_entrant[i] = ladder->rows[i].blocks;
	robust_clusters_mark(&work->clusters, &work->fit.model,
			     work->model_only);
	find_fewest(ladder, &work->fit.model);
	fill_errors(ladder, work);
	if (find_elo(ladder, work->err) != 0)
		return -1;
	find_places(ladder);
	find_los(ladder);
	fill_rows(ladder, work);
	fill_kinds(ladder, work);
	if (ladder->options.ranks)
		rank_pools(ladder);
	return 0;
}

/* ### the whole */

static int check_results(const struct games_table *table, struct error *err)
{
	for (size_t g = 0; g < table->game_count; g++) {
		int seats = table->games[g] & GAMES_SEATS;

		if (table->result[seats] == RESULT_TEAMS && seats != 4)
			return error_set(err, "game %zu has %d seats; teams "
					 "are for four", g + 1, seats);
	}
	return 0;
}

static int check_luck(const struct games_table *table, double prior,
		      struct error *err)
{
	if (prior == 0)
		return error_set(err, "taking luck out needs a prior: an "
				 "adjusted score can be above that of winning "
				 "every game");
	for (size_t g = 0; g < table->game_count; g++) {
		int seats = table->games[g] & GAMES_SEATS;

		if (seats > 2 && table->result[seats] == RESULT_RANKING)
			return error_set(err, "game %zu ranks %d seats: luck "
					 "is only taken out of games of two, "
					 "of teams or with a winner", g + 1,
					 seats);
	}
	assert(table->luck_count == table->place_count);
	return 0;
}

static void start(const struct games_table *table,
		  const struct ladder_options *options, struct ladder *ladder,
		  struct ladder_work *work)
{
	size_t count = (size_t)table->entrant_count;
	double prior = options->prior;
	bool drops = options->luck || options->forfeits != FORFEITS_LOSS;

	*ladder = (struct ladder){
		.options = *options, .count = table->entrant_count,
		.entrants = table->entrants,
		.z = options->confidence == 95 ? EXACT_MATH_NORMAL_97_5 :
			rank_intervals_normal(0.5 + options->confidence / 200),
		.rows = memory_new(count, sizeof *ladder->rows),
		.order = memory_new(count, sizeof *ladder->order),
		.theta = memory_new(count, sizeof *ladder->theta)
	};
	if (options->luck)
		ladder->options.forfeits = FORFEITS_DROP;
	start_rows(ladder, table);
	model_init(&work->fit.model, table, options->seat_effects, drops,
		   prior > 0 ? 1 / (prior * prior) : 0);
	work->fit.model.luck = options->luck;
	work->fit.model.luck_beta = options->luck_beta;
	ladder->parameters = work->fit.model.parameters;
	work->clusters.rule = options->cluster;
	work->clusters.of_entrant = arena_new(&work->arena, count,
					      sizeof(long));
	work->model_only = arena_new(&work->arena, count, sizeof(bool));
	work->clusters.floored = arena_new(&work->arena, count, sizeof(bool));
	work->variance = arena_new(&work->arena, (size_t)ladder->parameters,
				   sizeof(double));
	work->model_variance = arena_new(&work->arena,
		(size_t)ladder->parameters, sizeof(double));
	for (int q = 0; q < ladder->parameters; q++)
		work->variance[q] = work->model_variance[q] = NAN;
}

static void ladder_work_release(struct ladder_work *work)
{
	newton_release(&work->fit);
	free(work->clusters.model);
	arena_release(&work->arena);
}

/* Everything that follows once the maximum is found. */
static int finish(struct ladder *ladder, struct ladder_work *work)
{
	ladder->steps = work->fit.steps;
	ladder->log_likelihood = work->fit.log_likelihood;
	ladder->elo_per_logit = EXACT_MATH_ELO_PER_LOGIT;
	if (ladder->options.scale == SCALE_SCORE)
		ladder->elo_per_logit *= score_factor(&work->fit.model,
						      work->fit.b);
	memcpy(ladder->theta, work->fit.b,
	       (size_t)ladder->count * sizeof *ladder->theta);
	components_centre(&work->fit.pools, ladder->count, NULL, ladder->theta);
	return fill(ladder, work);
}

/* The ratings if everyone had met everyone equally often: near enough to save
   half of the steps. */
static double *first_guess(const struct ladder *ladder)
{
	size_t count = (size_t)ladder->count;
	double *theta = memory_new(count, sizeof *theta), sum = 0;

	for (size_t i = 0; i < count; i++) {
		const struct ladder_row *row = &ladder->rows[i];
		double won = (double)row->points / GAME_POINTS;

		theta[i] = exact_math_log((won + 1) /
					  ((double)row->seats - won + 1));
		sum += theta[i];
	}
	for (size_t i = 0; i < count; i++)
		theta[i] -= sum / (double)count;
	return theta;
}

int ladder_fit(const struct games_table *table,
	       const struct ladder_options *options, struct ladder *ladder,
	       struct error *err)
{
	OWNED(ladder_work) struct ladder_work work = { .err = err };
	AUTOFREE double *guess = NULL;

	*ladder = (struct ladder){0};
	if (check_results(table, err) != 0 ||
	    (options->luck && check_luck(table, options->prior, err) != 0))
		return -1;
	start(table, options, ladder, &work);
	count_games(ladder, &work);
	if (options->first == NULL)
		guess = first_guess(ladder);
	work.fit.first = guess != NULL ? guess : options->first;
	return find_pools(ladder, &work) == 0 &&
		newton_run(&work.fit, err) == 0 ? finish(ladder, &work) : -1;
}

void ladder_release(struct ladder *ladder)
{
	free(ladder->rows);
	free(ladder->order);
	free(ladder->covariance);
	free(ladder->theta);
	*ladder = (struct ladder){0};
}
