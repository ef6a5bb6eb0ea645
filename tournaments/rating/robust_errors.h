/*
 * robust_errors.h - how far the ratings may be off.
 *
 *	V_model = inv(H)			as if all games were independent
 *	M = Lambda + sum over blocks c not in S of C/(C-1) u_c u_c'
 *	    + sum over blocks in S of I_c
 *	V = inv(H) M inv(H)			the official one
 *
 * u_c is the sum of w (x_chosen - xbar) over the stages of a block, I_c their
 * information (Huber 1967, White 1982, by clusters: Liang and Zeger 1986).  S
 * are the blocks with a thin or a separated entrant, where the spread of
 * results says nothing.  With luck taken out, the share of luck in u_c is
 * subtracted from it, S is empty, and M has neither a floor nor Lambda, which
 * would be larger than the rest; open_directions has Lambda's part for what
 * the games leave open.  Otherwise M has a floor.  Everything is centred by
 * pool: P V P'.
 */
#ifndef TOURNAMENTS_RATING_ROBUST_ERRORS_H
#define TOURNAMENTS_RATING_ROBUST_ERRORS_H

#include "tournaments/rating/newton.h"

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

/* True if the game is the first of a block.  A forfeit costs all games that
   follow, so the blocks of a match are one if one of its entrants ever
   forfeits. */
bool robust_clusters_is_new(enum games_cluster rule,
			    const struct model_game *game);

/* `model_only` says who is thin or separated; `of_entrant` and `count` are
   known. */
void robust_clusters_mark(struct robust_clusters *clusters,
			  const struct model *model, const bool *model_only);

/* ### do the blocks of a match go together, as when bots learn? */

/*
 * How far the results of the blocks of a match correlate, in standard
 * deviations of what independent blocks would show, at the parameters b, with
 * `fitted` strengths.  0 if no match has two blocks, or if these are one unit
 * anyway, or if there are no more matches than strengths.
 */
double robust_errors_ties(const struct robust_clusters *clusters,
			  const struct model *model, const double *b,
			  int fitted);

/* ### open directions */

/*
 * An entrant that always has the same seat may be strong or may have the better
 * seat; of two that always play as partners either may be the strong one; and
 * how strong an entrant is that wins every game is unknown.  Such a combination
 * is an eigenvector v of S = Lambda inv(H), centred by pool, with a large
 * eigenvalue s: s is the share of the prior in what is known about it.
 * Lambda's part in the errors of these combinations is
 *
 *	sum over v of s^2 / lambda v v'                 Lambda = lambda 1
 *
 * which is all that H^-1 Lambda H^-1 has in their direction.
 */

/* A combination is open from this share on: the games then contain at most nine
   times the information of the prior. */
#define OPEN_DIRECTIONS_SHARE 0.1

/* At most this many are found. */
enum { OPEN_DIRECTIONS_MAX = 10 };

/* Owns its lists; all zeroes is none. */
struct open_directions {
	size_t count, parameters;
	bool many;              /* there may be more */
	double *vectors;        /* `count` rows of `parameters`, each of length
				   1 */
	double *share;          /* s, by vector */
	double precision;       /* lambda */
};

/*
 * `fit` has a prior and has been run; its factor is left intact.  `skip`, by
 * entrant, is true for those whose rating is of no interest: with few games
 * much is open.  The caller calls open_directions_release.
 */
void open_directions_find(const struct newton *fit, const bool *skip,
			  struct open_directions *open);

/* Lambda's part in the covariance of parameters p and q, logits^2; 0 if there
   are `many`: then all of Lambda belongs in M. */
double open_directions_covariance(const struct open_directions *open, int p,
				  int q);

/* Is more than half of `model_variance`, the centred variance of parameter p in
   inv(H), in open directions?  Then its value comes from the prior. */
bool open_directions_hold(const struct open_directions *open, int p,
			  double model_variance);

/* May be called twice and on zeroes. */
void open_directions_release(struct open_directions *open);

/* ### errors */

/*
 * Overwrites the matrix of `fit`.  `*v` becomes V, padded, with both triangles,
 * and `model_variance` the diagonal of V_model; both centred.
 */
void robust_errors_find(struct newton *fit,
			const struct robust_clusters *clusters,
			double **v, double *model_variance);

#endif
