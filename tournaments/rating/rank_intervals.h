/*
 * rank_intervals.h - how sure the places of a ladder are, by simulation.
 *
 * Possible ratings are drawn, Elo + L y with L L' = V, and ranked by the 6
 * decimal places that are printed; an entrant's interval holds the middle 95%
 * of its ranks, or another share.  The random bytes come from a fixed seed and
 * ChaCha20, so that they are the same for everyone and nobody can choose them.
 */
#ifndef TOURNAMENTS_RATING_RANK_INTERVALS_H
#define TOURNAMENTS_RATING_RANK_INTERVALS_H

#include <stdbool.h>
#include <stddef.h>

enum {
	RANK_INTERVALS_MANY = 200,              /* entrants */
	RANK_INTERVALS_DRAWS = 10000,           /* up to that many entrants */
	RANK_INTERVALS_DRAWS_MANY = 1000        /* with more */
};

struct rank_interval {
	int lo, hi;             /* of its rank, from 1 */
	int firsts;             /* draws in which it had rank 1 */
};

int rank_intervals_draws(size_t entrants);

/* The inverse of exact_math_phi, the same on every machine, for 0 < u < 1
   (Wichura 1988, AS 241, PPND16). */
double rank_intervals_normal(double u);

/* The first `count` normal deviates of a pool; pools count from 0. */
void rank_intervals_normals(unsigned pool, double *normal, size_t count);

/*
 * Ranks a pool of n entrants: `elo` and the n by n matrix `v`, row by row.
 * `percent` of the ranks are in an interval.
 */
void rank_intervals_find(unsigned pool, size_t n, const double *elo,
			 const double *v, double percent,
			 struct rank_interval *ranks);

#endif
