/*
 * text.c - growable text; words, numbers and characters in text.
 */
#include "base/text.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

void text_reserve(struct text *text, size_t more)
{
	size_t room = text->room > 0 ? text->room : 256;
	char *bytes;

	if (text->room - text->length >= more)
		return;
	while (room - text->length < more) {
		if (room > SIZE_MAX / 2)
			memory_exhausted();
		room *= 2;
	}
	bytes = realloc(text->bytes, room);
	if (bytes == NULL)
		memory_exhausted();
	text->bytes = bytes;
	text->room = room;
}

const char *text_next_line(const struct text *text, size_t *at, size_t *size)
{
	const char *line, *end;

	if (*at == text->length)
		return NULL;
	line = text->bytes + *at;
	end = memchr(line, '\n', text->length - *at);
	if (end == NULL)
		return NULL;
	*size = (size_t)(end - line);
	*at += *size + 1;
	return line;
}

void text_drop(struct text *text, size_t size)
{
	text->length -= size;
	if (size > 0)
		memmove(text->bytes, text->bytes + size, text->length);
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
	va_list again;
	int length;

	text_reserve(text, 128);
	va_copy(again, args);
	length = vsnprintf(text->bytes + text->length,
			   text->room - text->length, format, args);
	if (length >= 0 && (size_t)length >= text->room - text->length) {
		text_reserve(text, (size_t)length + 1);
		vsnprintf(text->bytes + text->length,
			  text->room - text->length, format, again);
	}
	va_end(again);
	if (length > 0)
		text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	text_vprintf(text, format, args);
	va_end(args);
}

char *text_new(const char *format, ...)
{
	struct text text = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&text, format, args);
	va_end(args);
	text_byte(&text, '\0');
	return text.bytes;
}

const char *text_string(struct text *text)
{
	text_reserve(text, 1);
	text->bytes[text->length] = '\0';
	return text->bytes;
}

void text_release(struct text *text)
{
	free(text->bytes);
	*text = (struct text){0};
}

/* ### guess */

enum { GUESS_MOST = 32 };

static size_t least(size_t a, size_t b, size_t c)
{
	return a < b ? (a < c ? a : c) : b < c ? b : c;
}

/* How many letters to insert, leave out, replace or swap with the next. */
static size_t distance_of(const char *a, size_t a_size, const char *b,
			  size_t b_size)
{
	size_t cost[GUESS_MOST + 1][GUESS_MOST + 1];

	for (size_t i = 0; i <= a_size; i++) {
		for (size_t j = 0; j <= b_size; j++) {
			if (i == 0 || j == 0) {
				cost[i][j] = i + j;
				continue;
			}
			cost[i][j] = least(cost[i - 1][j] + 1,
					   cost[i][j - 1] + 1,
					   cost[i - 1][j - 1] +
					   (a[i - 1] != b[j - 1]));
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] &&
			    a[i - 2] == b[j - 1] &&
			    cost[i - 2][j - 2] + 1 < cost[i][j])
				cost[i][j] = cost[i - 2][j - 2] + 1;
		}
	}
	return cost[a_size][b_size];
}

void guess_try(struct guess *guess, const char *typed, const char *known)
{
	const size_t size = strlen(typed), known_size = strlen(known);
	size_t distance;

	if (size < 3 || size > GUESS_MOST || known_size > GUESS_MOST)
		return;
	distance = distance_of(typed, size, known, known_size);
	/* The beginning of a word may stand for it. */
	if (size > 2 && strncmp(typed, known, size) == 0)
		distance = 1;
	if (distance > (known_size < 6 ? 1 : known_size / 3) ||
	    (guess->word != NULL && distance >= guess->distance))
		return;
	*guess = (struct guess){ known, distance };
}

void guess_add(const struct guess *guess, struct text *out)
{
	if (guess->word != NULL)
		text_printf(out, "; did you mean \"%s\"?", guess->word);
}

/* ### words */

