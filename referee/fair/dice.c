/*
 * dice.c - seals, salts, chains and rolls, as docs/fair-dice.md derives them.
 */
#include "fair/dice.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/memory.h"
#include "fair/sha256.h"

enum { MESSAGE_MAX = 96, WORDS_IN_BLOCK = HASH_SIZE / 4 };

/* Bytes to be hashed.  They may include a secret, so hashing wipes them. */
struct message {
	size_t size;
	unsigned char bytes[MESSAGE_MAX];
};

static void add_bytes(struct message *m, const void *bytes, size_t size)
{
	assert(size <= sizeof m->bytes - m->size);
	memcpy(m->bytes + m->size, bytes, size);
	m->size += size;
}

static void add_label(struct message *m, const char *label)
{
	add_bytes(m, label, strlen(label));
}

static void add_hash(struct message *m, const struct hash *hash)
{
	add_bytes(m, hash->bytes, sizeof hash->bytes);
}

static void add_u32(struct message *m, uint32_t number)
{
	const unsigned char bytes[4] = {
		(unsigned char)(number >> 24), (unsigned char)(number >> 16),
		(unsigned char)(number >> 8), (unsigned char)number,
	};

	add_bytes(m, bytes, sizeof bytes);
}

static void message_hash(struct message *m, struct hash *hash)
{
	sha256(hash->bytes, m->bytes, m->size);
	sodium_memzero(m->bytes, m->size);
}

static void message_hmac(struct message *m, const struct hash *key,
			 struct hash *hash)
{
	crypto_auth_hmacsha256(hash->bytes, m->bytes, m->size, key->bytes);
	sodium_memzero(m->bytes, m->size);
}

/* SHA-256(label || one) */
static void hash_one(const char *label, const struct hash *one,
		     struct hash *hash)
{
	struct message m;

	m.size = 0;
	add_label(&m, label);
	add_hash(&m, one);
	message_hash(&m, hash);
}

