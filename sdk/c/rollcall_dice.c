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
		else if (strcmp(what, "draw") == 0)
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
