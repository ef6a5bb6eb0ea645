/*
 * printable.c - makes text from bots, files and people safe to output,
 * and shows progress.
 */
#include "base/printable.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

/*
 * The characters that a reader cannot see: controls, all that Unicode calls
 * Default_Ignorable_Code_Point, and letters and spaces that are blank.  With
 * them a text can move the cursor, or look like a line of the program's or like
 * another name.  They are escaped here; the page's script, which replaces them,
 * is made from the lines below (tournaments/site/local.mk).
 */
static const struct character_range unseen[] = {
	{ 0x0000, 0x001f },              /* controls */
	{ 0x007f, 0x00a0 },              /* delete, controls, no-break space */
	{ 0x00ad, 0x00ad },              /* soft hyphen */
	{ 0x034f, 0x034f },              /* combining grapheme joiner */
	{ 0x061c, 0x061c },              /* Arabic letter mark */
	{ 0x115f, 0x1160 },              /* Hangul fillers */
	{ 0x1680, 0x1680 },              /* Ogham space */
	{ 0x17b4, 0x17b5 },              /* Khmer vowels that are not seen */
	{ 0x180b, 0x180f },              /* Mongolian selectors and separator */
	{ 0x2000, 0x200f },              /* spaces, zero width, directions */
	{ 0x2028, 0x202f },              /* separators, directions, a space */
	{ 0x205f, 0x206f },              /* a space, joiners, directions */
	{ 0x2800, 0x2800 },              /* Braille without a dot */
	{ 0x3000, 0x3000 },              /* ideographic space */
	{ 0x3164, 0x3164 },              /* Hangul filler */
	{ 0xfe00, 0xfe0f },              /* variation selectors */
	{ 0xfeff, 0xfeff },              /* byte order mark */
	{ 0xffa0, 0xffa0 },              /* Hangul filler, half width */
	{ 0xfff0, 0xfffb },              /* not assigned, annotations */
	{ 0x13430, 0x13455 },            /* Egyptian joiners */
	{ 0x16fe4, 0x16fe4 },            /* Khitan filler */
	{ 0x1bca0, 0x1bca3 },            /* shorthand controls */
	{ 0x1d159, 0x1d159 },            /* musical null note head */
	{ 0x1d173, 0x1d17a },            /* musical controls */
	{ 0xe0000, 0xe0fff },            /* tags, variation selectors */
};

enum {
	START = 200, END = 150,         /* bytes of a long text */
	MARGIN = 5, WORD = 10,          /* columns of a row */
	ROW_COLUMNS = 74                /* with room for 5 of margin */
};

/* ### characters */

/* Ranges of characters, ascending.  `marks` is roughly Unicode's general
   categories Mn, Me and Cf; `wide` is East_Asian_Width W and the emoji. */
static const struct character_range marks[] = {
	{ 0x0300, 0x036f }, { 0x0483, 0x0489 }, { 0x0591, 0x05bd },
	{ 0x05bf, 0x05bf }, { 0x05c1, 0x05c2 }, { 0x05c4, 0x05c5 },
	{ 0x05c7, 0x05c7 }, { 0x0610, 0x061a }, { 0x064b, 0x065f },
	{ 0x0670, 0x0670 }, { 0x06d6, 0x06dc }, { 0x06df, 0x06e4 },
	{ 0x06e7, 0x06e8 }, { 0x06ea, 0x06ed }, { 0x0711, 0x0711 },
	{ 0x0730, 0x074a }, { 0x07a6, 0x07b0 }, { 0x0900, 0x0902 },
	{ 0x093c, 0x093c }, { 0x0941, 0x0948 }, { 0x094d, 0x094d },
	{ 0x0951, 0x0957 }, { 0x0962, 0x0963 }, { 0x0981, 0x0981 },
	{ 0x09bc, 0x09bc }, { 0x09c1, 0x09c4 }, { 0x09cd, 0x09cd },
	{ 0x0a01, 0x0a02 }, { 0x0a3c, 0x0a3c }, { 0x0a41, 0x0a51 },
	{ 0x0abc, 0x0abc }, { 0x0ac1, 0x0ac8 }, { 0x0acd, 0x0acd },
	{ 0x0b3c, 0x0b3c }, { 0x0b41, 0x0b44 }, { 0x0b4d, 0x0b56 },
	{ 0x0bc0, 0x0bc0 }, { 0x0bcd, 0x0bcd }, { 0x0c3e, 0x0c40 },
	{ 0x0c46, 0x0c56 }, { 0x0cbc, 0x0cbc }, { 0x0ccc, 0x0ccd },
	{ 0x0d41, 0x0d44 }, { 0x0d4d, 0x0d4d }, { 0x0dca, 0x0dca },
	{ 0x0dd2, 0x0dd6 }, { 0x0e31, 0x0e31 }, { 0x0e34, 0x0e3a },
	{ 0x0e47, 0x0e4e }, { 0x0eb1, 0x0eb1 }, { 0x0eb4, 0x0ebc },
	{ 0x0ec8, 0x0ecd }, { 0x0f35, 0x0f35 }, { 0x0f37, 0x0f37 },
	{ 0x0f39, 0x0f39 }, { 0x0f71, 0x0f7e }, { 0x0f80, 0x0f84 },
	{ 0x0f8d, 0x0fbc }, { 0x102d, 0x1030 }, { 0x1032, 0x1037 },
	{ 0x1039, 0x103a }, { 0x103d, 0x103e }, { 0x17b7, 0x17bd },
	{ 0x17c6, 0x17c6 }, { 0x17c9, 0x17d3 }, { 0x1ab0, 0x1aff },
	{ 0x1dc0, 0x1dff }, { 0x20d0, 0x20ff }, { 0x302a, 0x302d },
	{ 0x3099, 0x309a }, { 0xfe20, 0xfe2f }
};

