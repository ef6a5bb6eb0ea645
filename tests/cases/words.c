/*
 * words.c - the words of a line in a table of cases.
 */
#define _GNU_SOURCE
#include "tests/cases/cases.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

char **words_split(const char *line)
{
	char **words = NULL;
	size_t count = 0;

	for (;;) {
		struct text word = {0};

		line += strspn(line, " \t");
		words = memory_resize(words, count, count + 1, sizeof *words);
		if (*line == '\0') {
			words[count] = NULL;
			return words;
		}
		for (bool quoted = false; *line != '\0' &&
		     (quoted || (*line != ' ' && *line != '\t')); line++) {
			if (*line == '\'')
				quoted = !quoted;
			else
				text_byte(&word, *line);
		}
		words[count] = NULL;
		struct text plain = {0};

		words_escape(text_string(&word), &plain);
		words[count++] = memory_copy_bytes(text_string(&plain),
						   plain.length);
		text_release(&word);
		text_release(&plain);
	}
}

void words_release(char **words)
{
	for (size_t i = 0; words[i] != NULL; i++)
		free(words[i]);
	free(words);
}

void words_escape(const char *text, struct text *out)
{
	static const char letters[] = "ntres\\@", bytes[] = "\n\t\r\033 \\@";
	char folder[1000];

	for (; *text != '\0'; text++) {
		const char *letter;

		if (*text == '@' && getcwd(folder, sizeof folder) != NULL) {
			text_add(out, folder);
		} else if (text[0] == '\\' && text[1] == 'x' &&
			   isxdigit((unsigned char)text[2]) &&
			   isxdigit((unsigned char)text[3])) {
			char digits[3] = { text[2], text[3], '\0' };

			text_byte(out, (char)strtol(digits, NULL, 16));
			text += 3;
		} else if (text[0] == '\\' && text[1] != '\0' &&
			   (letter = strchr(letters, text[1])) != NULL) {
			text_byte(out, bytes[letter - letters]);
			text++;
		} else {
			text_byte(out, *text);
		}
	}
}

void words_replace(struct text *bytes, const char *old, const char *new)
{
	struct text changed = {0};
	const char *rest = bytes->bytes, *end = rest + bytes->length, *at;

	while ((at = memmem(rest, (size_t)(end - rest), old, strlen(old))) !=
	       NULL) {
		text_append(&changed, rest, (size_t)(at - rest));
		text_add(&changed, new);
		rest = at + strlen(old);
	}
	text_append(&changed, rest, (size_t)(end - rest));
	text_release(bytes);
	*bytes = changed;
}

const char *words_arrow(const char *line)
{
	const char *stop = line + strcspn(line, "\n");

	for (const char *at = strstr(line, " ="); at != NULL && at < stop;
	     at = strstr(at + 1, " =")) {
		const char *end = at + 2;

		end += *end >= '0' && *end <= '9';
		if (end[0] == '>' && end[1] == ' ')
			return at;
	}
	return NULL;
}

/* The { of the first list before the arrow, outside of quotes, and its }. */
static bool find_list(const char *line, const char **begin, const char **end)
{
	const char *arrow = words_arrow(line);
	bool quoted = false;

	for (; *line != '\0' && *line != '\n' && line != arrow; line++) {
		if (*line == '\'')
			quoted = !quoted;
		if (quoted || *line != '{')
			continue;
		*begin = line;
		*end = strchr(line, '}');
		return *end != NULL;
	}
	return false;
}

static void add_replaced(struct text *out, const char *rest, const char *one,
			 size_t size)
{
	for (; *rest != '\0'; rest++) {
		if (rest[0] == '%' && rest[1] == '1') {
			text_append(out, one, size);
			rest++;
		} else if (rest[0] == '%' && rest[1] >= '2' &&
			   rest[1] <= '9') {
			text_byte(out, '%');    /* of the next list */
			text_byte(out, (char)(rest[1] - 1));
			rest++;
		} else {
			text_byte(out, *rest);
		}
	}
}

char *words_expand(const char *line, int number)
{
	const char *begin, *end, *at;
	struct text out = {0};

	if (!find_list(line, &begin, &end))
		return NULL;
	for (at = begin + 1; number > 0; number--) {
		at += strcspn(at, ",}");
		if (*at++ == '}')
			return NULL;
	}
	text_append(&out, line, (size_t)(begin - line));
	text_append(&out, at, strcspn(at, ",}"));
	add_replaced(&out, end + 1, at, strcspn(at, ",}"));
	text_byte(&out, '\0');
	return out.bytes;
}
