/*
 * robust_clusters.c - which games are a block, and which blocks count by the
 * model alone.
 */
#include "tournaments/rating/robust_clusters.h"

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

void robust_clusters_visit(const struct robust_clusters *clusters,
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
