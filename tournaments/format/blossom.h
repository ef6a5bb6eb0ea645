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
	const int *group;       /* borrowed: those that are here */
	int group_count;
	bool *gone;             /* in the pool, but left out for now */
	/* The search for a path. */
	const int *pool;
	uint64_t *apart;        /* a row of bits each: who has not met it */
	uint64_t *open;         /* the pool but for inner vertices */
	size_t words;           /* of a row */
	bool pool_is_read;      /* into `open` */
	int *before, *base, *ends, *tree, *queue;
	bool *outer, *mark;
	int pool_count, end_count, reached, queued, end;
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
 * vertex without one; all others of the pool keep some mate.  `end` is the only
 * such vertex in the pool, or -1: there may be several.  False: there is no
 * such matching, and nothing is changed.  Mates of the pool are in the pool.
 */
bool blossom_augment(struct blossom *matching, const int *pool, int count,
		     int root, int end);

/*
 * Of a matching that is as large as can be: says of each vertex of the pool
 * whether a matching as large has no mate for it.  Valid until the next search.
 */
const bool *blossom_spare(struct blossom *matching, const int *pool,
			  int count);

#endif
