/*
 * dice.h - every derivation of docs/fair-dice.md: seals, chains, rolls.
 *
 * All hashes are SHA-256 or HMAC-SHA256; labels have no terminator, and
 * integers are four big-endian bytes.
 */
#ifndef FAIR_DICE_H
#define FAIR_DICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

enum {
	HASH_SIZE = 32,         /* secrets, links, hashes, seals, salts */
	HASH_HEX_SIZE = 2 * HASH_SIZE,
	DICE_COUNT_MAX = 1000,  /* N of NdS */
	DICE_SIDES_MAX = 65536, /* S of NdS */
	LINKS_MAX = 65536,
	STRIDE_MAX = 65536,
	STREAMS_MAX = 65        /* the table's and 64 seats' */
};

struct hash {
	unsigned char bytes[HASH_SIZE];
};

bool hash_equal(const struct hash *a, const struct hash *b);

/* Reads 64 lower-case hex digits.  Returns false for anything else. */
bool hash_from_hex(struct hash *hash, const char *hex, size_t size);

/* The same for the value of an option.  Returns 0, or -1 with an error that
   names `option`. */
int hash_read(const char *option, const char *hex, struct hash *hash,
	      struct error *err);

/* Writes HASH_HEX_SIZE digits and a NUL to `hex`, and returns it. */
const char *hash_to_hex(const struct hash *hash, char *hex);

/* The same digits, in memory that lasts as long as the block. */
#define HASH_HEX(hash) hash_to_hex(hash, (char[HASH_HEX_SIZE + 1]){0})

/* M = HMAC-SHA256(key S, "rollcall match" || u32(match)) */
void dice_match_secret(const struct hash *tournament_secret, uint32_t match,
		       struct hash *secret);

/* SHA-256("rollcall seal" || secret) */
void dice_seal(const struct hash *secret, struct hash *seal);

/* The salt of a stand-alone match: SHA-256("rollcall salt" || seal) */
void dice_salt_alone(const struct hash *seal, struct hash *salt);

/* SHA-256("rollcall commit" || reveal) */
void dice_commit(const struct hash *reveal, struct hash *commit);

/* What an author revealed for their commitment. */
struct dice_reveal {
	struct hash hash;
	bool given;             /* false: withheld */
};

/*
 * SHA-256("rollcall salt" || manifest_hash || reveals.. || beacon).  A withheld
 * reveal is 32 zero bytes, as is a NULL beacon.
 */
void dice_salt(const struct hash *manifest_hash,
	       const struct dice_reveal *reveals, int count,
	       const struct hash *beacon, struct hash *salt);

/* HMAC-SHA256(key M,
   "rollcall tip" || u32(board) || u32(stream) || u32(chain)) */
void dice_tip(const struct hash *secret, uint32_t board, uint32_t stream,
	      uint32_t chain, struct hash *tip);

/* Element i-1 of a chain from element i: SHA-256("rollcall link" || link). */
void dice_link_before(const struct hash *link, struct hash *before);

/* Block j of a draw: SHA-256("rollcall draw" || salt || link || u32(j)) */
void dice_block(const struct hash *salt, const struct hash *link, uint32_t j,
		struct hash *block);

/*
 * Computes the values of `count` dice with `sides` sides by the rejection rule,
 * starting with block 0 of the draw.  `count` is 1..DICE_COUNT_MAX, `sides`
 * 1..DICE_SIDES_MAX.
 */
void dice_values(const struct hash *salt, const struct hash *link, int count,
		 int sides, int *values);

/* The rejection rule alone: the value that `word` gives, or 0 if rejected. */
int dice_below(uint32_t word, int sides);

/* A 53-bit seed for the bot on this seat of this board. */
uint64_t dice_bot_seed(const struct hash *secret, uint32_t board,
		       uint32_t seat);

/* Reads `size` bytes such as "7d6".  Returns false for anything else. */
bool dice_parse(const char *text, size_t size, int *count, int *sides);

/* The position in a stream within one game; zeroes before the first roll. */
struct dice_cursor {
	uint32_t k;             /* the last link taken, 0: none */
};

/*
 * Takes the link k of the next roll: one more than the last, but on a seat's
 * stream (`turn` > 0) at least 1 + (turn - 1) * stride, which matters at the
 * first roll of a turn.  `turn` is 0 on the table stream.  Returns 0, which is
 * no link, if k would reach 2^32.
 */
uint32_t dice_cursor_next(struct dice_cursor *cursor, int stride, int turn);

/* ### the chains of a board, made on demand and cached */

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
