/*
 * model.c - likelihood, gradient and information of every stage.
 */
#include "tournaments/rating/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/text.h"
#include "tournaments/rating/game_luck.h"

/* exp and log are several times faster for many numbers at once, so stages are
   put off until there are this many alternatives. */
enum { PUT_OFF = 2048, LARGEST = 1 << GAME_SEATS_MAX };

struct put_off {
	struct model_cell cell; /* its places and choices are these: */
	const uint32_t *seated;
	const struct model_choice *choices;
	struct model_choice own; /* of a single game: choices points here */
	const int32_t *luck;    /* of a single game; NULL: not taken out */
	bool cov;
	size_t tag;
};

struct model_stages {
	const struct model *model;
	const double *b;
	model_visit *visit;
	void *context;
	struct put_off stages[PUT_OFF];
	int count;
	double value[PUT_OFF + LARGEST];        /* of the alternatives */
	double chance[PUT_OFF + LARGEST];       /* exp of the same */
	double log_sum[PUT_OFF];                /* of the stages */
	int values;
	struct model_stage_terms terms;
};

static const struct model_shape *shape_of(const struct model *model,
					  const struct model_cell *cell)
{
	return &model->kinds[cell->kind].shapes[cell->etas];
}

/* ### values */

/* eta_s = theta + h_s of each seat left; a side is the sum of its members.
   Then come the ln delta_k. */
static void find_etas(const struct model *model, const double *b,
		      const struct model_cell *cell, const uint32_t *seated,
		      double *eta)
{
	const struct model_kind *kind = &model->kinds[cell->kind];
	const double *h = b + kind->h_first;
	int count = 0;

	if (kind->result == RESULT_TEAMS) {
		eta[0] = b[seated[0]] + b[seated[2]];
		eta[1] = b[seated[1]] + b[seated[3]];
		if (kind->h_count > 0)
			eta[0] += h[0];
		count = 2;
	} else {
		for (int s = 0; cell->left >> s != 0; s++) {
			if (!(cell->left >> s & 1))
				continue;
			eta[count] = b[seated[s]];
			if (s < kind->h_count)
				eta[count] += h[s];
			count++;
		}
	}
	for (int tie = 0; tie < kind->tie_count; tie++)
		eta[count++] = b[kind->tie_first + tie];
}

/* b.x_T = ln delta_|T| + mean of eta over T, minus the largest of these, so
   that exp neither overflows nor is zero for all. */
static void find_values(const struct model *model, const double *b,
			const struct model_cell *cell, const uint32_t *seated,
			double *value)
{
	const struct model_shape *shape = shape_of(model, cell);
	const double *y = shape->y;
	double eta[MODEL_DIMS_MAX], most = 0;

	find_etas(model, b, cell, seated, eta);
	for (int t = 0; t < shape->count; t++) {
		double sum = 0;

		for (int i = 0; i < shape->dims; i++)
			sum += *y++ * eta[i];
		value[t] = sum;
		if (t == 0 || sum > most)
			most = sum;
	}
	for (int t = 0; t < shape->count; t++)
		value[t] -= most;
}

/* ### terms */

/* Which parameters the coordinates of a stage belong to. */
static void find_slots(const struct model *model, const struct put_off *stage,
		       const struct model_shape *shape,
		       struct model_stage_terms *terms)
{
	const struct model_cell *cell = &stage->cell;
	const struct model_kind *kind = &model->kinds[cell->kind];
	bool teams = kind->result == RESULT_TEAMS;
	int slots = 0, eta = 0;

	for (int s = 0; s < kind->seats; s++) {
		if (!teams && !(cell->left >> s & 1))
			continue;
		terms->dim[slots] = teams ? s % 2 : eta;
		terms->param[slots++] = (int)stage->seated[s];
		if (s < kind->h_count) {
			terms->dim[slots] = eta;
			terms->param[slots++] = kind->h_first + s;
		}
		eta++;
	}
	for (int tie = 0; tie < kind->tie_count; tie++) {
		terms->dim[slots] = shape->etas + tie;
		terms->param[slots++] = kind->tie_first + tie;
	}
	terms->dims = shape->dims;
	terms->slots = slots;
}

