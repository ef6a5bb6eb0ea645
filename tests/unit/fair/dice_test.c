/*
 * dice_test.c - all derivations of the fair dice agree with the vectors; the
 * salt of a tournament is that of tournament_salt_test.
 */
#include <string.h>

#include <sodium.h>

#include "fair/dice.h"
#include "fair/keys.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"

static struct hash hash_of(const cJSON *hex)
{
	const char *string = cJSON_GetStringValue(hex);
	struct hash hash;

	ck_assert(string && hash_from_hex(&hash, string, strlen(string)));
	return hash;
}

static struct hash hash_at(const cJSON *vector, const char *key)
{
	return hash_of(json_get(vector, key));
}

/* Reads bytes of any length; returns how many. */
static size_t bytes_at(const cJSON *vector, const char *key,
		       unsigned char *bytes, size_t room)
{
	const char *hex = text_at(vector, key);
	size_t size;

	ck_assert(sodium_hex2bin(bytes, room, hex, strlen(hex), NULL, &size,
				 NULL) == 0);
	return size;
}

static bool is_at(const cJSON *vector, const char *key, struct hash hash)
{
	struct hash expected = hash_at(vector, key);

	return hash_equal(&hash, &expected);
}

/* The chains of a vector, on its board; links do not depend on the salt. */
static void chains_of(struct hash_chains *chains, const cJSON *v)
{
	struct hash secret = hash_at(v, "match_secret");
	struct hash salt = {{0}};

	hash_chains_init(chains, &secret, &salt, (uint32_t)int_at(v, "links"),
			 STREAMS_MAX);
	hash_chains_set_board(chains, (uint32_t)int_at(v, "board"));
}

static bool link_is(const cJSON *v)
{
	struct hash_chains chains;
	struct hash link;

	chains_of(&chains, v);
	link = *hash_chains_link(&chains, (int)int_at(v, "stream"),
				 (uint32_t)int_at(v, "k"));
	hash_chains_release(&chains);
	return is_at(v, "link", link);
}

static bool match_secret(const cJSON *v)
{
	struct hash secret = hash_at(v, "tournament_secret");

	dice_match_secret(&secret, (uint32_t)int_at(v, "match"), &secret);
	return is_at(v, "match_secret", secret);
}

static bool tip(const cJSON *v)
{
	struct hash secret = hash_at(v, "match_secret"), tip;

	dice_tip(&secret, (uint32_t)int_at(v, "board"),
		 (uint32_t)int_at(v, "stream"), (uint32_t)int_at(v, "chain"),
		 &tip);
	return is_at(v, "tip", tip);
}

static bool anchor(const cJSON *v)
{
	struct hash_chains chains;
	struct hash hash;

	chains_of(&chains, v);
	hash = *hash_chains_anchor(&chains, (int)int_at(v, "stream"),
				   (uint32_t)int_at(v, "chain"));
	hash_chains_release(&chains);
	return is_at(v, "anchor", hash) && tip(v);
}

static bool chain(const cJSON *v)
{
	const cJSON *elements = json_get(v, "chain");
	struct hash hash = hash_at(v, "tip");
	int i = (int)int_at(v, "links");

	ck_assert_int_eq(cJSON_GetArraySize(elements), i + 1);
	for (; i >= 0; i--) {
		struct hash expected = hash_of(cJSON_GetArrayItem(elements, i));

		if (!hash_equal(&hash, &expected))
			return false;
		dice_link_before(&hash, &hash);
	}
	return true;
}

static bool link_at(const cJSON *v)
{
	return link_is(v) && tip(v);
}

/* Does `link`, element `element` of a chain, lead to `shown`, element
   `shown_element` of it? */
static bool link_leads_to(const struct hash *link, uint32_t element,
			  const struct hash *shown, uint32_t shown_element)
{
	struct hash at = *link;

	if (element <= shown_element)
		return false;
	for (; element > shown_element; element--)
		dice_link_before(&at, &at);
	return hash_equal(&at, shown);
}

