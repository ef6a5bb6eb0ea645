/*
 * printable.c - prints what a bot wrote, which may be anything.
 */
#include "base/printable.h"

#include <string.h>

enum {
	START = 200, END = 150,         /* bytes of a long text */
	MARGIN = 5, WORD = 10           /* columns of a row */
};

/* The byte at `at`, or the first behind it, that begins a character. */
static size_t character_at(const char *text, size_t length, size_t at)
{
	while (at < length && (text[at] & 0xc0) == 0x80)
		at++;
	return at;
}

void shown_bytes(struct text *out, const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];
		bool c1 = c == 0xc2 && i + 1 < size &&
			(unsigned char)bytes[i + 1] < 0xa0;

		text_byte(out, c < ' ' || c == 0x7f || c1 ? '?' : (char)c);
		i += c1;
	}
}

static void add_part(struct text *out, const char *text, size_t length,
		     int indent)
{
	const char *end = text + length, *feed;

	while (text < end && (feed = memchr(text, '\n', (size_t)(end - text)))
	       != NULL) {
		shown_bytes(out, text, (size_t)(feed - text));
		text = feed + 1;
		if (text < end)
			text_printf(out, "\n%*s", indent, "");
	}
	shown_bytes(out, text, (size_t)(end - text));
}

void shown_add(struct text *out, const char *text, size_t length, int indent)
{
	size_t start, end;

	if (length <= START + END + 30) {
		add_part(out, text, length, indent);
		return;
	}
	start = character_at(text, length, START);
	end = character_at(text, length, length - END);
	add_part(out, text, start, indent);
	text_printf(out, " ..%zu more bytes.. ", end - start);
	add_part(out, text + end, length - end, indent);
}

void shown_word(struct text *out, const char *word)
{
	text_printf(out, "%*s%-*s", MARGIN, "", WORD, word);
}

void shown_row(struct text *out, const char *word, const char *text,
	       size_t length)
{
	shown_word(out, word);
	shown_add(out, text, length, MARGIN + WORD);
	text_byte(out, '\n');
}
