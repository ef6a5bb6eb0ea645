/*
 * text.h - growable text; words, numbers and characters in text.
 */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/memory.h"

/*
 * A text of all zeroes is empty.  Owns `bytes`, which are not NUL-terminated
 * (text_string does that).  Clearing keeps the memory, so a text that is reused
 * stops allocating.
 */
struct text {
	char *bytes;
	size_t length;
	size_t room;
};

/* Makes room for `more` further bytes, or ends the program (memory.h). */
void text_reserve(struct text *text, size_t more);

void text_printf(struct text *text, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

void text_vprintf(struct text *text, const char *format, va_list args)
	__attribute__((format(printf, 2, 0)));

/* A string made by printf's rules, which the caller frees. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* The bytes, followed by a NUL that `length` does not count; borrowed. */
const char *text_string(struct text *text);

/* Behind the last byte; NULL if there never was one. */
static inline char *text_end(const struct text *text)
{
	return text->length > 0 ? text->bytes + text->length : text->bytes;
}

/* Frees the bytes; may be called twice and on zeroes. */
void text_release(struct text *text);

static inline void text_clear(struct text *text)
{
	text->length = 0;
}

/* text_reserve, inline for callers that nearly always have room. */
static inline void text_reserve_quick(struct text *text, size_t more)
{
	if (text->room - text->length < more)
		text_reserve(text, more);
}

static inline void text_append(struct text *text, const void *bytes,
			       size_t length)
{
	text_reserve_quick(text, length);
	if (length > 0)
		memcpy(text->bytes + text->length, bytes, length);
	text->length += length;
}

static inline void text_byte(struct text *text, char byte)
{
	text_reserve_quick(text, 1);
	text->bytes[text->length++] = byte;
}

static inline void text_add(struct text *text, const char *string)
{
	text_append(text, string, strlen(string));
}

/* The whole line that begins at `*at`, without its LF, borrowed; `*at` moves on
   to the next one.  NULL: there is no whole line. */
const char *text_next_line(const struct text *text, size_t *at, size_t *size);

/* Removes the first `size` bytes. */
void text_drop(struct text *text, size_t size);

/* The plural ending after a count: "" for one, otherwise "s". */
static inline const char *text_plural(double count)
{
	return count == 1 ? "" : "s";
}

/* ### words: lists of words */

/* The index of `word` in the list, or -1. */
int words_find(const char *const *words, const char *word);

/* Appends all words of the list, with `between` between them. */
void words_list(struct text *out, const char *const *words,
		const char *between);

/* Appends one word, after `between` unless `out` is empty; for words that are
   not in such a list. */
void words_add(struct text *out, const char *word, const char *between);

/* A list of words that owns them, ended by NULL; NULL is an empty list. */

size_t words_count(char *const *words);

/* Appends a word that was allocated. */
void words_append(char ***words, char *word);

/* A list of its own, which is never NULL. */
char **words_copy(char *const *words);

void words_free(char **words);

/* ### guess: the known word that an unknown one may mean */

/* Begins as all zeroes. */
struct guess {
	const char *word;       /* NULL: none is near enough */
	size_t distance;
};

/* Keeps `known` if it is nearer to `typed` than what was tried before. */
void guess_try(struct guess *guess, const char *typed, const char *known);

/* Appends `; did you mean "WORD"?` if there is one. */
void guess_add(const struct guess *guess, struct text *out);

/* ### number: integers */

/*
 * Reads all of `text` as a decimal integer from `min` to `max`: digits after an
 * optional minus sign, and nothing else (no space, no plus sign, no -0).  If
 * `text` is anything else, returns false and leaves `*number` unchanged.
 */
bool number_parse(const char *text, long long min, long long max,
		  long long *number);

/* ### utf8: characters, independently of the locale */

/* The number of bytes of the UTF-8 character at `at`, which is before `end`;
   0 if the bytes are not valid. */
int utf8_size(const char *at, const char *end);

/* The same; also stores the code point in `*character` if valid. */
int utf8_decode(const char *at, const char *end, uint32_t *character);

/* The number of characters in valid UTF-8: the columns it takes, except for the
   few characters that are wider. */
int utf8_count(const char *bytes, size_t size);

/* What another system or language has written instead of UTF-8, for a sentence,
   such as "a byte order mark (..)"; NULL: nothing of that kind. */
const char *utf8_stranger(const char *bytes, size_t size);

#define TEXT_CR_LF "lines that end in CR LF, as on Windows (sed -i " \
	"'s/\\r$//' removes the CRs)"

#endif