/* Each draw leads to the element last shown, in the right number of hashes. */
static bool renewal(const cJSON *v)
{
	struct hash secret = {{1}}, salt = {{2}}, shown;
	uint32_t shown_chain = 0, shown_element = 0;
	struct hash_chains chains;
	const cJSON *draw;
	bool good = true;

	hash_chains_init(&chains, &secret, &salt, (uint32_t)int_at(v, "links"),
			 2);
	hash_chains_set_board(&chains, 3);
	shown = *hash_chains_anchor(&chains, 1, 0);
	cJSON_ArrayForEach(draw, json_get(v, "draws")) {
		uint32_t number = (uint32_t)int_at(draw, "chain");
		uint32_t element = (uint32_t)int_at(draw, "element");
		bool line = cJSON_IsTrue(json_get(draw, "chain_line"));
		struct hash link;

		good = good && line == (number != shown_chain);
		if (line) {
			shown = *hash_chains_anchor(&chains, 1, number);
			shown_element = 0;
		}
		link = *hash_chains_link(&chains, 1,
					 (uint32_t)int_at(draw, "k"));
		good = good &&
			element - shown_element == int_at(draw, "hashes") &&
			link_leads_to(&link, element, &shown, shown_element);
		shown = link;
		shown_chain = number;
		shown_element = element;
	}
	hash_chains_release(&chains);
	return good;
}

static bool bot_seed(const cJSON *v)
{
	struct hash secret = hash_at(v, "match_secret");

	return dice_bot_seed(&secret, (uint32_t)int_at(v, "board"),
			     (uint32_t)int_at(v, "seat")) ==
		(uint64_t)int_at(v, "seed");
}

static bool block(const cJSON *v)
{
	struct hash its_salt = hash_at(v, "salt"), link = hash_at(v, "link");
	struct hash hash;

	dice_block(&its_salt, &link, (uint32_t)int_at(v, "j"), &hash);
	return is_at(v, "block", hash);
}

static bool draw(const cJSON *v)
{
	struct hash its_salt = hash_at(v, "salt"), link = hash_at(v, "link");
	const char *dice = text_at(v, "dice");
	const cJSON *value = json_get(v, "values")->child;
	int count, sides, values[DICE_COUNT_MAX + 1];

	ck_assert(dice_parse(dice, strlen(dice), &count, &sides));
	values[count] = -7;
	dice_values(&its_salt, &link, count, sides, values);
	for (int i = 0; i < count; i++, value = value->next)
		if (value == NULL || value->valueint != values[i])
			return false;
	return value == NULL && values[count] == -7 &&
		(json_get(v, "match_secret") == NULL || link_is(v));
}

static bool below(const cJSON *v)
{
	const cJSON *word = json_get(v, "words")->child;
	const cJSON *value = json_get(v, "values")->child;
	int used = 0;

	for (; word != NULL && value != NULL; word = word->next, used++) {
		int got = dice_below((uint32_t)word->valuedouble,
				     (int)int_at(v, "sides"));

		if (got == 0)
			continue;
		if (got != value->valueint)
			return false;
		value = value->next;
	}
	return value == NULL && used == int_at(v, "used");
}

static bool dice(const cJSON *v)
{
	const char *text = text_at(v, "text");
	int count, sides;

	return dice_parse(text, strlen(text), &count, &sides) &&
		count == int_at(v, "count") && sides == int_at(v, "sides");
}

static bool dice_reject(const cJSON *v)
{
	const char *text = cJSON_GetStringValue(v);
	int count, sides;

	return !dice_parse(text, strlen(text), &count, &sides);
}

static bool stride(const cJSON *v)
{
	const cJSON *length, *k = json_get(v, "k")->child;
	struct dice_cursor cursor = {0};
	int turn = 0;

	cJSON_ArrayForEach(length, json_get(v, "turns")) {
		turn++;
		for (int i = 0; i < length->valueint; i++, k = k->next)
			if (k == NULL ||
			    dice_cursor_next(&cursor, (int)int_at(v, "stride"),
					     turn) != (uint32_t)k->valueint)
				return false;
	}
	return k == NULL;
}

