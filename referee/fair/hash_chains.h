/*
 * hash_chains.h - the hash chains of one board, made when needed and kept.
 *
 * A chain of 128 links costs about 130 hashes.  Every rotation of a board uses
 * the same chains, so each is made once.
 */
#ifndef FAIR_HASH_CHAINS_H
#define FAIR_HASH_CHAINS_H

#include "fair/dice.h"

/* Opaque to callers but for reading secret, salt, links and streams. */
struct hash_chains {
	struct hash secret;     /* M; wiped by hash_chains_release */
	struct hash salt;
	uint32_t links;
	int streams;            /* seats + 1 */
	uint32_t board;         /* 0: none yet */
	uint32_t slots;         /* kept chains of one stream */
	struct hash_chain *chain;    /* owned, `slots` for each stream */
};

/* `chains` owns copies of both; links 1..LINKS_MAX, streams 1..STREAMS_MAX.
   It stays where it is until it is released: its memory may be locked. */
void hash_chains_init(struct hash_chains *chains, const struct hash *secret,
		      const struct hash *salt, uint32_t links, int streams);

/* Goes to another board: what was made for the last one is forgotten, its
   memory is kept for reuse. */
void hash_chains_set_board(struct hash_chains *chains, uint32_t board);

/* Element 0 of that chain; borrowed until the next call. */
const struct hash *hash_chains_anchor(struct hash_chains *chains, int stream,
				      uint32_t chain);

/* Link k of the stream, from 1; borrowed until the next call. */
const struct hash *hash_chains_link(struct hash_chains *chains, int stream,
				    uint32_t k);

/* Wipes and frees; safe twice and on zeroes. */
void hash_chains_release(struct hash_chains *chains);

#endif
