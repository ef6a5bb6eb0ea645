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
#include <stddef.h>
#include <stdint.h>

struct blossom {
	int size;
	const uint16_t *met;    /* borrowed: size x size, how often */
	int *mate;              /* -1: none */
	bool *stays, *here;
	bool *gone;             /* in the pool, but left out for now */
	/* Sets of vertices are bits; `open` has one a vertex: whom it has not met. */
	size_t words;
	uint64_t *open;
	/* The search for a path: those of the pool who are single, stay, are
	   here, are not reached yet, are outer, are known to be in the same
	   blossom as `core`. */
	uint64_t *single, *bound, *near, *unseen, *reach, *inside;
	int *before, *base, *queue;
	bool *outer, *mark;
	int queued, root, core;
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
