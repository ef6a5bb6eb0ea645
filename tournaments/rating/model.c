/*
 * model.c - cuts games into stages, merges equal stages, and computes the
 * likelihood, gradient and information of every stage.
 */
#include "tournaments/rating/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/exact_math.h"
#include "base/memory.h"
#include "base/text.h"
#include "tournaments/rating/lanes.h"

enum { SETS = 1 << GAME_SEATS_MAX };

/* ### stages of one game */

/* Sets of seats; of sides, 0 and 1, in a team game. */
struct stage {
	uint16_t left, chosen;
};

/* The set of seats of the best rank among those left. */
static uint16_t best_of(const unsigned char *ranks, int seats, uint16_t left)
{
	unsigned char best = UINT8_MAX;
	uint16_t set = 0;

	for (int s = 0; s < seats; s++) {
		if (!(left >> s & 1) || ranks[s] > best)
			continue;
		if (ranks[s] < best)
			set = 0;
		best = ranks[s];
		set |= (uint16_t)(1 << s);
	}
	return set;
}

static unsigned char worse(unsigned char a, unsigned char b)
{
	return a > b ? a : b;
}

/* Fills at most `seats` - 1 stages.  Returns how many. */
static int game_stages(enum result result, int seats,
			       const unsigned char *ranks, struct stage *stages)
{
	uint16_t left = (uint16_t)((1 << seats) - 1);
	unsigned char side[2];
	int count = 0;

	if (result == RESULT_TEAMS) {
		side[0] = worse(ranks[0], ranks[2]);
		side[1] = worse(ranks[1], ranks[3]);
		stages[0] = (struct stage){ 3, best_of(side, 2, 3) };
		return 1;
	}
	/* A single seat is no choice. */
	while ((left & (left - 1)) != 0) {
		uint16_t chosen = best_of(ranks, seats, left);

		stages[count++] = (struct stage){ left, chosen };
		if (result == RESULT_WINNER)
			break;
		left &= (uint16_t)~chosen;
	}
	return count;
}

/* How many members a set has. */
static int set_size(uint16_t set)
{
	int size = 0;

	for (; set != 0; set &= (uint16_t)(set - 1))
		size++;
	return size;
}

/* `set` counted within `left`: bit i is the i-th seat of `left`. */
static uint16_t compact(uint16_t set, uint16_t left)
{
	uint16_t bits = 0;
	int at = 0;

	for (int s = 0; left >> s != 0; s++) {
		if (!(left >> s & 1))
			continue;
		bits |= (uint16_t)((set >> s & 1) << at);
		at++;
	}
	return bits;
}

/* ### cells */

/* The stages of all games with the same entrants in the same seats. */
struct seating {
	struct stage_count {
		struct stage stage;
		uint32_t weight;
	} *stages;
	size_t count, room;
};

/* From many seats left to few, then by what was chosen. */
static int by_stage(const void *a, const void *b)
{
	const struct stage *x = &((const struct stage_count *)a)->stage;
	const struct stage *y = &((const struct stage_count *)b)->stage;

	if (x->left != y->left)
		return x->left > y->left ? -1 : 1;
	return (x->chosen > y->chosen) - (x->chosen < y->chosen);
}

static void seating_add(struct seating *seating, struct stage stage)
{
	/* Games come sorted by ranks, so their first stages repeat. */
	for (size_t i = seating->count;
	     i-- > 0 && seating->count - i <= GAME_SEATS_MAX;)
		if (seating->stages[i].stage.left == stage.left &&
		    seating->stages[i].stage.chosen == stage.chosen) {
			seating->stages[i].weight++;
			return;
		}
	ARRAY_GROW(seating->stages, seating->room, seating->count + 1);
	seating->stages[seating->count++] = (struct stage_count){
		stage, 1 };
}

/* Turns the stages of a seating into cells. */
static void seating_end(struct seating *seating, struct model *model,
			int kind, const uint32_t *seated)
{
	uint32_t place = (uint32_t)model->seated_count;
	struct model_cell *cell = NULL;
	struct model_choice *choice = NULL;
	uint16_t left, set;

	ARRAY_GROW(model->seated, model->seated_room,
		   model->seated_count + GAME_SEATS_MAX);
	for (int s = 0; s < model->kinds[kind].seats; s++)
		model->seated[model->seated_count++] = seated[s];

	qsort(seating->stages, seating->count, sizeof *seating->stages,
	      by_stage);
	for (size_t i = 0; i < seating->count; i++) {
		left = seating->stages[i].stage.left;
		set = compact(seating->stages[i].stage.chosen, left);
		if (cell == NULL || cell->left != left) {
			ARRAY_GROW(model->cells, model->cell_room,
				   model->cell_count + 1);
			cell = &model->cells[model->cell_count++];
			*cell = (struct model_cell){
				.place = place, .left = left,
				.choice = (uint32_t)model->choice_count,
				.etas = (unsigned char)set_size(left),
				.kind = (unsigned char)kind
			};
		} else if (choice->set == set) {
			choice->weight += seating->stages[i].weight;
			continue;
		}
		ARRAY_GROW(model->choices, model->choice_room,
			   model->choice_count + 1);
		choice = &model->choices[model->choice_count++];
		*choice = (struct model_choice){
			seating->stages[i].weight, set };
		cell->choices++;
	}
	seating->count = 0;
}