bool hash_equal(const struct hash *a, const struct hash *b)
{
	return sodium_memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool hash_from_hex(struct hash *hash, const char *hex, size_t size)
{
	/* libsodium also accepts upper-case digits. */
	for (size_t i = 0; i < size; i++)
		if (hex[i] >= 'A' && hex[i] <= 'F')
			return false;
	return size == HASH_HEX_SIZE &&
		sodium_hex2bin(hash->bytes, HASH_SIZE, hex, size, NULL, NULL,
			       NULL) == 0;
}

int hash_read(const char *option, const char *hex, struct hash *hash,
	      struct error *err)
{
	if (!hash_from_hex(hash, hex, strlen(hex)))
		return error_set(err, "%s: expected %d lower-case hex digits, "
				 "found \"%s\"", option, HASH_HEX_SIZE, hex);
	return 0;
}

const char *hash_to_hex(const struct hash *hash, char *hex)
{
	return sodium_bin2hex(hex, HASH_HEX_SIZE + 1, hash->bytes,
			      sizeof hash->bytes);
}

void dice_match_secret(const struct hash *tournament_secret, uint32_t match,
		       struct hash *secret)
{
	struct message m;

	m.size = 0;
	add_label(&m, "rollcall match");
	add_u32(&m, match);
	message_hmac(&m, tournament_secret, secret);
}

void dice_seal(const struct hash *secret, struct hash *seal)
{
	hash_one("rollcall seal", secret, seal);
}

void dice_salt_alone(const struct hash *seal, struct hash *salt)
{
	hash_one("rollcall salt", seal, salt);
}

void dice_commit(const struct hash *reveal, struct hash *commit)
{
	hash_one("rollcall commit", reveal, commit);
}

void dice_salt(const struct hash *manifest_hash,
	       const struct dice_reveal *reveals, int count,
	       const struct hash *beacon, struct hash *salt)
{
	static const char label[] = "rollcall salt";
	static const struct hash nothing;
	struct sha256 state;

	sha256_start(&state);
	sha256_add(&state, label, sizeof label - 1);
	sha256_add(&state, manifest_hash->bytes, HASH_SIZE);
	for (int i = 0; i < count; i++) {
		const struct hash *reveal =
			reveals[i].given ? &reveals[i].hash : &nothing;

		sha256_add(&state, reveal->bytes, HASH_SIZE);
	}
	if (beacon == NULL)
		beacon = &nothing;
	sha256_add(&state, beacon->bytes, HASH_SIZE);
	sha256_end(&state, salt->bytes);
}

void dice_tip(const struct hash *secret, uint32_t board, uint32_t stream,
	      uint32_t chain, struct hash *tip)
{
	struct message m;

	m.size = 0;
	add_label(&m, "rollcall tip");
	add_u32(&m, board);
	add_u32(&m, stream);
	add_u32(&m, chain);
	message_hmac(&m, secret, tip);
}

void dice_link_before(const struct hash *link, struct hash *before)
{
	hash_one("rollcall link", link, before);
}

void dice_block(const struct hash *salt, const struct hash *link, uint32_t j,
		struct hash *block)
{
	struct message m;

	m.size = 0;
	add_label(&m, "rollcall draw");
	add_hash(&m, salt);
	add_hash(&m, link);
	add_u32(&m, j);
	message_hash(&m, block);
}

static uint32_t read_u32(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 |
		(uint32_t)bytes[2] << 8 | bytes[3];
}

void dice_values(const struct hash *salt, const struct hash *link, int count,
		 int sides, int *values)
{
	struct hash block;      /* public once drawn, like the link */
	int had = 0;

	assert(count >= 1 && count <= DICE_COUNT_MAX);
	for (uint32_t j = 0; had < count; j++) {
		dice_block(salt, link, j, &block);
		for (int i = 0; i < WORDS_IN_BLOCK && had < count; i++) {
			int value = dice_below(read_u32(block.bytes + 4 * i),
					       sides);

			if (value > 0)
				values[had++] = value;
		}
	}
}

int dice_below(uint32_t word, int sides)
{
	uint32_t s = (uint32_t)sides;

	assert(sides >= 1 && sides <= DICE_SIDES_MAX);
	/* 2^32 mod s, in 32 bits. */
	if (word < (0 - s) % s)
		return 0;
	return (int)(word % s) + 1;
}

uint64_t dice_bot_seed(const struct hash *secret, uint32_t board,
		       uint32_t seat)
{
	struct message m;
	struct hash hash;

	m.size = 0;
	add_label(&m, "rollcall bot");
	add_u32(&m, board);
	add_u32(&m, seat);
	message_hmac(&m, secret, &hash);
	return ((uint64_t)read_u32(hash.bytes) << 32 |
		read_u32(hash.bytes + 4)) >> 11;
}

/* Reads an integer in 1..max without a leading zero and moves `*at` past it; 0
   if there is none. */
static int parse_number(const char **at, const char *end, int max)
{
	int number = 0;

	if (*at == end || **at == '0')
		return 0;
	for (; *at < end && **at >= '0' && **at <= '9'; ++*at) {
		number = number * 10 + (**at - '0');
		if (number > max)
			return 0;
	}
	return number;
}

bool dice_parse(const char *text, size_t size, int *count, int *sides)
{
	const char *at = text, *end = text + size;

	*count = parse_number(&at, end, DICE_COUNT_MAX);
	if (*count == 0 || at == end || *at != 'd')
		return false;
	at++;
	*sides = parse_number(&at, end, DICE_SIDES_MAX);
	return *sides != 0 && at == end;
}

uint32_t dice_cursor_next(struct dice_cursor *cursor, int stride, int turn)
{
	uint64_t k = (uint64_t)cursor->k + 1;

	assert(stride >= 1 && stride <= STRIDE_MAX && turn >= 0);
	/* This has no effect after the first roll of a turn. */
	if (turn > 0) {
		uint64_t first = (uint64_t)(turn - 1) * (uint64_t)stride + 1;

		if (k < first)
			k = first;
	}
	/* A log may claim a stride that no real game has. */
	if (k > UINT32_MAX)
		return 0;
	cursor->k = (uint32_t)k;
	return cursor->k;
}

/* ### the chains of a board, made on demand and cached */

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
