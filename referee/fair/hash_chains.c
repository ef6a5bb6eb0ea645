/*
 * hash_chains.c - the hash chains of one board, made on demand and cached.
 */
#include "fair/hash_chains.h"

#include <assert.h>
#include <stdlib.h>

#include <sodium.h>

#include "base/memory.h"

/*
 * Each stream caches its first chains, up to ELEMENTS_KEPT links.  Later chains
 * share the last slot.  Only absurdly long games get there, and since links are
 * taken in ascending order, each chain is still made only once a game; a log
 * that names chain 4,000,000 cannot make its verifier exhaust the memory.
 */
enum { ELEMENTS_KEPT = 2048, SLOTS_MIN = 2, SLOTS_MAX = 16 };

/* One slot.  Its chain is valid only if `board` is the current board; elements
   of earlier boards are left there until they are overwritten. */
struct hash_chain {
	uint32_t board;         /* 0: none */
	uint32_t number;
	struct hash *elements;  /* 0..links; owned, NULL before the first use */
};

static size_t elements_size(const struct hash_chains *chains)
{
	return ((size_t)chains->links + 1) * sizeof(struct hash);
}

void hash_chains_init(struct hash_chains *chains, const struct hash *secret,
		      const struct hash *salt, uint32_t links, int streams)
{
	uint32_t slots;

	assert(links >= 1 && links <= LINKS_MAX);
	assert(streams >= 1 && streams <= STREAMS_MAX);
	slots = ELEMENTS_KEPT / links;
	if (slots < SLOTS_MIN)
		slots = SLOTS_MIN;
	if (slots > SLOTS_MAX)
		slots = SLOTS_MAX;
	*chains = (struct hash_chains){
		.salt = *salt, .links = links, .streams = streams,
		.slots = slots,
		.chain = memory_new((size_t)streams * slots,
				    sizeof(struct hash_chain)),
	};
	/* Failure does not matter: the dice are fair without locked memory. */
	(void)sodium_mlock(&chains->secret, sizeof chains->secret);
	chains->secret = *secret;
}

void hash_chains_set_board(struct hash_chains *chains, uint32_t board)
{
	assert(board > 0);
	chains->board = board;
}

static void make_chain(struct hash_chains *chains, int stream, uint32_t number,
		       struct hash_chain *chain)
{
	if (chain->elements == NULL) {
		chain->elements = memory_new(1, elements_size(chains));
		(void)sodium_mlock(chain->elements, elements_size(chains));
	}
	dice_tip(&chains->secret, chains->board, (uint32_t)stream, number,
		 &chain->elements[chains->links]);
	for (uint32_t i = chains->links; i > 0; i--)
		dice_link_before(&chain->elements[i], &chain->elements[i - 1]);
	chain->board = chains->board;
	chain->number = number;
}

static const struct hash *element_of(struct hash_chains *chains, int stream,
				     uint32_t number, uint32_t element)
{
	uint32_t slot = number < chains->slots ? number : chains->slots - 1;
	struct hash_chain *chain;

	assert(chains->board > 0);
	assert(stream >= 0 && stream < chains->streams);
	chain = &chains->chain[(uint32_t)stream * chains->slots + slot];
	if (chain->board != chains->board || chain->number != number)
		make_chain(chains, stream, number, chain);
	return &chain->elements[element];
}

const struct hash *hash_chains_anchor(struct hash_chains *chains, int stream,
				      uint32_t chain)
{
	return element_of(chains, stream, chain, 0);
}

const struct hash *hash_chains_link(struct hash_chains *chains, int stream,
				    uint32_t k)
{
	assert(k > 0);
	return element_of(chains, stream, (k - 1) / chains->links,
			  (k - 1) % chains->links + 1);
}

void hash_chains_release(struct hash_chains *chains)
{
	size_t count = (size_t)chains->streams * chains->slots;

	for (size_t i = 0; i < count; i++) {
		struct hash *elements = chains->chain[i].elements;

		if (elements == NULL)
			continue;
		/* Wipes, then unlocks. */
		sodium_munlock(elements, elements_size(chains));
		free(elements);
	}
	free(chains->chain);
	sodium_munlock(&chains->secret, sizeof chains->secret);
	*chains = (struct hash_chains){0};
}
