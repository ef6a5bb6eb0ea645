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
#include "games/game_points.h"
#include "tournaments/rating/ladder_work.h"

const char *const ladder_scales[] = { "score", "odds", NULL };
const char *const ladder_clusters[] = { "block", "match", "game", NULL };
const char *const ladder_forfeits[] = { "loss", "drop", "separate", NULL };

const struct ladder_options ladder_defaults = {
	.prior = 2, .seat_effects = true, .ranks = true
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
	size_t *last_block = memory_new((size_t)ladder->count,
					sizeof *last_block);
	size_t *last_game = memory_new((size_t)ladder->count,
				       sizeof *last_game);
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
	free(last_block);
	free(last_game);
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
	long *games = memory_new((size_t)ladder->count, sizeof *games);

	for (int i = 0; i < ladder->count; i++)
		games[i] = ladder->rows[i].games;
	components_init(pools, &work->fit.model, games);
	free(games);
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
	struct placed *placed = memory_new((size_t)ladder->count,
					   sizeof *placed);
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
	free(placed);
}

static int find_anchor(const struct ladder *ladder, struct error *err)
{
	const char *name = ladder->options.anchor;

	for (int i = 0; i < ladder->count; i++)
		if (strcmp(ladder->entrants[i].name, name) == 0 &&
		    ladder->rows[i].pool >= 0)
			return i;
	error_set(err, "the anchor \"%s\" has no games here", name);
	return -1;
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

/* Sets Elo; if there is an anchor (not -1), so that it has its given Elo. */
static void find_elo(struct ladder *ladder, int anchor)
{
	double shift;

	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool >= 0)
			ladder->rows[i].elo = ladder->elo_per_logit *
				ladder->theta[i];
	if (anchor < 0)
		return;
	shift = ladder->options.anchor_elo - ladder->rows[anchor].elo;
	for (int i = 0; i < ladder->count; i++)
		if (ladder->rows[i].pool == ladder->rows[anchor].pool)
			ladder->rows[i].elo += shift;
	/* Exactly: the sum may have been rounded. */
	ladder->rows[anchor].elo = ladder->options.anchor_elo;
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
	work->clusters.of_entrant = memory_new(count, sizeof
					       *work->clusters.of_entrant);
	work->model_only = memory_new(count, sizeof *work->model_only);
	work->clusters.floored = memory_new(count, sizeof
					    *work->clusters.floored);
	work->variance = memory_new((size_t)ladder->parameters,
				    sizeof *work->variance);
	work->model_variance = memory_new((size_t)ladder->parameters,
					  sizeof *work->model_variance);
	for (int q = 0; q < ladder->parameters; q++)
		work->variance[q] = work->model_variance[q] = NAN;
}

static void work_release(struct ladder_work *work)
{
	newton_release(&work->fit);
	free(work->clusters.model);
	free(work->clusters.of_entrant);
	free(work->clusters.floored);
	free(work->model_only);
	free(work->pull);
	free(work->variance);
	free(work->model_variance);
}

/* Everything that follows once the maximum is found. */
static int finish(struct ladder *ladder, struct ladder_work *work)
{
	int anchor = -1;

	ladder->steps = work->fit.steps;
	ladder->log_likelihood = work->fit.log_likelihood;
	ladder->elo_per_logit = EXACT_MATH_ELO_PER_LOGIT;
	if (ladder->options.scale == SCALE_SCORE)
		ladder->elo_per_logit *= score_factor(&work->fit.model,
						      work->fit.b);
	ladder_work_centre(ladder, work->fit.b, ladder->theta);
	if (ladder->options.anchor != NULL) {
		anchor = find_anchor(ladder, work->err);
		if (anchor < 0)
			return -1;
	}
	find_elo(ladder, anchor);
	find_places(ladder);
	ladder_work_fill(ladder, work, anchor);
	return 0;
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
	struct ladder_work work = { .err = err };
	double *guess = NULL;
	int result = -1;

	*ladder = (struct ladder){0};
	if (check_results(table, err) != 0 ||
	    (options->luck && check_luck(table, options->prior, err) != 0))
		return -1;
	start(table, options, ladder, &work);
	count_games(ladder, &work);
	if (options->first == NULL)
		guess = first_guess(ladder);
	work.fit.first = guess != NULL ? guess : options->first;
	if (find_pools(ladder, &work) == 0 && newton_run(&work.fit, err) == 0)
		result = finish(ladder, &work);
	work_release(&work);
	free(guess);
	return result;
}

void ladder_release(struct ladder *ladder)
{
	free(ladder->rows);
	free(ladder->order);
	free(ladder->covariance);
	free(ladder->theta);
	*ladder = (struct ladder){0};
}