static const struct character_range wide[] = {
	{ 0x1100, 0x115f }, { 0x231a, 0x231b }, { 0x23e9, 0x23ec },
	{ 0x25fd, 0x25fe }, { 0x2614, 0x2615 }, { 0x2648, 0x2653 },
	{ 0x26a1, 0x26a1 }, { 0x26bd, 0x26be }, { 0x2705, 0x2705 },
	{ 0x270a, 0x270b }, { 0x2728, 0x2728 }, { 0x274c, 0x274c },
	{ 0x2753, 0x2755 }, { 0x2795, 0x2797 }, { 0x2b50, 0x2b50 },
	{ 0x2e80, 0x303e }, { 0x3041, 0x33ff }, { 0x3400, 0x4dbf },
	{ 0x4e00, 0x9fff }, { 0xa000, 0xa4cf }, { 0xa960, 0xa97f },
	{ 0xac00, 0xd7a3 }, { 0xf900, 0xfaff }, { 0xfe30, 0xfe6f },
	{ 0xff00, 0xff60 }, { 0xffe0, 0xffe6 }, { 0x1f300, 0x1f64f },
	{ 0x1f680, 0x1f6ff }, { 0x1f900, 0x1f9ff }, { 0x1fa70, 0x1faff },
	{ 0x20000, 0x3fffd }
};

bool character_range_has(const struct character_range *list, size_t count,
			 uint32_t character)
{
	for (size_t i = 0; i < count; i++)
		if (character <= list[i].last)
			return character >= list[i].first;
	return false;
}

/* How the next character is shown. */
struct piece {
	const char *bytes;
	int size, columns;
};

/*
 * Returns the size of the character at `at`, which is before `end`, and stores
 * its code point; a byte that is not UTF-8 counts as a character with the
 * byte's value.  `*plain` is whether the character is harmless.
 */
static int step(const char *at, const char *end, uint32_t *character,
		bool *plain)
{
	int size = utf8_decode(at, end, character);

	*plain = size > 0 && !PRINTABLE_IN(unseen, *character);
	if (size > 0)
		return size;
	*character = (unsigned char)*at;
	return 1;
}

/* Steps over one character; false at the end. */
static bool next(const char **at, const char *end, struct piece *piece)
{
	uint32_t character;
	bool plain;
	int size;

	if (*at == end)
		return false;
	size = step(*at, end, &character, &plain);
	if (!plain)
		*piece = (struct piece){ "?", 1, 1 };
	else
		*piece = (struct piece){ *at, size,
			PRINTABLE_IN(marks, character) ? 0 :
			PRINTABLE_IN(wide, character) ? 2 : 1 };
	*at += size;
	return true;
}

/* ### a terminal: columns */

int printable_width(const char *text)
{
	const char *end = text + strlen(text);
	struct piece piece;
	int width = 0;

	while (next(&text, end, &piece))
		width += piece.columns;
	return width;
}

int printable_fit(struct text *out, const char *text, int columns)
{
	const char *end = text + strlen(text);
	int room = printable_width(text) > columns ? columns - 1 : columns;
	bool cut = room < columns;
	struct piece piece;
	int width = 0;

	if (columns <= 0)
		return 0;
	while (next(&text, end, &piece) && width + piece.columns <= room) {
		text_append(out, piece.bytes, (size_t)piece.size);
		width += piece.columns;
	}
	if (cut)
		text_byte(out, '~');
	return width + cut;
}