static void merge_kind(struct model *model, int kind, const uint32_t *places,
		       size_t places_count, bool *chosen)
{
	const struct games_table *table = model->table;
	struct model_kind *k = &model->kinds[kind];
	struct stage stages[GAME_SEATS_MAX];
	struct seating seating = {0};

	for (size_t i = 0; i < places_count; i++) {
		const uint32_t *seated = table->seated + places[i];
		int count = game_stages(k->result, k->seats,
					      table->ranks + places[i], stages);

		if (i > 0 && memcmp(seated, table->seated + places[i - 1],
				    (size_t)k->seats * sizeof *seated) != 0)
			seating_end(&seating, model, kind,
				    table->seated + places[i - 1]);
		k->games++;
		for (int s = 0; s < count; s++) {
			seating_add(&seating, stages[s]);
			chosen[stages[s].chosen] = true;
		}
	}
	seating_end(&seating, model, kind,
		    table->seated + places[places_count - 1]);
	free(seating.stages);
}

static bool counts(const struct model *model, size_t game)
{
	return !(model->drop_faulted &&
		 model->table->games[game] & GAMES_FAULTED);
}

/* Where the games of N seats that count begin; `*count` of them.  The caller
   frees the list; NULL: there are none. */
static uint32_t *places_of_kind(const struct model *model, int seats,
				size_t *count)
{
	const struct games_table *table = model->table;
	uint32_t *places, place = 0;

	*count = 0;
	for (size_t g = 0; g < table->game_count; g++)
		*count += (table->games[g] & GAMES_SEATS) == seats &&
			  counts(model, g);
	if (*count == 0)
		return NULL;
	places = memory_new(*count, sizeof *places);
	*count = 0;
	for (size_t g = 0; g < table->game_count; g++) {
		if ((table->games[g] & GAMES_SEATS) == seats &&
		    counts(model, g))
			places[(*count)++] = place;
		place += table->games[g] & GAMES_SEATS;
	}
	return places;
}

/* ### parameters and shapes */

static void make_shape(const struct model_kind *kind, int etas,
		       struct model_shape *shape)
{
	int size, tie;

	*shape = (struct model_shape){ .etas = etas,
				       .dims = etas + kind->tie_count };
	shape->sets = memory_new((size_t)1 << etas, sizeof *shape->sets);
	shape->y = memory_new(((size_t)1 << etas) * (size_t)shape->dims,
			      sizeof *shape->y);
	for (int set = 1; set < 1 << etas; set++) {
		double *y = shape->y + shape->count * shape->dims;

		size = set_size(set);
		for (tie = kind->tie_count - 1; tie >= 0; tie--)
			if (kind->tie_order[tie] == size)
				break;
		if (size > 1 && tie < 0)
			continue;
		for (int eta = 0; eta < etas; eta++)
			y[eta] = set >> eta & 1 ? 1.0 / size : 0;
		if (tie >= 0)
			y[etas + tie] = 1;
		shape->sets[shape->count++] = set;
	}
}

/* Numbers the parameters of a kind: h, then the tie orders that occurred. */
static void name_parameters(struct model *model, struct model_kind *kind,
			    bool seat_effects, const bool *chosen)
{
	bool seen[GAME_SEATS_MAX + 1] = {0};
	int etas = kind->result == RESULT_TEAMS ? 2 : kind->seats;

	for (int set = 1; set < SETS; set++)
		if (chosen[set])
			seen[set_size((uint16_t)set)] = true;
	kind->h_first = model->parameters;
	kind->h_count = seat_effects ? etas - 1 : 0;
	kind->tie_first = kind->h_first + kind->h_count;
	for (int k = 2; k <= kind->seats && !kind->orders; k++)
		if (seen[k])
			kind->tie_order[kind->tie_count++] = k;
	model->parameters = kind->tie_first + kind->tie_count;
	for (int n = 2; n <= etas; n++)
		make_shape(kind, n, &kind->shapes[n]);
}

