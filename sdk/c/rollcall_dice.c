/*
 * rollcall_dice.c - checks the dice of a match, with nothing but SHA-256.
 *
 * Every roll comes with a link.  Hashing a link gives the previous one on its
 * chain, and so on down to the anchor.  The anchor was public before the game,
 * so the roll was fixed by then.  The values are computed from the link and the
 * salt.  What only the whole log can show is left to `referee verify`.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rollcall_private.h"

/* ### SHA-256 (FIPS 180-4), so that a bot needs no second library */

enum { BLOCK_SIZE = 64, LENGTH_AT = 56 };

struct sha256 {
	uint32_t state[8];
	unsigned char block[BLOCK_SIZE];
	uint64_t size;                  /* bytes so far */
};

static uint32_t rotate(uint32_t word, int bits)
{
	return word >> bits | word << (32 - bits);
}

static void mix_block(struct sha256 *s)
{
	static const uint32_t constants[64] = {
		0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b,
		0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01,
		0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
		0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
		0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152,
		0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
		0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
		0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
		0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
		0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
		0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
		0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
		0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
	};
	uint32_t w[64], v[8];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)s->block[4 * i] << 24 |
		       (uint32_t)s->block[4 * i + 1] << 16 |
		       (uint32_t)s->block[4 * i + 2] << 8 |
		       s->block[4 * i + 3];
	for (int i = 16; i < 64; i++) {
		uint32_t a = w[i - 15], b = w[i - 2];

		w[i] = w[i - 16] + w[i - 7] +
		       (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) +
		       (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
	}
	memcpy(v, s->state, sizeof v);
	for (int i = 0; i < 64; i++) {
		uint32_t a = v[0], e = v[4];
		uint32_t one = v[7] + constants[i] + w[i] +
			       (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
			       ((e & v[5]) ^ (~e & v[6]));
		uint32_t two = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
			       ((a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]));

		memmove(v + 1, v, 7 * sizeof v[0]);
		v[4] += one;
		v[0] = one + two;
	}
	for (int i = 0; i < 8; i++)
		s->state[i] += v[i];
}

static void add(struct sha256 *s, const unsigned char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		s->block[s->size++ % BLOCK_SIZE] = bytes[i];
		if (s->size % BLOCK_SIZE == 0)
			mix_block(s);
	}
}

void rollcall_sha256(unsigned char digest[32],
		     const struct rollcall_bytes *parts)
{
	static const unsigned char zeros[BLOCK_SIZE], first[] = { 0x80 };
	struct sha256 s = { .state = {
		0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
	} };
	unsigned char length[8];
	uint64_t bits;

	for (; parts->at != NULL; parts++)
		add(&s, parts->at, parts->size);
	bits = s.size * 8;
	for (int i = 0; i < 8; i++)
		length[i] = (unsigned char)(bits >> (56 - 8 * i));
	add(&s, first, 1);
	add(&s, zeros, (LENGTH_AT + BLOCK_SIZE - s.size % BLOCK_SIZE) %
		       BLOCK_SIZE);
	add(&s, length, sizeof length);
	for (int i = 0; i < 32; i++)
		digest[i] = (unsigned char)(s.state[i / 4] >> (24 - i % 4 * 8));
}

enum { HASH_SIZE = 32 };

/* The latest link shown of a chain; the anchor is element 0. */
struct shown {
	long stream, chain, element;
	unsigned char link[HASH_SIZE];
};

struct rollcall_dice {
	char seal[2 * HASH_SIZE + 1];
	unsigned char salt[HASH_SIZE];
	long links;                     /* per chain */
	struct shown *shown;            /* in this game */
	size_t shown_count;
	bool lost;      /* omitted events may have shown an anchor */
};

#ifdef __GNUC__
__attribute__((format(printf, 1, 2)))
#endif
static int wrong(const char *format, ...)
{
	va_list arguments;

	fputs("dice: ", stderr);
	va_start(arguments, format);
	vfprintf(stderr, format, arguments);
	va_end(arguments);
	putc('\n', stderr);
	return -1;
}

/* ### bytes and hashes */

static int hex_digit(char digit)
{
	const char *digits = "0123456789abcdef";
	const char *found = digit != '\0' ? strchr(digits, digit) : NULL;

	return found != NULL ? (int)(found - digits) : -1;
}