void printable_cell(struct text *out, const char *text, int columns, bool right)
{
	OWNED(text) struct text fitted = {0};
	int spaces = columns - printable_fit(&fitted, text, columns);

	if (right)
		text_printf(out, "%*s", spaces, "");
	text_append(out, fitted.bytes, fitted.length);
	if (!right)
		text_printf(out, "%*s", spaces, "");
}

/* ### a terminal: what a bot wrote */

/* The first byte at or after `at` that begins a character. */
static size_t character_at(const char *text, size_t length, size_t at)
{
	while (at < length && (text[at] & 0xc0) == 0x80)
		at++;
	return at;
}

void printable_bytes(struct text *out, const char *bytes, size_t size)
{
	const char *end = bytes + size;
	struct piece piece;

	while (next(&bytes, end, &piece))
		text_append(out, piece.bytes, (size_t)piece.size);
}

void printable_block(struct text *out, const char *text, size_t length,
		     int indent)
{
	const char *end = text + length;
	int column = indent;
	struct piece piece;

	while (text < end) {
		const bool feed = *text == '\n';

		if (feed && ++text == end)
			return;
		if (feed || column >= ROW_COLUMNS) {
			text_printf(out, "\n%*s", indent, "");
			column = indent;
		} else if (next(&text, end, &piece)) {
			text_append(out, piece.bytes, (size_t)piece.size);
			column += piece.columns;
		}
	}
}

void printable_excerpt(struct text *out, const char *text, size_t length,
		       int indent)
{
	OWNED(text) struct text excerpt = {0};
	size_t start = length, end = length;

	if (length > START + END + 30) {
		start = character_at(text, length, START);
		end = character_at(text, length, length - END);
	}
	text_append(&excerpt, text, start);
	if (end > start)
		text_printf(&excerpt, " ..%zu more bytes.. ", end - start);
	text_append(&excerpt, text + end, length - end);
	printable_block(out, text_string(&excerpt), excerpt.length, indent);
}

void printable_row_word(struct text *out, const char *word)
{
	text_printf(out, "%*s%-*s", MARGIN, "", WORD, word);
}

void printable_row(struct text *out, const char *word, const char *text,
		   size_t length)
{
	printable_row_word(out, word);
	printable_excerpt(out, text, length, MARGIN + WORD);
	text_byte(out, '\n');
}

/* ### a terminal: names and lines of files */

/* Appends a \u escape as in JSON: UTF-16. */
static void add_escape(struct text *out, uint32_t character)
{
	if (character > 0xffff) {
		character -= 0x10000;
		text_printf(out, "\\u%04x", 0xd800 | character >> 10);
		character = 0xdc00 | (character & 0x3ff);
	}
	text_printf(out, "\\u%04x", character);
}

/* Appends bytes, escaped; the control `kept` is not escaped (0: all are). */
static void escape(struct text *out, const char *bytes, size_t size, char kept)
{
	/* No bytes may be NULL. */
	const char *end = size > 0 ? bytes + size : bytes, *start = bytes;
	uint32_t character;
	bool plain;

	while (bytes < end) {
		int length = step(bytes, end, &character, &plain);

		if (!plain && (kept == 0 || *bytes != kept)) {
			text_append(out, start, (size_t)(bytes - start));
			add_escape(out, character);
			start = bytes + length;
		}
		bytes += length;
	}
	text_append(out, start, (size_t)(end - start));
}

const char *printable_foreign(struct foreign *room, const char *bytes,
			      size_t size)
{
	OWNED(text) struct text shown = {0};
	const char *at, *end;
	size_t length = 0, kept = 0;
	uint32_t character;
	int columns = 0;
	bool plain;

	escape(&shown, bytes, size, 0);
	at = text_string(&shown);
	end = at + shown.length;
	for (int step_size; at < end; at += step_size) {
		step_size = step(at, end, &character, &plain);
		if (length > 0 && *at == ' ' && room->bytes[length - 1] == ' ')
			continue;
		columns += PRINTABLE_IN(wide, character) ? 2 : 1;
		if (columns > FOREIGN_COLUMNS)
			break;
		memcpy(room->bytes + length, at, (size_t)step_size);
		length += (size_t)step_size;
		if (columns <= FOREIGN_COLUMNS - 2)
			kept = length;
	}
	if (columns > FOREIGN_COLUMNS) {
		memcpy(room->bytes + kept, "..", 2);
		length = kept + 2;
	}
	room->bytes[length] = '\0';
	return room->bytes;
}

bool printable_is_harmful(uint32_t character)
{
	return PRINTABLE_IN(unseen, character);
}

bool printable_is_mark(uint32_t character)
{
	return PRINTABLE_IN(marks, character);
}

