/*
 * json_write.h - writes compact JSON, and numbers with decimal places.
 *
 * Lines that are written on every move go straight into a reused buffer;
 * building a tree would cost ten times as much.
 */
#ifndef BASE_JSON_WRITE_H
#define BASE_JSON_WRITE_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

#include "base/text.h"

/*
 * Appends compact JSON to `out`, which it owns, and inserts the commas.  A new
 * writer is all zeroes; json_writer_release frees it.
 */
struct json_writer {
	struct text out;
	bool comma;             /* a comma is due before the next value */
};

/* The functions used on every move are inline: keys are constants, so their
   lengths are known at compile time, which halves the cost of a line. */

static inline void json_writer_release(struct json_writer *w)
{
	text_release(&w->out);
}

static inline void json_clear(struct json_writer *w)
{
	text_clear(&w->out);
	w->comma = false;
}

/* '{' or '['. */
static inline void json_open(struct json_writer *w, char bracket)
{
	text_reserve_quick(&w->out, 2);
	if (w->comma)
		w->out.bytes[w->out.length++] = ',';
	w->out.bytes[w->out.length++] = bracket;
	w->comma = false;
}

/* '}' or ']'. */
static inline void json_close(struct json_writer *w, char bracket)
{
	text_byte(&w->out, bracket);
	w->comma = true;
}

/* Ends the object that is a line. */
static inline void json_close_line(struct json_writer *w)
{
	text_append(&w->out, "}\n", 2);
	w->comma = false;
}

/* Writes plain ASCII that needs no escapes in quotes, with the colon if it is a
   key. */
static inline void json_quoted(struct json_writer *w, const char *plain,
			       bool is_key)
{
	size_t length = strlen(plain);
	char *to;

	text_reserve_quick(&w->out, length + 4);
	to = w->out.bytes + w->out.length;
	if (w->comma)
		*to++ = ',';
	*to++ = '"';
	memcpy(to, plain, length);
	to += length;
	*to++ = '"';
	if (is_key)
		*to++ = ':';
	w->out.length = (size_t)(to - w->out.bytes);
	w->comma = !is_key;
}

static inline void json_key(struct json_writer *w, const char *key)
{
	json_quoted(w, key, true);
}

/* Writes a text that needs no escapes, such as a constant. */
static inline void json_word(struct json_writer *w, const char *word)
{
	json_quoted(w, word, false);
}

void json_long(struct json_writer *w, long long number);

static inline void json_int(struct json_writer *w, long long number)
{
	if (number < 0 || number > 9) {
		json_long(w, number);
		return;
	}
	text_reserve_quick(&w->out, 2);
	if (w->comma)
		w->out.bytes[w->out.length++] = ',';
	w->out.bytes[w->out.length++] = (char)('0' + number);
	w->comma = true;
}

void json_bool(struct json_writer *w, bool yes);
void json_null(struct json_writer *w);
/* Writes UTF-8, escaped where necessary. */
void json_string(struct json_writer *w, const char *string);
void json_string_bytes(struct json_writer *w, const char *bytes, size_t size);
void json_hex(struct json_writer *w, const unsigned char *bytes, size_t size);
/* A list of integers. */
void json_ints(struct json_writer *w, const int *numbers, int count);
/* Writes a value that is already JSON. */
void json_raw(struct json_writer *w, const char *json, size_t size);
/* The json_put_* functions write a key and a value. */

static inline void json_put_int(struct json_writer *w, const char *key,
				long long number)
{
	json_key(w, key);
	json_int(w, number);
}

static inline void json_put_ints(struct json_writer *w, const char *key,
				 const int *numbers, int count)
{
	json_key(w, key);
	json_ints(w, numbers, count);
}

static inline void json_put_word(struct json_writer *w, const char *key,
				 const char *word)
{
	json_key(w, key);
	json_word(w, word);
}

static inline void json_put_bool(struct json_writer *w, const char *key,
				 bool yes)
{
	json_key(w, key);
	json_bool(w, yes);
}

static inline void json_put_raw(struct json_writer *w, const char *key,
				const char *json, size_t size)
{
	json_key(w, key);
	json_raw(w, json, size);
}

/* json_close ends the member. */
static inline void json_put_open(struct json_writer *w, const char *key,
				 char bracket)
{
	json_key(w, key);
	json_open(w, bracket);
}

void json_put_string(struct json_writer *w, const char *key,
		     const char *string);
/* `string` may be NULL. */
void json_put_or_null(struct json_writer *w, const char *key,
		      const char *string);

/* ### decimal: numbers with decimal places, for people, CSV and JSON */

enum { DECIMAL_SIZE = 40 };

/*
 * Writes `value` with `places` decimal places after a `.`, always with a sign
 * if `plus`; returns `buffer`.  A value that rounds to zero is never negative;
 * infinities become "inf" and "-inf".
 */
const char *decimal(char buffer[DECIMAL_SIZE], double value, int places,
		    bool plus);
/* The same in a buffer of the block. */
#define DECIMAL(value, places, plus) \
	decimal((char[DECIMAL_SIZE]){0}, value, places, plus)

/* Rounds to the 6 places of CSV and JSON, so that values that print alike
   compare equal. */
double decimal_rounded(double value);

/* Writes a value with 6 places, alone or (decimal_put_json) as a member; NAN
   and infinities become null. */
void decimal_json(struct json_writer *w, double value);
/* The same with `places` places. */
void decimal_json_places(struct json_writer *w, double value, int places);
void decimal_put_json(struct json_writer *w, const char *key, double value);

#endif
