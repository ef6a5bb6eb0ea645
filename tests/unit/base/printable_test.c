/*
 * printable_test.c - text for a terminal, CSV and XML does no harm there.
 */
#include <stdint.h>

#include "base/error.h"
#include "base/printable.h"
#include "tests/unit/unit.h"

/* ### a terminal, in columns */

TEST(a_text_is_as_wide_as_a_terminal_shows_it)
{
	static const struct {
		const char *text;
		int width;
	} cases[] = {
		{ "", 0 }, { "ada", 3 }, { "d\xc3\xa9j\xc3\xa0", 4 },
		{ "e\xcc\x81", 1 },                     /* e, acute */
		{ "\xe6\xbc\xa2\xe5\xad\x97", 4 },      /* two of two columns */
		{ "\xf0\x9f\x8e\xb2", 2 },              /* a die */
		{ "\xf0\x9d\x84\x9e", 1 },              /* a clef */
		{ "a\xffz", 3 },                        /* not UTF-8: a?z */
		{ "\xc2\x85", 1 }, { "\x1b[2J", 4 },
		{ "\xe2\x80\xae", 1 }                   /* right to left */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_msg(printable_width(cases[i].text) == cases[i].width,
			      "case %zu: %d", i,
			      printable_width(cases[i].text));
}

TEST(a_text_is_cut_between_characters)
{
	static const struct {
		const char *text;
		int columns;
		const char *fitted;
		int width;
	} cases[] = {
		{ "ada", 3, "ada", 3 }, { "adam", 3, "ad~", 3 },
		{ "ada", 0, "", 0 }, { "ada", 1, "~", 1 }, { "a", 1, "a", 1 },
		{ "\xc3\xa9\xc3\xa9\xc3\xa9", 2, "\xc3\xa9~", 2 },
		/* Half of a wide character is not shown. */
		{ "\xe6\xbc\xa2\xe5\xad\x97", 3, "\xe6\xbc\xa2~", 3 },
		{ "\xe6\xbc\xa2\xe5\xad\x97", 2, "~", 1 },
		{ "e\xcc\x81x", 2, "e\xcc\x81x", 2 },
		{ "\x1b[2J\n\r\t", 9, "?[2J???", 7 },
		{ "\xc2\x9b" "2J", 5, "?2J", 3 },
		{ "\xe2\x80\xae" "abc", 9, "?abc", 4 },
		{ "a\xc3", 9, "a?", 2 }
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct text out = {0};
		int width = printable_fit(&out, cases[i].text,
					  cases[i].columns);

		ck_assert_str_eq(text_string(&out), cases[i].fitted);
		ck_assert_int_eq(width, cases[i].width);
		text_release(&out);
	}
}

TEST(a_cell_is_as_wide_as_its_column)
{
	struct text out = {0};

	printable_cell(&out, "\xe6\xbc\xa2", 4, false);
	printable_cell(&out, "ada", 5, true);
	printable_cell(&out, "adam", 3, true);
	ck_assert_str_eq(text_string(&out), "\xe6\xbc\xa2    adaad~");
	text_release(&out);
}

/* ### a terminal: bytes */

static const struct {
	const char *text;
	const char *shown, *escaped, *ascii;
} texts[] = {
	{ "ada", "ada", "ada", "ada" },
	{ "\x1b[2J", "?[2J", "\\u001b[2J", "?[2J" },
	{ "a\nb\x7f", "a?b?", "a\\u000ab\\u007f", "a?b?" },
	{ "\xc2\x9b" "2J", "?2J", "\\u009b2J", "??2J" },
	{ "a\xff\xc3", "a??", "a\\u00ff\\u00c3", "a??" },
	{ "\xf3\xa0\x80\xa1", "?", "\\udb40\\udc21", "????" },
	{ "\xf0\x9f\x8e\xb2", "\xf0\x9f\x8e\xb2", "\xf0\x9f\x8e\xb2",
	  "????" },
	{ "\\u001b", "\\u001b", "\\u001b", "\\u001b" },
	{ "d\xc3\xa9j", "d\xc3\xa9j", "d\xc3\xa9j", "d??j" },
	{ "", "", "", "" },
};

TEST_EACH(each_way_replaces_what_it_says, sizeof texts / sizeof *texts)
{
	const char *text = texts[_i].text;
	struct text out = {0};

	printable_bytes(&out, text, strlen(text));
	ck_assert_str_eq(text_string(&out), texts[_i].shown);
	text_clear(&out);
	printable_escaped(&out, text);
	ck_assert_str_eq(text_string(&out), texts[_i].escaped);
	text_clear(&out);
	printable_ascii(&out, text, strlen(text));
	ck_assert_str_eq(text_string(&out), texts[_i].ascii);
	text_release(&out);
}

/* Writes the UTF-8 of a character below U+10000. */
static void encode(uint32_t character, char *bytes)
{
	if (character < 0x80) {
		*bytes++ = (char)character;
	} else if (character < 0x800) {
		*bytes++ = (char)(0xc0 | character >> 6);
		*bytes++ = (char)(0x80 | (character & 0x3f));
	} else {
		*bytes++ = (char)(0xe0 | character >> 12);
		*bytes++ = (char)(0x80 | (character >> 6 & 0x3f));
		*bytes++ = (char)(0x80 | (character & 0x3f));
	}
	*bytes = '\0';
}

/* What `print` writes to a file. */
static void printed(void (*print)(FILE *file, const char *text),
		    const char *text, char *bytes, size_t room)
{
	FILE *file = tmpfile();
	size_t length;

	ck_assert_ptr_nonnull(file);
	print(file, text);
	rewind(file);
	length = fread(bytes, 1, room - 1, file);
	bytes[length] = '\0';
	fclose(file);
}

static void print_line(FILE *file, const char *text)
{
	printable_line(file, "a%sz", text);
}

static void print_lines(FILE *file, const char *text)
{
	struct text lines = {0};

	text_printf(&lines, "a%sz\n", text);
	printable_print(file, &lines);
	text_release(&lines);
}

/* Controls, separators, writing directions, characters without width. */
static const struct {
	uint32_t first, last;
} harmful[] = {
	{ 0x01, 0x1f }, { 0x7f, 0x9f }, { 0xad, 0xad }, { 0x61c, 0x61c },
	{ 0x180e, 0x180e }, { 0x200b, 0x200f }, { 0x2028, 0x202e },
	{ 0x2060, 0x206f }, { 0xfeff, 0xfeff }, { 0xfff9, 0xfffb }
};

static void check_escapes(const char *text, const char *escaped)
{
	struct text out = {0};

	ck_assert(!printable_is_plain(text));
	printable_escaped(&out, text);
	ck_assert_str_eq(text_string(&out), escaped);
	text_clear(&out);
	printable_bytes(&out, text, strlen(text));
	printable_fit(&out, text, 9);
	printable_xml(&out, text);
	ck_assert_str_eq(text_string(&out), "???");
	text_clear(&out);
	printable_csv(&out, text);
	ck_assert_ptr_nonnull(strstr(text_string(&out), escaped));
	ck_assert(printable_is_plain(text_string(&out)));
	text_release(&out);
}

static void check_sentences(const char *text, const char *whole)
{
	struct error err;

	error_set(&err, "a%sz", text);
	ck_assert_str_eq(err.text, whole);
	error_at(&err, "%s", text);
	error_add(&err, "%s", text);
	ck_assert(printable_is_plain(err.text));
}

TEST_EACH(no_harmful_character_gets_through, sizeof harmful / sizeof *harmful)
{
	uint32_t last = harmful[_i].last;

	for (uint32_t c = harmful[_i].first; c <= last; c++) {
		char text[8], escaped[16], whole[32], line[64];

		encode(c, text);
		snprintf(escaped, sizeof escaped, "\\u%04x", c);
		check_escapes(text, escaped);
		snprintf(whole, sizeof whole, "a%sz", escaped);
		check_sentences(text, whole);
		snprintf(whole, sizeof whole, "a%sz\n", escaped);
		printed(print_line, text, line, sizeof line);
		ck_assert_str_eq(line, whole);
		printed(print_lines, text, line, sizeof line);
		ck_assert_str_eq(line, c == '\n' ? "a\nz\n" : whole);
	}
}

TEST(letters_get_through)
{
	static const uint32_t plain[] = { ' ', '~', 0xa0, 0xe9, 0x301, 0x5d0,
		0x627, 0x2010, 0x2027, 0x203d, 0x4e00, 0xfe0f, 0xfffd };

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		char text[8];
		struct text out = {0};

		encode(plain[i], text);
		printable_escaped(&out, text);
		ck_assert_str_eq(text_string(&out), text);
		ck_assert(printable_is_plain(text));
		text_release(&out);
	}
}