/* The alternative that is the set `chosen`. */
static int alternative_of(const struct model_shape *shape, uint16_t chosen)
{
	int low = 0, high = shape->count - 1, middle;

	while (low < high) {
		middle = (low + high) / 2;
		if (shape->sets[middle] < chosen)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/* Makes `chance`, exp of the values, sum to 1.  Returns their sum. */
static double normalise(double *chance, int count)
{
	double sum = 0;

	for (int t = 0; t < count; t++)
		sum += chance[t];
	for (int t = 0; t < count; t++)
		chance[t] /= sum;
	return sum;
}

/* w sum_T P(T) (y_T - ybar)(y_T - ybar)'. */
static inline void sum_cov(const struct model_shape *shape, int dims,
			   const double *chance, const double *mean,
			   struct model_stage_terms *terms)
{
	double off[MODEL_DIMS_MAX];

	for (int i = 0; i < dims; i++)
		for (int j = 0; j <= i; j++)
			terms->cov[i][j] = 0;
	for (int t = 0; t < shape->count; t++) {
		const double *y = shape->y + t * dims;

		for (int i = 0; i < dims; i++)
			off[i] = y[i] - mean[i];
		for (int i = 0; i < dims; i++) {
			double scaled = terms->weight * chance[t] * off[i];

			for (int j = 0; j <= i; j++)
				terms->cov[i][j] += scaled * off[j];
		}
	}
}

double model_luck(const struct model *model, int64_t luck)
{
	return (double)model->luck_beta * 1e-6 * ((double)luck * 1e-6);
}

/* All seats are left, as luck is only taken out of games with one stage. */
static void take_luck(const struct model *model, const struct put_off *stage,
		      struct model_stage_terms *terms)
{
	const struct model_kind *kind = &model->kinds[stage->cell.kind];

	for (int i = 0; i < stage->cell.etas; i++)
		terms->residual[i] -= model_luck(model, game_luck_of(
					kind->result, stage->luck, i));
}

/* l = sum w (value of chosen - log sum exp), residual = sum w (y - ybar).
   Inlined for the sizes of two seats, by far the most frequent. */
__attribute__((always_inline))
static inline void sum_terms(const struct model_shape *shape, int dims,
			     const struct put_off *stage, const double *value,
			     const double *chance, double log_sum,
			     struct model_stage_terms *terms)
{
	double mean[MODEL_DIMS_MAX];

	for (int i = 0; i < dims; i++)
		mean[i] = terms->residual[i] = 0;
	for (int t = 0; t < shape->count; t++)
		for (int i = 0; i < dims; i++)
			mean[i] += chance[t] * shape->y[t * dims + i];
	terms->weight = terms->log_likelihood = 0;
	for (int c = 0; c < stage->cell.choices; c++) {
		const struct model_choice *choice = &stage->choices[c];
		int t = alternative_of(shape, choice->set);

		terms->weight += choice->weight;
		terms->log_likelihood += choice->weight * (value[t] - log_sum);
		for (int i = 0; i < dims; i++)
			terms->residual[i] += choice->weight *
				(shape->y[t * dims + i] - mean[i]);
	}
	if (stage->cov)
		sum_cov(shape, dims, chance, mean, terms);
}

/* ### shared places */

/* By sets of seats that share a place, bit i for the i-th of them: the sum over
   all sets of those still to come, with these among them, of 1 / (the chance of
   all who are left) and of its square, weighted by how often they are left. */
struct orders {
	double sum[LARGEST], squares[LARGEST];
};

static void sum_supersets(double *sum, int sets)
{
	for (int bit = 1; bit < sets; bit *= 2)
		for (int set = 0; set < sets; set++)
			if ((set & bit) == 0)
				sum[set] += sum[set | bit];
}

/* `behind` is the chance of those behind the place, `chance` that of the `k`
   who share it.  Returns the weighted sum of the logarithms. */
static double find_orders(const double *chance, int k, double behind,
			  struct orders *orders)
{
	double left[LARGEST], logs[LARGEST], often[GAME_SEATS_MAX + 1] = { 1 };
	unsigned char size[LARGEST];
	const int sets = 1 << k;
	double sum = 0;

	for (int n = 1; n <= k; n++)
		often[n] = often[n - 1] * n / (k - n + 1);
	/* So that even its square is not 0, though exp may have been. */
	left[0] = behind + 1e-150;
	size[0] = 0;
	for (int i = 0; i < k; i++)
		for (int set = 0; set < 1 << i; set++) {
			left[set | 1 << i] = left[set] + chance[i];
			size[set | 1 << i] = size[set] + 1;
		}
	left[sets - 1] = 1;
	orders->sum[0] = orders->squares[0] = 0;
	for (int set = 1; set < sets; set++) {
		orders->sum[set] = often[size[set]] / left[set];
		orders->squares[set] = orders->sum[set] / left[set];
	}
	sum_supersets(orders->sum, sets);
	sum_supersets(orders->squares, sets);
	memcpy(logs, left, (size_t)sets * sizeof *logs);
	exact_math_log_all(logs + 1, (size_t)sets - 2);
	for (int set = 1; set < sets - 1; set++)
		sum += often[size[set]] * logs[set];
	return sum;
}

static void add_orders(const struct put_off *stage,
		       const struct model_choice *choice, const double *value,
		       const double *chance, double log_sum,
		       struct model_stage_terms *terms)
{
	double of_tied[GAME_SEATS_MAX], behind = 0, sum = 0;
	const double times = choice->weight;
	int bit[GAME_SEATS_MAX] = {0}, tied = 0;
	struct orders orders;

	for (int i = 0; i < stage->cell.etas; i++) {
		if ((choice->set >> i & 1) == 0) {
			behind += chance[i];
			continue;
		}
		bit[i] = 1 << tied;
		of_tied[tied++] = chance[i];
		sum += value[i] - log_sum;
		terms->residual[i] += times;
	}
	sum -= find_orders(of_tied, tied, behind, &orders);
	terms->weight += times;
	terms->log_likelihood += times * sum;
	for (int i = 0; i < stage->cell.etas; i++) {
		terms->residual[i] -= times * chance[i] * orders.sum[bit[i]];
		for (int j = 0; j < i && stage->cov; j++)
			terms->cov[i][j] -= times * chance[i] * chance[j] *
				orders.squares[bit[i] | bit[j]];
	}
}

/* What sum_terms does, where a shared place is the mean of its orders. */
static void sum_orders(const struct put_off *stage, const double *value,
		       const double *chance, double log_sum,
		       struct model_stage_terms *terms)
{
	const int etas = stage->cell.etas;

	terms->weight = terms->log_likelihood = 0;
	for (int i = 0; i < etas; i++) {
		terms->residual[i] = 0;
		for (int j = 0; j <= i; j++)
			terms->cov[i][j] = 0;
	}
	for (int c = 0; c < stage->cell.choices; c++)
		add_orders(stage, &stage->choices[c], value, chance, log_sum,
			   terms);
	/* The sum of each row is 0. */
	for (int i = 0; i < etas; i++)
		for (int j = 0; j < i; j++) {
			terms->cov[i][i] -= terms->cov[i][j];
			terms->cov[j][j] -= terms->cov[i][j];
		}
}

static void find_terms(const struct model *model, const struct put_off *stage,
		       const double *value, const double *chance,
		       double log_sum, struct model_stage_terms *terms)
{
	const struct model_shape *shape = shape_of(model, &stage->cell);

	terms->tag = stage->tag;
	if (model->kinds[stage->cell.kind].orders)
		sum_orders(stage, value, chance, log_sum, terms);
	else if (shape->dims == 2)
		sum_terms(shape, 2, stage, value, chance, log_sum, terms);
	else if (shape->dims == 3)
		sum_terms(shape, 3, stage, value, chance, log_sum, terms);
	else
		sum_terms(shape, shape->dims, stage, value, chance, log_sum,
			  terms);
	if (stage->luck != NULL)
		take_luck(model, stage, terms);
	find_slots(model, stage, shape, terms);
}

/* ### putting off */

static void visit_all(struct model_stages *stages)
{
	const struct model *model = stages->model;
	int at = 0;

	memcpy(stages->chance, stages->value,
	       (size_t)stages->values * sizeof *stages->value);
	exact_math_exp_all(stages->chance, (size_t)stages->values);
	for (int i = 0; i < stages->count; i++) {
		int count = shape_of(model, &stages->stages[i].cell)->count;

		stages->log_sum[i] = normalise(stages->chance + at, count);
		at += count;
	}
	exact_math_log_all(stages->log_sum, (size_t)stages->count);
	at = 0;
	for (int i = 0; i < stages->count; i++) {
		const struct model_cell *cell = &stages->stages[i].cell;

		find_terms(model, &stages->stages[i], stages->value + at,
			   stages->chance + at, stages->log_sum[i],
			   &stages->terms);
		stages->visit(stages->context, &stages->terms);
		at += shape_of(model, cell)->count;
	}
	stages->count = 0;
	stages->values = 0;
}

/* Adds a stage; the caller fills in the rest of it. */
static struct put_off *put_off(struct model_stages *stages,
			       const struct model_cell *cell,
			       const uint32_t *seated)
{
	const struct model *model = stages->model;
	struct put_off *stage;

	if (stages->count == PUT_OFF || stages->values >= PUT_OFF)
		visit_all(stages);
	find_values(model, stages->b, cell, seated,
		    stages->value + stages->values);
	stages->values += shape_of(model, cell)->count;
	stage = &stages->stages[stages->count++];
	stage->cell = *cell;
	stage->seated = seated;
	return stage;
}

struct model_stages *model_stages_new(const struct model *model,
				      const double *b, model_visit *visit,
				      void *context)
{
	struct model_stages *stages = memory_new(1, sizeof *stages);

	stages->model = model;
	stages->b = b;
	stages->visit = visit;
	stages->context = context;
	return stages;
}

void model_stages_add(struct model_stages *stages,
		      const struct model_game *game, bool cov, size_t tag)
{
	const struct games_table *table = stages->model->table;
	struct model_stage list[GAME_SEATS_MAX];
	int count = model_game_stages(table->result[game->seats], game->seats,
				      table->ranks + game->place, list);

	for (int i = 0; i < count; i++) {
		struct model_cell cell = { .choices = 1, .left = list[i].left,
				     .kind = (unsigned char)game->kind };
		struct put_off *stage;

		cell.etas = (unsigned char)model_set_size(cell.left);
		stage = put_off(stages, &cell, table->seated + game->place);
		stage->own = (struct model_choice){
			1, model_compact(list[i].chosen, list[i].left)
		};
		stage->choices = &stage->own;
		stage->luck = stages->model->luck ?
			table->luck + game->place : NULL;
		stage->cov = cov;
		stage->tag = tag;
	}
}

void model_stages_end(struct model_stages *stages)
{
	visit_all(stages);
	free(stages);
}

void model_visit_cells(const struct model *model, const double *b,
		       model_visit *visit, void *context)
{
	struct model_stages *stages = model_stages_new(model, b, visit,
						       context);

	for (size_t i = 0; i < model->cell_count; i++) {
		const struct model_cell *cell = &model->cells[i];
		struct put_off *stage = put_off(stages, cell, model->seated
						+ cell->place);

		stage->choices = &model->choices[cell->choice];
		stage->luck = NULL;
		stage->cov = true;
		stage->tag = i;
	}
	model_stages_end(stages);
}
