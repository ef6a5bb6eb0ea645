/*
 * blossom.h - can all of these be paired?  The exact answer.
 *
 * Vertices are numbers below `size`.  Two of a pool are joined unless they have
 * met; in addition, a vertex that `stays` is joined only to those that are
 * `here`.  A matching of the pool is kept in `mate` and made larger by
 * augmenting paths through blossoms (Edmonds), so the answer "no" is proven.
 */
#ifndef TOURNAMENTS_FORMAT_BLOSSOM_H
#define TOURNAMENTS_FORMAT_BLOSSOM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"

struct blossom {
	struct arena arena;     /* has its arrays */
	int size;
	const uint16_t *met;    /* borrowed: size x size, how often */
	int *mate;              /* -1: none */
	bool *stays, *here;
	const int *group;       /* borrowed: those that are here */
	int group_count;
	bool *gone;             /* in the pool, but left out for now */
	/* The search for a path. */
	const int *pool;
	uint64_t *apart;        /* a row of bits each: who has not met it */
	uint64_t *open;         /* the pool without inner vertices */
	size_t words;           /* of a row */
	bool pool_is_read;      /* into `open` */
	int *before, *base, *ends, *tree, *queue;
	bool *outer, *mark;
	int pool_count, end_count, reached, queued, end;
};

/* At first no vertex has a mate. */
void blossom_init(struct blossom *matching, int size, const uint16_t *met);
void blossom_release(struct blossom *matching);

/* May these two be paired? */
bool blossom_joined(const struct blossom *matching, int a, int b);

/* Pairs a and b, which have no mates or are mates already. */
void blossom_pair(struct blossom *matching, int a, int b);
/* Separates a from its mate and returns the mate, or -1. */
int blossom_part(struct blossom *matching, int a);

/*
 * Finds a mate for `root`, which has none, by an augmenting path to another
 * vertex without one; all others of the pool that had a mate have one
 * afterwards.  `end` is the only other vertex without a mate, or -1 if there
 * may be several.  False: there is no such matching, and nothing is changed.
 * Mates of vertices in the pool must be in the pool, too.
 */
bool blossom_augment(struct blossom *matching, const int *pool, int count,
		     int root, int end);

/*
 * For a maximum matching: whether each vertex of the pool is left without a
 * mate by some maximum matching.  Valid until the next search.
 */
const bool *blossom_spare(struct blossom *matching, const int *pool,
			  int count);

#endif
