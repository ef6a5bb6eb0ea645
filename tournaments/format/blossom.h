/*
 * blossom.h - can all of these be paired?  The exact answer.
 *
 * Vertices are numbers below `size`.  Two of a pool are joined unless they have
 * met, with one more restriction: a vertex that `stays` is joined only to those
 * that are `here`.  A matching of the pool is kept in `mate` and made larger by
 * augmenting paths through blossoms (Edmonds), so that "no" is a proof.
 */
#ifndef TOURNAMENTS_FORMAT_BLOSSOM_H
#define TOURNAMENTS_FORMAT_BLOSSOM_H

#include <stdbool.h>
#include <stdint.h>

struct blossom {
	int size;
	const uint16_t *met;    /* borrowed: size x size, how often */
	int *mate;              /* -1: none */
	bool *stays, *here;
	bool *gone;             /* in the pool, but left out for now */
	/* The search for a path. */
	int *before, *base, *queue, *pool;
	bool *outer, *mark;
	int pool_count, queued;
};

/* No vertex has a mate. */
void blossom_init(struct blossom *matching, int size, const uint16_t *met);
void blossom_release(struct blossom *matching);

/* May these two be paired? */
bool blossom_joined(const struct blossom *matching, int a, int b);

/* Pairs a and b, who have no mates or each other. */
void blossom_pair(struct blossom *matching, int a, int b);
/* Takes the mate of a away and returns it. */
int blossom_part(struct blossom *matching, int a);

/*
 * Finds a mate for `root`, which has none, by an augmenting path to another
 * vertex without one; all others of the pool keep some mate.  False: there is
 * no such matching, and nothing is changed.  Mates of the pool are in the pool.
 */
bool blossom_augment(struct blossom *matching, const int *pool, int count,
		     int root);

#endif
