/*
 * blossom.h - can all of these be paired?  The exact answer.
 *
 * Vertices are numbers below `size`.  Two of a pool are joined unless they
 * have met, with one more restriction: who stays meets nobody that is not
 * here.  A matching of the pool is kept in `mate` and made larger by
 * augmenting paths through blossoms (Edmonds), so that "no" is a proof.
 */
#ifndef TOURNAMENTS_FORMAT_BLOSSOM_H
#define TOURNAMENTS_FORMAT_BLOSSOM_H

#include <stdbool.h>
#include <stdint.h>

struct matching {
	int size;
	const uint16_t *met;    /* borrowed: size x size, how often */
	int *mate;              /* -1: nobody */
	bool *stays, *here;
	bool *gone;             /* in the pool, but left out for now */
	/* The search for a path. */
	int *before, *base, *queue, *pool;
	bool *outer, *mark;
	int pool_count, queued;
};

/* Everybody is single. */
void matching_init(struct matching *matching, int size, const uint16_t *met);
void matching_release(struct matching *matching);

/* May these two be paired? */
bool matching_joined(const struct matching *matching, int a, int b);

/* Pairs a and b, who are single or each other's. */
void matching_pair(struct matching *matching, int a, int b);
/* Makes a single, and the one that it was paired with: who is returned. */
int matching_part(struct matching *matching, int a);

/*
 * Finds a mate for `root`, who is single, without leaving single anybody of
 * the pool who is not, but for one other single.  False: no matching does so,
 * and nothing is changed.  Mates of the pool are in the pool.
 */
bool matching_augment(struct matching *matching, const int *pool, int count,
		      int root);

#endif
