/*
 * hash_chains.h - the hash chains of one board, made on demand and cached.
 *
 * A chain of 128 links costs about 130 hashes.  All rotations of a board use
 * the same chains, so each is made only once.
 */
#ifndef FAIR_HASH_CHAINS_H
#define FAIR_HASH_CHAINS_H

#include "fair/dice.h"

/* Callers may read secret, salt, links and streams; the rest is private. */
struct hash_chains {
	struct hash secret;     /* M; wiped by hash_chains_release */
	struct hash salt;
	uint32_t links;
	int streams;            /* seats + 1 */
	uint32_t board;         /* 0: none yet */
	uint32_t slots;         /* cached chains per stream */
	struct hash_chain *chain;    /* owned, `slots` for each stream */
};

/* Copies secret and salt; `links` is 1..LINKS_MAX, `streams` 1..STREAMS_MAX.
   The struct must not be moved before it is released: its memory may be
   locked. */
void hash_chains_init(struct hash_chains *chains, const struct hash *secret,
		      const struct hash *salt, uint32_t links, int streams);

/* Switches to another board: the old chains are forgotten, but their memory is
   reused. */
void hash_chains_set_board(struct hash_chains *chains, uint32_t board);

/* Element 0 of a chain; borrowed until the next call. */
const struct hash *hash_chains_anchor(struct hash_chains *chains, int stream,
				      uint32_t chain);

/* Link k of the stream, from 1; borrowed until the next call. */
const struct hash *hash_chains_link(struct hash_chains *chains, int stream,
				    uint32_t k);

/* Wipes and frees everything; may be called twice and on zeroes. */
void hash_chains_release(struct hash_chains *chains);

#endif
