/*
 * open_directions.h - combinations of ratings and seats that the games leave
 * to the prior.
 *
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
#ifndef TOURNAMENTS_RATING_OPEN_DIRECTIONS_H
#define TOURNAMENTS_RATING_OPEN_DIRECTIONS_H

#include "tournaments/rating/newton.h"

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

#endif
