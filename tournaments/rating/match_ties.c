/*
 * match_ties.c - do the blocks of a match go together, as when bots learn?
 *
 * With u_c of docs/ratings.md, for the thetas alone, the sum of u_c.u_d over
 * all pairs of blocks of a match has the mean 0 and the variance of the sum of
 * (u_c.u_d)^2 if blocks are independent.  The fit takes a share of what is
 * common to a match: of each dimension, the same share is assumed.
 */
#include "tournaments/rating/match_ties.h"

#include <math.h>
#include <stdlib.h>

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

double match_ties_find(const struct robust_clusters *clusters,
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
		robust_clusters_visit(clusters, model, b, add_stage, &ties);
	end_block(&ties);
	end_match(&ties);
	free(match);
	if (ties.spread <= 0 || ties.dimensions <= fitted)
		return 0;
	return (ties.alike + ties.own * fitted / ties.dimensions) /
		sqrt(2 * ties.spread);
}
