/*
 * model_cells.c - cuts games into stages and merges equal stages.
 */
#include "tournaments/rating/model.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { SETS = 1 << GAME_SEATS_MAX };

/* ### stages of one game */

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

int model_game_stages(enum result result, int seats,
		      const unsigned char *ranks, struct model_stage *stages)
{
	uint16_t left = (uint16_t)((1 << seats) - 1);
	unsigned char side[2];
	int count = 0;

	if (result == RESULT_TEAMS) {
		side[0] = worse(ranks[0], ranks[2]);
		side[1] = worse(ranks[1], ranks[3]);
		stages[0] = (struct model_stage){ 3, best_of(side, 2, 3) };
		return 1;
	}
	/* A single seat is no choice. */
	while ((left & (left - 1)) != 0) {
		uint16_t chosen = best_of(ranks, seats, left);

		stages[count++] = (struct model_stage){ left, chosen };
		if (result == RESULT_WINNER)
			break;
		left &= (uint16_t)~chosen;
	}
	return count;
}

int model_set_size(uint16_t set)
{
	int size = 0;

	for (; set != 0; set &= (uint16_t)(set - 1))
		size++;
	return size;
}

uint16_t model_compact(uint16_t set, uint16_t left)
{
	uint16_t compact = 0;
	int at = 0;

	for (int s = 0; left >> s != 0; s++) {
		if (!(left >> s & 1))
			continue;
		compact |= (uint16_t)((set >> s & 1) << at);
		at++;
	}
	return compact;
}

/* ### cells */

/* The stages of all games with the same entrants in the same seats. */
struct seating {
	struct stage_count {
		struct model_stage stage;
		uint32_t weight;
	} *stages;
	size_t count, room;
};

/* From many seats left to few, then by what was chosen. */
static int by_stage(const void *a, const void *b)
{
	const struct model_stage *x = &((const struct stage_count *)a)->stage;
	const struct model_stage *y = &((const struct stage_count *)b)->stage;

	if (x->left != y->left)
		return x->left > y->left ? -1 : 1;
	return (x->chosen > y->chosen) - (x->chosen < y->chosen);
}

static void seating_add(struct seating *seating, struct model_stage stage)
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
		set = model_compact(seating->stages[i].stage.chosen, left);
		if (cell == NULL || cell->left != left) {
			ARRAY_GROW(model->cells, model->cell_room,
				   model->cell_count + 1);
			cell = &model->cells[model->cell_count++];
			*cell = (struct model_cell){
				.place = place, .left = left,
				.choice = (uint32_t)model->choice_count,
				.etas = (unsigned char)model_set_size(left),
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
	struct model_stage stages[GAME_SEATS_MAX];
	struct seating seating = {0};

	for (size_t i = 0; i < places_count; i++) {
		const uint32_t *seated = table->seated + places[i];
		int count = model_game_stages(k->result, k->seats,
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

		size = model_set_size(set);
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
			seen[model_set_size((uint16_t)set)] = true;
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
		uint32_t *places = places_of_kind(model, seats, &count);

		if (places == NULL)
			continue;
		kind->seats = seats;
		kind->result = table->result[seats];
		kind->orders = kind->result == RESULT_RANKING && seats > 2;
		memset(chosen, 0, sizeof chosen);
		games_table_sort(table, seats, places, count);
		merge_kind(model, model->kind_count, places, count, chosen);
		free(places);
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
