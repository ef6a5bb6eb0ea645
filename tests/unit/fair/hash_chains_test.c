/*
 * hash_chains_test.c - cached chains equal derived ones, in any order of use.
 */
#include <string.h>

#include "fair/dice.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"

static const struct hash secret = {{ 3, 1, 4 }}, salt = {{ 1, 5, 9 }};

/* Element `element` of a chain, derived from its tip without a cache. */
static struct hash derived(uint32_t board, int stream, uint32_t chain,
			   uint32_t links, uint32_t element)
{
	struct hash hash;

	dice_tip(&secret, board, (uint32_t)stream, chain, &hash);
	for (; element < links; element++)
		dice_link_before(&hash, &hash);
	return hash;
}

static void assert_is(const struct hash *found, struct hash expected,
		      const struct hash_chains *chains, int stream, uint32_t k)
{
	if (!hash_equal(found, &expected))
		ck_abort_msg("board %u, stream %d, links %u, k or chain %u",
			     chains->board, stream, chains->links, k);
}

static void assert_link(struct hash_chains *chains, int stream, uint32_t k)
{
	uint32_t links = chains->links, chain = (k - 1) / links;

	assert_is(hash_chains_link(chains, stream, k),
		  derived(chains->board, stream, chain, links,
			  (k - 1) % links + 1), chains, stream, k);
}

static void assert_anchor(struct hash_chains *chains, int stream,
			  uint32_t chain)
{
	assert_is(hash_chains_anchor(chains, stream, chain),
		  derived(chains->board, stream, chain, chains->links, 0),
		  chains, stream, chain);
}

static const uint32_t sizes[] = { 1, 2, 3, 16, 128, 129, 1000, 4096 };

enum { SIZES = sizeof sizes / sizeof *sizes };

/* Boards change back and forth too; no link may be of another board. */
TEST_EACH(the_order_of_use_does_not_matter, SIZES)
{
	struct hash_chains chains;
	struct random random = { 17 };

	hash_chains_init(&chains, &secret, &salt, sizes[_i], 4);
	for (int i = 0; i < 400; i++) {
		int stream = random_below(&random, 4);

		if (i % 20 == 0)
			hash_chains_set_board(
				&chains,
				1 + (uint32_t)random_below(&random, 3));
		if (random_below(&random, 4) == 0)
			assert_anchor(&chains, stream,
				      (uint32_t)random_below(&random, 40));
		else
			assert_link(&chains, stream,
				    1 + (uint32_t)random_below(&random,
				    2 * (int)sizes[_i] + 200));
	}
	hash_chains_release(&chains);
}

TEST_EACH(chains_beyond_the_kept_ones_work, SIZES)
{
	struct hash_chains chains;

	hash_chains_init(&chains, &secret, &salt, sizes[_i], 2);
	hash_chains_set_board(&chains, 1);
	for (uint32_t chain = 0; chain < 60; chain++) {
		assert_anchor(&chains, 1, chain);
		assert_link(&chains, 1, chain * sizes[_i] + 1);
		assert_anchor(&chains, 1, 0);
	}
	assert_anchor(&chains, 1, UINT32_MAX);
	assert_anchor(&chains, 0, UINT32_MAX - 1);
	assert_link(&chains, 1, UINT32_MAX);
	hash_chains_release(&chains);
}

TEST(the_longest_chain_and_the_last_stream_work)
{
	struct hash_chains chains;

	hash_chains_init(&chains, &secret, &salt, LINKS_MAX, STREAMS_MAX);
	hash_chains_set_board(&chains, 1000000);
	assert_anchor(&chains, STREAMS_MAX - 1, 0);
	assert_link(&chains, STREAMS_MAX - 1, 1);
	assert_link(&chains, STREAMS_MAX - 1, LINKS_MAX);
	assert_link(&chains, STREAMS_MAX - 1, LINKS_MAX + 1);
	assert_link(&chains, 0, 5 * LINKS_MAX);
	hash_chains_release(&chains);
}

TEST(a_link_is_made_once_a_board_and_its_memory_is_kept)
{
	const struct hash *first, *again;
	struct hash was;
	struct hash_chains chains;

	hash_chains_init(&chains, &secret, &salt, 128, 3);
	hash_chains_set_board(&chains, 1);
	first = hash_chains_link(&chains, 2, 200);
	was = *first;
	/* Another secret would show if the chain were computed again. */
	chains.secret.bytes[0] ^= 1;
	ck_assert(hash_equal(hash_chains_link(&chains, 2, 200), &was));
	chains.secret.bytes[0] ^= 1;

	hash_chains_set_board(&chains, 2);
	again = hash_chains_link(&chains, 2, 200);
	ck_assert_ptr_eq(again, first);
	ck_assert(!hash_equal(again, &was));
	hash_chains_release(&chains);
}

TEST(release_wipes_the_secret_and_may_come_twice)
{
	static const struct hash_chains nothing;
	struct hash_chains chains = {0};

	hash_chains_release(&chains);
	hash_chains_init(&chains, &secret, &salt, 128, 3);
	hash_chains_set_board(&chains, 1);
	assert_link(&chains, 1, 1);
	hash_chains_release(&chains);
	ck_assert(memcmp(&chains.secret, &nothing.secret,
			 sizeof chains.secret) == 0);
	hash_chains_release(&chains);
}