TEST(a_sentence_is_cut_between_characters)
{
	struct text in = {0};
	struct error err;

	while (in.length < 2 * sizeof err.text)
		text_add(&in, "\xe6\xbc\xa2");
	error_set(&err, "1%s", text_string(&in));
	ck_assert_uint_eq(strlen(err.text), 1 + (sizeof err.text - 2) / 3 * 3);
	error_at(&err, "2");
	ck_assert(printable_is_plain(err.text));
	text_release(&in);
}

TEST(a_long_text_loses_its_middle)
{
	struct text in = {0}, out = {0};

	while (in.length < 400)
		text_add(&in, "\xc3\xa9");
	printable_excerpt(&out, in.bytes, in.length, 0);
	ck_assert_uint_lt(out.length, in.length);
	ck_assert_ptr_nonnull(strstr(text_string(&out),
				     "\xc3\xa9 ..50 more bytes.. \xc3\xa9"));
	text_clear(&out);
	printable_row(&out, "came", "one\ntwo\n", 8);
	ck_assert_str_eq(text_string(&out), "     came      one\n"
			 "               two\n");
	text_release(&in);
	text_release(&out);
}

TEST(a_word_is_quoted_for_a_shell_where_it_must_be)
{
	static const char *const words[][2] = {
		{ "./bot-1.py", "./bot-1.py" }, { "a=b,c:+@%_", "a=b,c:+@%_" },
		{ "", "''" }, { "my bot", "'my bot'" },
		{ "it's", "'it'\\''s'" }, { "$HOME", "'$HOME'" },
		{ "a\nb", "'a\\u000ab'" },
	};
	struct text out = {0};

	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		text_clear(&out);
		printable_shell(&out, words[i][0]);
		ck_assert_str_eq(text_string(&out), words[i][1]);
	}
	text_release(&out);
}

