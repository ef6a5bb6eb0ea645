/*
 * robust_clusters.h - which games are a block, and which blocks count by the
 * model alone.
 */
#ifndef TOURNAMENTS_RATING_ROBUST_CLUSTERS_H
#define TOURNAMENTS_RATING_ROBUST_CLUSTERS_H

#include "tournaments/rating/model.h"

/* The blocks of a ladder, under its rule of what a block is. */
struct robust_clusters {
	enum games_cluster rule;
	size_t count;           /* C */
	long *of_entrant;       /* C_i; owned by the caller */
	bool *model;            /* in S, by block */
	bool all_model;         /* S is all of them */
	double prior;           /* the part of Lambda that is in M */
	bool *floored;          /* by entrant: M had to be raised; owned by the
				   caller */
};

/* True if the game is the first of a block.  A forfeit
   costs all games that follow, so the blocks of a match are one if one of its
   entrants ever forfeits. */
bool robust_clusters_is_new(enum games_cluster rule,
			    const struct model_game *game);

/* `model_only` says who is thin or separated; `of_entrant` and `count` are
   known. */
void robust_clusters_mark(struct robust_clusters *clusters,
			  const struct model *model, const bool *model_only);

/* Visits every stage of every game at the parameters b, the number of its block
   as the tag, with covariances for those in S. */
void robust_clusters_visit(const struct robust_clusters *clusters,
			   const struct model *model, const double *b,
			   model_visit *visit, void *context);

#endif