/* False when `text` is not the hex form of HASH_SIZE bytes. */
static bool read_hash(const char *text, unsigned char *hash)
{
	if (strlen(text) != 2 * HASH_SIZE)
		return false;
	for (size_t i = 0; i < HASH_SIZE; i++) {
		int high = hex_digit(text[2 * i]);
		int low = hex_digit(text[2 * i + 1]);

		if (high < 0 || low < 0)
			return false;
		hash[i] = (unsigned char)(high << 4 | low);
	}
	return true;
}

static void next_link_down(unsigned char *link)
{
	rollcall_sha256(link, (const struct rollcall_bytes[]){
		{ "rollcall link", 13 }, { link, HASH_SIZE }, { NULL, 0 }
	});
}

/* Does hashing `link`, element `element` of a chain, lead to the shown one? */
static bool leads_to(const unsigned char *link, long element,
		     const struct shown *shown)
{
	unsigned char at[HASH_SIZE];

	memcpy(at, link, HASH_SIZE);
	for (long i = shown->element; i < element; i++)
		next_link_down(at);
	return memcmp(at, shown->link, HASH_SIZE) == 0;
}

/* Do the values of a roll such as "7d6" follow from `link`? */
static bool values_follow(const struct rollcall_dice *dice,
			  const unsigned char *link, const char *roll,
			  const cJSON *values)
{
	unsigned char hash[HASH_SIZE];
	const cJSON *value = values != NULL ? values->child : NULL;
	unsigned long count = 0, sides = 0;
	size_t at = HASH_SIZE;
	uint32_t block = 0;

	if (sscanf(roll, "%9lud%9lu", &count, &sides) != 2 || sides == 0 ||
	    count != (unsigned long)cJSON_GetArraySize(values))
		return false;
	while (value != NULL) {
		uint32_t word;

		if (at == HASH_SIZE) {
			const unsigned char number[] = {
				(unsigned char)(block >> 24),
				(unsigned char)(block >> 16),
				(unsigned char)(block >> 8),
				(unsigned char)block
			};

			rollcall_sha256(hash, (const struct rollcall_bytes[]){
				{ "rollcall draw", 13 },
				{ dice->salt, HASH_SIZE },
				{ link, HASH_SIZE }, { number, 4 }, { NULL, 0 }
			});
			block++;
			at = 0;
		}
		word = (uint32_t)hash[at] << 24 | (uint32_t)hash[at + 1] << 16 |
		       (uint32_t)hash[at + 2] << 8 | hash[at + 3];
		at += 4;
		/* Smaller words would make the low values likelier. */
		if (word < (UINT64_C(1) << 32) % sides)
			continue;
		if (!cJSON_IsNumber(value) ||
		    value->valueint != (int)(1 + word % sides))
			return false;
		value = value->next;
	}
	return true;
}

/* ### chains */

static struct shown *find(struct rollcall_dice *dice, long stream, long chain)
{
	for (size_t i = 0; i < dice->shown_count; i++)
		if (dice->shown[i].stream == stream &&
		    dice->shown[i].chain == chain)
			return &dice->shown[i];
	return NULL;
}

static int show(struct rollcall_dice *dice, struct shown one)
{
	struct shown *more = realloc(dice->shown, (dice->shown_count + 1) *
						  sizeof *more);

	if (more == NULL)
		return wrong("no memory");
	dice->shown = more;
	more[dice->shown_count++] = one;
	return 0;
}

static long whole(const cJSON *object, const char *key)
{
	const cJSON *value = rollcall_get(object, key);

	/* Numbers of rolls and chains are below 2^32. */
	return cJSON_IsNumber(value) && value->valuedouble >= 0 &&
	       value->valuedouble < 4294967296.0 ? (long)value->valuedouble : 0;
}

static int on_chain(struct rollcall_dice *dice, const cJSON *event)
{
	struct shown chain = {
		.stream = whole(event, "s"), .chain = whole(event, "c")
	};

	if (find(dice, chain.stream, chain.chain) != NULL)
		return wrong("a second anchor of chain %ld of stream %ld",
			     chain.chain, chain.stream);
	if (!read_hash(rollcall_text(event, "anchor"), chain.link))
		return wrong("the anchor of chain %ld of stream %ld is none",
			     chain.chain, chain.stream);
	return show(dice, chain);
}

