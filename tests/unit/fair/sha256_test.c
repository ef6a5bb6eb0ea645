/*
 * sha256_test.c - our SHA-256 agrees with libsodium and FIPS 180-4.
 */
#include <string.h>

#include <sodium.h>

#include "fair/sha256.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"

enum { LENGTHS = 300, MANY = 1 << 20, SPLITS = 2000 };

static void fill(struct random *random, unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		bytes[i] = (unsigned char)random_below(random, 256);
}

static void assert_is(const unsigned char *hash, const unsigned char *bytes,
		      size_t size, const char *way)
{
	unsigned char expected[SHA256_SIZE];

	crypto_hash_sha256(expected, bytes, size);
	if (memcmp(hash, expected, SHA256_SIZE) != 0)
		ck_abort_msg("%zu bytes %s", size, way);
}

/* Adds the bytes in pieces, some of them empty. */
static void add_pieces(struct random *random, struct sha256 *state,
		       const unsigned char *bytes, size_t size)
{
	while (size > 0) {
		size_t piece = (size_t)random_below(random, 150);

		if (piece > size)
			piece = size;
		sha256_add(state, bytes, piece);
		bytes += piece;
		size -= piece;
	}
}

TEST(every_length_at_once_and_split_in_two)
{
	unsigned char bytes[LENGTHS], hash[SHA256_SIZE];
	struct random random = {1};
	struct sha256 state;

	fill(&random, bytes, sizeof bytes);
	for (size_t size = 0; size <= LENGTHS; size++) {
		sha256(hash, bytes, size);
		assert_is(hash, bytes, size, "at once");
		for (size_t first = 0; first <= size; first++) {
			sha256_start(&state);
			sha256_add(&state, bytes, first);
			sha256_add(&state, bytes + first, size - first);
			sha256_end(&state, hash);
			assert_is(hash, bytes, size, "in two pieces");
		}
	}
}

TEST(any_pieces_and_a_copy_that_goes_on)
{
	static unsigned char bytes[4000];
	unsigned char hash[SHA256_SIZE];
	struct random random = {2};
	struct sha256 state, copy;

	fill(&random, bytes, sizeof bytes);
	for (int i = 0; i < SPLITS; i++) {
		size_t size = (size_t)random_below(&random, sizeof bytes + 1);
		size_t half = (size_t)random_below(&random, (int)size + 1);

		sha256_start(&state);
		add_pieces(&random, &state, bytes, half);
		copy = state;
		add_pieces(&random, &state, bytes + half, size - half);
		sha256_end(&state, hash);
		assert_is(hash, bytes, size, "in pieces");
		sha256_end(&copy, hash);
		assert_is(hash, bytes, half, "in pieces, as a copy");
	}
}

TEST(many_bytes_and_a_hash_over_its_own)
{
	static unsigned char bytes[MANY];
	unsigned char hash[SHA256_SIZE], before[SHA256_SIZE];
	struct random random = {3};

	fill(&random, bytes, sizeof bytes);
	sha256(hash, bytes, sizeof bytes);
	assert_is(hash, bytes, sizeof bytes, "at once");
	memcpy(before, hash, sizeof hash);
	sha256(hash, hash, sizeof hash);
	assert_is(hash, before, sizeof before, "over its own bytes");
}

/* The examples of FIPS 180-4, so that libsodium is not the only reference. */
TEST(published_hashes)
{
	static const struct {
		const char *text, *hex;
	} list[] = {
		{ "", "e3b0c44298fc1c149afbf4c8996fb924"
			"27ae41e4649b934ca495991b7852b855" },
		{ "abc", "ba7816bf8f01cfea414140de5dae2223"
			"b00361a396177a9cb410ff61f20015ad" },
		{ "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
			"248d6a61d20638b8e5c026930c3e6039"
			"a33ce45964ff2167f6ecedd419db06c1" },
	};
	unsigned char hash[SHA256_SIZE];
	char hex[2 * SHA256_SIZE + 1];

	for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
		sha256(hash, list[i].text, strlen(list[i].text));
		sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
		ck_assert_str_eq(hex, list[i].hex);
	}
}

/* Secrets are hashed too, so nothing of them may remain. */
TEST(nothing_of_the_bytes_is_left)
{
	unsigned char hash[SHA256_SIZE];
	struct sha256 state;

	memset(&state, 0, sizeof state);
	sha256_start(&state);
	sha256_add(&state, "a secret of a match", 19);
	sha256_end(&state, hash);
	ck_assert(sodium_is_zero((const unsigned char *)&state, sizeof state));
}
