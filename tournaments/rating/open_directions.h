/*
 * open_directions.h - combinations of ratings and seats that the games leave
 * to the prior.
 *
 * Who always has the same seat may be strong or may have the better seat; of
 * two who always play as partners nobody knows which is the strong one; of an
 * entrant that wins every game nobody knows how strong it is.  Such a
 * combination is an eigenvector v of S = Lambda inv(H), centred by pool, with
 * a large eigenvalue s: s is the share of the prior in what is known about it.
 * Lambda's part in the errors of these combinations is
 *
 *	sum over v of s^2 / lambda v v'                 Lambda = lambda 1
 *
 * which is all that H^-1 Lambda H^-1 has in their direction.
 */
#ifndef TOURNAMENTS_RATING_OPEN_DIRECTIONS_H
#define TOURNAMENTS_RATING_OPEN_DIRECTIONS_H

#include "tournaments/rating/newton.h"

/* From this share on a combination is open: where the games say less than
   nine times what the prior says. */
#define OPEN_DIRECTIONS_SHARE 0.1

/* More are not counted. */
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
 * `fit` has a prior and has been run; its factor is not used up.  `skip` is by
 * entrant and true for who has no rating of interest: of those that have few
 * games much is open, and nobody asks.  Returns 0, or -1 with `err`;
 * open_directions_release is due either way.
 */
int open_directions_find(const struct newton *fit, const bool *skip,
			 struct open_directions *open, struct error *err);

/* Lambda's part in the covariance of parameters p and q, logits^2; 0 when there
   are many: then all of Lambda belongs into M. */
double open_directions_covariance(const struct open_directions *open, int p,
				  int q);

/* Is more than half of the centred `model_variance` of parameter p, that of
   inv(H), in open directions?  Then its value comes from the prior. */
bool open_directions_hold(const struct open_directions *open, int p,
			  double model_variance);

/* Safe twice and on zeroes. */
void open_directions_release(struct open_directions *open);

#endif