void model_init(struct model *model, const struct games_table *table,
		bool seat_effects, bool drop_faulted, double precision)
{
	bool chosen[SETS];

	*model = (struct model){ .table = table,
				 .entrants = table->entrant_count,
				 .parameters = table->entrant_count,
				 .drop_faulted = drop_faulted,
				 .precision = precision };
	for (int seats = 2; seats <= GAME_SEATS_MAX; seats++) {
		struct model_kind *kind = &model->kinds[model->kind_count];
		size_t count;
		AUTOFREE uint32_t *places =
			places_of_kind(model, seats, &count);

		if (places == NULL)
			continue;
		kind->seats = seats;
		kind->result = table->result[seats];
		kind->orders = kind->result == RESULT_RANKING && seats > 2;
		memset(chosen, 0, sizeof chosen);
		games_table_sort(table, seats, places, count);
		merge_kind(model, model->kind_count, places, count, chosen);
		name_parameters(model, kind, seat_effects, chosen);
		model->kind_count++;
	}
}

void model_release(struct model *model)
{
	for (int k = 0; k < model->kind_count; k++)
		for (int n = 0; n <= GAME_SEATS_MAX; n++) {
			free(model->kinds[k].shapes[n].sets);
			free(model->kinds[k].shapes[n].y);
		}
	free(model->seated);
	free(model->cells);
	free(model->choices);
	*model = (struct model){0};
}

/* ### iterating */

static bool forfeits(const struct games_table *table,
		     const struct model_game *game)
{
	for (int s = 0; s < game->seats; s++)
		if (games_table_forfeits(table, table->seated
					 [game->place + (uint32_t)s]))
			return true;
	return false;
}

bool model_next_game(const struct model *model, struct model_game *game)
{
	const struct games_table *table = model->table;

	game->bits = 0;
	while (game->index < table->game_count) {
		unsigned char bits = table->games[game->index];
		bool takes_part = counts(model, game->index);

		game->index++;
		game->place = game->next;
		game->seats = bits & GAMES_SEATS;
		game->next += (uint32_t)game->seats;
		game->bits |= bits & (GAMES_NEW_MATCH | GAMES_NEW_BLOCK);
		if (!takes_part)
			continue;
		if (!model->drop_faulted && forfeits(table, game))
			game->bits |= GAMES_FORFEITED;
		game->kind = 0;
		while (model->kinds[game->kind].seats != game->seats)
			game->kind++;
		return true;
	}
	return false;
}

int model_members(const struct model *model, const struct model_cell *cell,
		  uint16_t set, int *entrants)
{
	const struct model_kind *kind = &model->kinds[cell->kind];
	const uint32_t *seated = model->seated + cell->place;
	bool teams = kind->result == RESULT_TEAMS;
	int count = 0;

	for (int s = 0; s < kind->seats; s++)
		if (set >> (teams ? s % 2 : s) & 1)
			entrants[count++] = (int)seated[s];
	return count;
}

/* ### likelihood, gradient and information of every stage */

/* exp and log are several times faster for many numbers at once, so stages are
   put off until there are this many alternatives. */
enum { PUT_OFF = 2048 };

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
	double value[PUT_OFF + SETS];        /* of the alternatives */
	double chance[PUT_OFF + SETS];       /* exp of the same */
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

int64_t model_luck_of(enum result result, const int32_t *luck, int seat)
{
	/* Two sides of two. */
	return luck[seat] +
		(result == RESULT_TEAMS ? (int64_t)luck[(seat + 2) % 4] : 0);
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
		terms->residual[i] -= model_luck(model, model_luck_of(
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
	double sum[SETS], squares[SETS];
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
	double left[SETS], logs[SETS], often[GAME_SEATS_MAX + 1] = { 1 };
	unsigned char size[SETS];
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
	lanes_log(logs + 1, (size_t)sets - 2);
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
	lanes_exp(stages->chance, (size_t)stages->values);
	for (int i = 0; i < stages->count; i++) {
		int count = shape_of(model, &stages->stages[i].cell)->count;

		stages->log_sum[i] = normalise(stages->chance + at, count);
		at += count;
	}
	lanes_log(stages->log_sum, (size_t)stages->count);
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
	struct stage list[GAME_SEATS_MAX];
	int count = game_stages(table->result[game->seats], game->seats,
				      table->ranks + game->place, list);

	for (int i = 0; i < count; i++) {
		struct model_cell cell = { .choices = 1, .left = list[i].left,
				     .kind = (unsigned char)game->kind };
		struct put_off *stage;

		cell.etas = (unsigned char)set_size(cell.left);
		stage = put_off(stages, &cell, table->seated + game->place);
		stage->own = (struct model_choice){
			1, compact(list[i].chosen, list[i].left)
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