/* ### files */

static const struct {
	const char *text, *csv, *xml;
} fields[] = {
	{ "ada", "ada", "ada" },
	{ "", "", "" },
	{ "a,b", "\"a,b\"", "a,b" },
	{ "a \"b\"", "\"a \"\"b\"\"\"", "a \"b\"" },
	{ "a\nb", "a\\u000ab", "a?b" },
	{ "a\rb", "a\\u000db", "a?b" },
	{ "=1+2", "'=1+2", "=1+2" },
	{ "+a", "'+a", "+a" }, { "-a", "'-a", "-a" }, { "@a", "'@a", "@a" },
	{ "-", "'-", "-" },
	{ "\ta", "'\\u0009a", "?a" }, { "\ra", "'\\u000da", "?a" },
	{ "=a,b", "\"'=a,b\"", "=a,b" },
	{ "'=a", "'" "'=a", "'=a" }, { "'a", "'a", "'a" },
	{ "a=b", "a=b", "a=b" },
	{ "-12.5", "-12.5", "-12.5" }, { "+3", "+3", "+3" },
	{ "a;b 'c'", "a;b 'c'", "a;b 'c'" },
	{ "a & <b>", "a & <b>", "a &amp; &lt;b&gt;" },
	{ "\xff.\xc3", "\\u00ff.\\u00c3", "?.?" },
	{ "\xef\xbf\xbe-\xef\xbf\xbf\xef\xbf\xbd",
	  "\xef\xbf\xbe-\xef\xbf\xbf\xef\xbf\xbd", "?-?\xef\xbf\xbd" },
};

TEST_EACH(a_field_keeps_to_its_place, sizeof fields / sizeof *fields)
{
	struct text out = {0};

	printable_csv(&out, fields[_i].text);
	ck_assert_str_eq(text_string(&out), fields[_i].csv);
	text_clear(&out);
	printable_xml(&out, fields[_i].text);
	ck_assert_str_eq(text_string(&out), fields[_i].xml);
	text_release(&out);
}