int words_find(const char *const *words, const char *word)
{
	for (int i = 0; words[i] != NULL; i++)
		if (strcmp(words[i], word) == 0)
			return i;
	return -1;
}

void words_list(struct text *out, const char *const *words,
		const char *between)
{
	for (int i = 0; words[i] != NULL; i++) {
		if (i > 0)
			text_add(out, between);
		text_add(out, words[i]);
	}
}

void words_add(struct text *out, const char *word, const char *between)
{
	if (out->length > 0)
		text_add(out, between);
	text_add(out, word);
}

size_t words_count(char *const *words)
{
	size_t count = 0;

	while (words != NULL && words[count] != NULL)
		count++;
	return count;
}

void words_append(char ***words, char *word)
{
	const size_t count = words_count(*words);

	*words = memory_resize(*words, count, count + 2, sizeof **words);
	(*words)[count] = word;
}

char **words_copy(char *const *words)
{
	const size_t count = words_count(words);
	char **copy = memory_new(count + 1, sizeof *copy);

	for (size_t i = 0; i < count; i++)
		copy[i] = memory_copy(words[i]);
	return copy;
}

void words_free(char **words)
{
	for (char **word = words; word != NULL && *word != NULL; word++)
		free(*word);
	free(words);
}

/* ### number */

bool number_parse(const char *text, long long min, long long max,
		  long long *number)
{
	const char *digits = text + (*text == '-');
	long long value;
	char *end;

	/* strtoll also accepts leading spaces and a plus sign. */
	if (*digits < '0' || *digits > '9' || (*text == '-' && *digits == '0'))
		return false;
	errno = 0;
	value = strtoll(text, &end, 10);
	if (errno != 0 || *end != '\0' || value < min || value > max)
		return false;
	*number = value;
	return true;
}

/* ### utf8 */

int utf8_size(const char *at, const char *end)
{
	const unsigned char *c = (const unsigned char *)at;
	long left = end - at;

	if (c[0] < 0x80)
		return 1;
	if (c[0] >= 0xc2 && c[0] <= 0xdf)
		return left >= 2 && (c[1] & 0xc0) == 0x80 ? 2 : 0;
	if (c[0] >= 0xe0 && c[0] <= 0xef)
		return left >= 3 && (c[1] & 0xc0) == 0x80 &&
			(c[2] & 0xc0) == 0x80 &&
			!(c[0] == 0xe0 && c[1] < 0xa0) &&       /* overlong */
			!(c[0] == 0xed && c[1] > 0x9f) ? 3 : 0; /* surrogate */
	if (c[0] >= 0xf0 && c[0] <= 0xf4)
		return left >= 4 && (c[1] & 0xc0) == 0x80 &&
			(c[2] & 0xc0) == 0x80 && (c[3] & 0xc0) == 0x80 &&
			!(c[0] == 0xf0 && c[1] < 0x90) &&
			!(c[0] == 0xf4 && c[1] > 0x8f) ? 4 : 0;
	return 0;
}

int utf8_decode(const char *at, const char *end, uint32_t *character)
{
	static const unsigned char first[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
	int size = utf8_size(at, end);

	if (size == 0)
		return 0;
	*character = (unsigned char)*at & first[size];
	for (int i = 1; i < size; i++)
		*character = *character << 6 | ((unsigned char)at[i] & 0x3f);
	return size;
}

int utf8_count(const char *bytes, size_t size)
{
	int count = 0;

	for (size_t i = 0; i < size; i++)
		count += ((unsigned char)bytes[i] & 0xc0) != 0x80;
	return count;
}

const char *utf8_stranger(const char *bytes, size_t size)
{
	if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0)
		return "a byte order mark (write UTF-8 without it)";
	if (size >= 2 && (memcmp(bytes, "\xff\xfe", 2) == 0 ||
			  memcmp(bytes, "\xfe\xff", 2) == 0 ||
			  (bytes[0] == '\0') != (bytes[1] == '\0')))
		return "UTF-16 (write UTF-8)";
	return NULL;
}