bool printable_is_plain(const char *text)
{
	const char *end = text + strlen(text);
	uint32_t character;
	bool plain = true;

	while (plain && text < end)
		text += step(text, end, &character, &plain);
	return plain;
}

void printable_escaped(struct text *out, const char *text)
{
	escape(out, text, strlen(text), 0);
}

/* Appends a line, with one space for each run of more than `most`. */
static void fold(struct text *out, const char *line, size_t most)
{
	while (*line != '\0') {
		const size_t spaces = strspn(line, " ");
		const size_t rest = strcspn(line + spaces, " ");

		text_append(out, line, spaces > most ? 1 : spaces);
		text_append(out, line + spaces, rest);
		line += spaces + rest;
	}
}

void printable_sentence(struct text *out, const char *text)
{
	OWNED(text) struct text shown = {0};

	printable_escaped(&shown, text);
	fold(out, text_string(&shown), 1);
}

/* Appends a word as $'..', which names its bytes.  A space after another is
   named, too, as runs of spaces are folded in a line. */
static void quote_bytes(struct text *out, const char *word)
{
	const char *at = word, *end = word + strlen(word);
	uint32_t character;
	bool plain;

	text_add(out, "$'");
	for (int size; at < end; at += size) {
		size = step(at, end, &character, &plain);
		if (plain && strchr("'\\", *at) == NULL &&
		    (*at != ' ' || at == word || at[-1] != ' ')) {
			text_append(out, at, (size_t)size);
			continue;
		}
		for (int i = 0; i < size; i++)
			text_printf(out, "\\x%02x", (unsigned char)at[i]);
	}
	text_byte(out, '\'');
}

void printable_shell(struct text *out, const char *word)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyz"
		"ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./,:=+@%";

	if (*word != '\0' && strspn(word, plain) == strlen(word)) {
		text_add(out, word);
		return;
	}
	if (!printable_is_plain(word) || strstr(word, "  ") != NULL) {
		quote_bytes(out, word);
		return;
	}
	text_byte(out, '\'');
	for (; *word != '\0'; word++)
		if (*word == '\'')
			text_add(out, "'\\''");
		else
			text_byte(out, *word);
	text_byte(out, '\'');
}

const char *printable_word(struct text *out, const char *word)
{
	text_clear(out);
	if (*word == '-')
		text_add(out, "./");
	printable_shell(out, word);
	return text_string(out);
}

/* ### printing */

static void print(FILE *file, const struct text *text, char kept)
{
	OWNED(text) struct text out = {0};

	escape(&out, text->bytes, text->length, kept);
	if (out.length > 0)     /* an empty text has no bytes to point to */
		fwrite(out.bytes, 1, out.length, file);
}

void printable_print(FILE *file, const struct text *lines)
{
	print(file, lines, '\n');
}

void printable_line(FILE *file, const char *format, ...)
{
	OWNED(text) struct text line = {0}, folded = {0};
	va_list args;

	va_start(args, format);
	text_vprintf(&line, format, args);
	va_end(args);
	fold(&folded, text_string(&line), MARGIN);
	print(file, &folded, 0);
	putc('\n', file);
}

/* ### files */

/* XML does not allow U+FFFE and U+FFFF. */
static bool is_foreign(uint32_t character)
{
	return character == 0xfffe || character == 0xffff;
}

void printable_xml(struct text *out, const char *text)
{
	const char *end = text + strlen(text);
	uint32_t character;
	bool plain;
	int size;

	for (; text < end; text += size) {
		size = step(text, end, &character, &plain);
		if (!plain || is_foreign(character))
			text_byte(out, '?');
		else if (*text == '&')
			text_add(out, "&amp;");
		else if (*text == '<')
			text_add(out, "&lt;");
		else if (*text == '>')
			text_add(out, "&gt;");
		else
			text_append(out, text, (size_t)size);
	}
}

/* ### progress */

enum { EACH_US = 100000 };

void progress_show(struct progress *progress, const char *format, ...)
{
	const int64_t now = clock_us();
	OWNED(text) struct text line = {0}, shown = {0};
	va_list args;

	if (!isatty(STDERR_FILENO) ||
	    (progress->shown && now - progress->shown_us < EACH_US))
		return;
	va_start(args, format);
	text_vprintf(&line, format, args);
	va_end(args);
	printable_escaped(&shown, text_string(&line));
	fprintf(stderr, "\r%s\033[K", text_string(&shown));
	progress->shown = true;
	progress->shown_us = now;
}

void progress_clear(struct progress *progress)
{
	if (progress->shown)
		fputs("\r\033[K", stderr);
	progress->shown = false;
}
