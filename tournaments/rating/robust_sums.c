/*
 * robust_sums.c - the blocks' part of the sandwich where games were added up.
 */
#include "tournaments/rating/robust_sums.h"

#include <stdlib.h>

#include "tournaments/rating/games_sums.h"

struct sums_walk {
	const struct newton *fit;
	const struct robust_clusters *clusters;
	model_visit *information;
	robust_sums_add *add;
	void *context;
	size_t unit;            /* whose residuals these are */
	double times;           /* if it is one game: how often it was played */
	double *residual;       /* rows of parameters, by game of the unit; for
				   equal blocks all are in row 0 */
	bool *touched;
	int *list, count;       /* the touched parameters */
};

/* A tag of unit and game, because stages are visited later than games. */
static size_t tag_of(size_t unit, size_t row)
{
	return unit * GAMES_SUMS_MOST + row;
}

static const struct games_group *group_of(const struct sums_walk *walk,
					  size_t unit)
{
	return walk->clusters->rule == GAMES_CLUSTER_GAME ? NULL :
		&walk->fit->model.table->groups[unit];
}

static uint64_t product_at(const struct games_group *group, size_t i, size_t j)
{
	return i > j ? group->product[i * (i + 1) / 2 + j]
		     : group->product[j * (j + 1) / 2 + i];
}

/* Sets, by game, the products times the residuals of the parameter p. */
static void weigh(const struct sums_walk *walk, const struct games_group *group,
		  size_t p, double *weighted)
{
	for (size_t i = 0; i < group->games; i++) {
		weighted[i] = 0;
		for (size_t j = 0; j < group->games; j++)
			weighted[i] += (double)product_at(group, i, j) *
				walk->residual[j * walk->fit->parameters + p];
	}
}

/* Passes on the sums of a complete unit and clears it. */
static void end_unit(struct sums_walk *walk)
{
	const struct games_group *group = walk->count == 0 ? NULL :
		group_of(walk, walk->unit);
	size_t rows = group != NULL && group->product != NULL ? group->games
							      : 1;
	size_t parameters = walk->fit->parameters;
	double weighted[GAMES_SUMS_MOST];

	for (int i = 0; i < walk->count; i++) {
		int p = walk->list[i];

		if (group != NULL && group->product != NULL)
			weigh(walk, group, (size_t)p, weighted);
		else
			weighted[0] = walk->residual[p] /
				(group == NULL ? walk->times :
				 group->blocks);
		for (int j = 0; j <= i; j++) {
			int q = walk->list[j];
			double sum = 0;

			for (size_t row = 0; row < rows; row++)
				sum += weighted[row] *
					walk->residual[row * parameters +
						       (size_t)q];
			walk->add(walk->context, p > q ? p : q, p > q ? q : p,
				  sum);
		}
	}
	for (int i = 0; i < walk->count; i++) {
		for (size_t row = 0; row < rows; row++)
			walk->residual[row * parameters +
				       (size_t)walk->list[i]] = 0;
		walk->touched[walk->list[i]] = false;
	}
	walk->count = 0;
}

static void visit_stage(void *context, const struct model_stage_terms *terms)
{
	struct sums_walk *walk = context;
	size_t unit = terms->tag / GAMES_SUMS_MOST;
	size_t row = terms->tag % GAMES_SUMS_MOST;

	if (unit != walk->unit)
		end_unit(walk);
	walk->unit = unit;
	walk->times = terms->weight;
	if (walk->clusters->model[unit]) {
		walk->information(walk->context, terms);
		return;
	}
	for (int i = 0; i < terms->slots; i++) {
		int q = terms->param[i];

		if (!walk->touched[q]) {
			walk->touched[q] = true;
			walk->list[walk->count++] = q;
		}
		walk->residual[row * walk->fit->parameters + (size_t)q] +=
			terms->residual[terms->dim[i]];
	}
}

void robust_sums_visit(const struct newton *fit,
		       const struct robust_clusters *clusters,
		       model_visit *information, robust_sums_add *add,
		       void *context)
{
	struct sums_walk walk = {
		.fit = fit, .clusters = clusters, .information = information,
		.add = add, .context = context,
		.residual = memory_new(GAMES_SUMS_MOST * fit->parameters,
				       sizeof *walk.residual),
		.touched = memory_new(fit->parameters, sizeof *walk.touched),
		.list = memory_new(fit->parameters, sizeof *walk.list)
	};
	struct model_stages *stages = model_stages_new(&fit->model, fit->b,
						       visit_stage, &walk);
	struct model_game game = {0};
	size_t units = 0, row = 0;

	while (model_next_game(&fit->model, &game)) {
		const struct games_group *group;
		bool model, apart;

		row++;
		if (robust_clusters_is_new(clusters->rule, &game)) {
			units++;
			row = 0;
		}
		model = clusters->model[units - 1];
		group = group_of(&walk, units - 1);
		/* The products have how often each game was played. */
		apart = !model && group != NULL && group->product != NULL;
		if (apart)
			game.times = 1;
		model_stages_add(stages, &game, model,
				 tag_of(units - 1, apart ? row : 0));
	}
	model_stages_end(stages);
	end_unit(&walk);
	free(walk.residual);
	free(walk.touched);
	free(walk.list);
}