/* A message that is not a label and a digest cannot come from a log. */
static bool log_reject(const cJSON *v)
{
	unsigned char message[200], signature[SIGNATURE_SIZE];
	struct hash key = hash_at(v, "key"), digest;
	size_t size = bytes_at(v, "message", message, sizeof message);

	bytes_at(v, "sig", signature, sizeof signature);
	if (size != 44)
		return crypto_sign_verify_detached(signature, message, size,
						   key.bytes) != 0;
	memcpy(digest.bytes, message + 12, sizeof digest.bytes);
	return memcmp(message, "rollcall log", 12) == 0 &&
		!keys_verify_log(&key, &digest, signature);
}

/* A function of one hash, in place. */
#define HASHES(name, from, to, function) \
	static bool name(const cJSON *v) \
	{ \
		struct hash hash = hash_at(v, from); \
		function(&hash, &hash); \
		return is_at(v, to, hash); \
	}
HASHES(seal, "secret", "seal", dice_seal)
HASHES(link_before, "link", "previous", dice_link_before)
HASHES(commit, "reveal", "commit", dice_commit)
HASHES(salt_alone, "seal", "salt", dice_salt_alone)

static const struct {
	const char *name;
	bool (*holds)(const cJSON *vector);
} groups[] = {
	{ "match_secret", match_secret }, { "seal", seal }, { "tip", tip },
	{ "link", link_before }, { "anchor", anchor }, { "chain", chain },
	{ "link_at", link_at }, { "renewal", renewal },
	{ "bot_seed", bot_seed },
	{ "commit", commit }, { "salt_alone", salt_alone },
	{ "block", block }, { "draw", draw }, { "below", below },
	{ "dice", dice }, { "dice_reject", dice_reject },
	{ "stride", stride }, { "log_reject", log_reject },
};

TEST_EACH(every_vector_of_a_group_holds, sizeof groups / sizeof *groups)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, groups[_i].name))
		if (!groups[_i].holds(vector))
			ck_abort_msg("%s: %s", groups[_i].name,
				     cJSON_PrintUnformatted(vector));
	cJSON_Delete(file);
}

TEST(only_64_lower_case_digits_are_a_hash)
{
	static const char good[] = "000102030405060708090a0b0c0d0e0f"
				   "101112131415161718191a1b1c1d1eff";
	char hex[HASH_HEX_SIZE + 1];
	struct hash hash;

	ck_assert(hash_from_hex(&hash, good, HASH_HEX_SIZE));
	hash_to_hex(&hash, hex);
	ck_assert_str_eq(hex, good);
	ck_assert(!hash_from_hex(&hash, good, HASH_HEX_SIZE - 1));
	ck_assert(!hash_from_hex(&hash, good, HASH_HEX_SIZE + 1));
	for (int i = 0; i < HASH_HEX_SIZE; i++)
		for (const char *bad = "F/:`g \n"; *bad != '\0'; bad++) {
			memcpy(hex, good, sizeof hex);
			hex[i] = *bad;
			ck_assert(!hash_from_hex(&hash, hex, HASH_HEX_SIZE));
		}
}

TEST(the_size_of_dice_counts_not_what_follows)
{
	int count, sides;

	ck_assert(dice_parse("7d66", 3, &count, &sides));
	ck_assert_int_eq(sides, 6);
	ck_assert(!dice_parse("7d6\0", 4, &count, &sides));
	ck_assert(!dice_parse("7d6", 2, &count, &sides));
	ck_assert(!dice_parse("7d6", 1, &count, &sides));
}

TEST(no_link_is_beyond_32_bits)
{
	struct dice_cursor cursor = {0};

	ck_assert_uint_eq(dice_cursor_next(&cursor, STRIDE_MAX, 65536),
			  65535u * 65536u + 1);
	ck_assert_uint_eq(dice_cursor_next(&cursor, STRIDE_MAX, 65537), 0);
	ck_assert_uint_eq(dice_cursor_next(&cursor, STRIDE_MAX, 100000), 0);
	cursor.k = UINT32_MAX - 1;
	ck_assert_uint_eq(dice_cursor_next(&cursor, 1, 0), UINT32_MAX);
	ck_assert_uint_eq(dice_cursor_next(&cursor, 1, 0), 0);
}
