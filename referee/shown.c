/*
 * shown.c - prints what a bot wrote, which may be anything.
 */
#include "shown.h"

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

static void add_part(struct text *out, const char *text, size_t length,
		     int indent)
{
	for (size_t i = 0; i < length; i++) {
		unsigned char c = (unsigned char)text[i];
		bool more = i + 1 < length;

		if (c == '\n' && more) {
			text_printf(out, "\n%*s", indent, "");
		} else if (c == 0xc2 && more &&
			   (unsigned char)text[i + 1] < 0xa0) {
			text_byte(out, '?');    /* a C1 control */
			i++;
		} else if (c != '\n') {
			text_byte(out, c < ' ' || c == 0x7f ? '?' : (char)c);
		}
	}
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