/* The number of the last roll of a stream, or 0. */
static long last_roll(const struct rollcall_dice *dice, long stream)
{
	long last = 0;

	for (size_t i = 0; i < dice->shown_count; i++) {
		const struct shown *one = &dice->shown[i];
		long k = one->chain * dice->links + one->element;

		if (one->stream == stream && one->element > 0 && k > last)
			last = k;
	}
	return last;
}

static int on_draw(struct rollcall_dice *dice, const cJSON *event)
{
	long stream = whole(event, "s"), k = whole(event, "k");
	struct shown roll = {
		.stream = stream,
		.chain = (k - 1) / dice->links,
		.element = (k - 1) % dice->links + 1
	};
	struct shown *before = find(dice, stream, roll.chain);

	if (k <= last_roll(dice, stream))
		return wrong("roll %ld of stream %ld comes after a later one",
			     k, stream);
	if (!read_hash(rollcall_text(event, "link"), roll.link))
		return wrong("roll %ld of stream %ld: the link is none",
			     k, stream);
	if (before == NULL && !dice->lost)
		return wrong("roll %ld of stream %ld: its chain has no anchor",
			     k, stream);
	if (before != NULL && !leads_to(roll.link, roll.element, before))
		return wrong("roll %ld of stream %ld: the link does not lead "
			     "to its anchor", k, stream);
	if (!values_follow(dice, roll.link, rollcall_text(event, "dice"),
			   rollcall_get(event, "v")))
		return wrong("roll %ld of stream %ld: the values are not those "
			     "of the link", k, stream);
	if (before == NULL)
		return show(dice, roll);
	*before = roll;
	return 0;
}

/* ### a match */

struct rollcall_dice *rollcall_dice_new(const cJSON *hello)
{
	const cJSON *told = rollcall_get(hello, "dice");
	struct rollcall_dice *dice = calloc(1, sizeof *dice);
	unsigned char seal[HASH_SIZE];

	if (dice != NULL && read_hash(rollcall_text(told, "seal"), seal) &&
	    read_hash(rollcall_text(told, "salt"), dice->salt) &&
	    whole(told, "links") > 0) {
		memcpy(dice->seal, rollcall_text(told, "seal"),
		       sizeof dice->seal);
		dice->links = whole(told, "links");
		return dice;
	}
	wrong("the hello line has no seal, salt and links");
	free(dice);
	return NULL;
}

int rollcall_dice_begin(struct rollcall_dice *dice, const cJSON *anchors)
{
	struct shown anchor = { .stream = 0 };
	const cJSON *text;

	dice->shown_count = 0;
	dice->lost = false;
	cJSON_ArrayForEach(text, anchors) {
		if (!cJSON_IsString(text) ||
		    !read_hash(text->valuestring, anchor.link))
			return wrong("the anchor of stream %ld is none",
				     anchor.stream);
		if (show(dice, anchor) != 0)
			return -1;
		anchor.stream++;
	}
	return 0;
}

int rollcall_dice_read(struct rollcall_dice *dice, const cJSON *line)
{
	const cJSON *event;
	int result = 0;

	if (rollcall_number(line, "lost") > 0)
		dice->lost = true;
	cJSON_ArrayForEach(event, rollcall_get(line, "events")) {
		const char *what = rollcall_text(event, "t");

		if (strcmp(what, "chain") == 0)
			result = on_chain(dice, event);
		/* A roll that another seat sees comes whole with `over`. */
		else if (strcmp(what, "draw") == 0 &&
			 (rollcall_get(event, "to") == NULL ||
			  rollcall_get(event, "link") != NULL))
			result = on_draw(dice, event);
		if (result != 0)
			break;
	}
	return result;
}

int rollcall_dice_end(struct rollcall_dice *dice, const char *secret)
{
	unsigned char bytes[HASH_SIZE], seal[HASH_SIZE], sealed[HASH_SIZE];

	if (!read_hash(secret, bytes) || !read_hash(dice->seal, sealed))
		return wrong("the secret is not the sealed one");
	rollcall_sha256(seal, (const struct rollcall_bytes[]){
		{ "rollcall seal", 13 }, { bytes, HASH_SIZE }, { NULL, 0 }
	});
	if (memcmp(seal, sealed, HASH_SIZE) != 0)
		return wrong("the secret is not the sealed one");
	return 0;
}

void rollcall_dice_free(struct rollcall_dice *dice)
{
	if (dice != NULL)
		free(dice->shown);
	free(dice);
}
