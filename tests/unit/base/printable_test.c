/*
 * printable_test.c - text for a terminal, CSV and XML does no harm there.
 */
#include <stdint.h>

#include "base/printable.h"
#include "tests/support/rows.h"
#include "tournaments/rating/csv.h"

#define FILE_NAME "base/printable.txt"

static void assert_made(struct text *out, const char *expected)
{
	ck_assert_str_eq(text_string(out), expected);
	text_clear(out);
}

/* ### a terminal, in columns */

TEST_ROWS(a_text_is_as_wide_as_a_terminal_shows_it, FILE_NAME, "widths")
{
	ck_assert_int_eq(printable_width(row->text[0]), atoi(row->text[1]));
}

/* Half of a wide character is not shown. */
TEST_ROWS(a_text_is_cut_between_characters, FILE_NAME, "cuts")
{
	struct text out = {0};

	ck_assert_int_eq(printable_fit(&out, row->text[0], atoi(row->text[1])),
			 atoi(row->text[3]));
	assert_made(&out, row->text[2]);
	text_release(&out);
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

TEST_ROWS(each_way_replaces_what_it_says, FILE_NAME, "bytes")
{
	const char *text = row->text[0];
	struct text out = {0};

	printable_bytes(&out, text, strlen(text));
	assert_made(&out, row->text[1]);
	printable_escaped(&out, text);
	assert_made(&out, row->text[2]);
	text_release(&out);
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
	{ 0x01, 0x1f }, { 0x7f, 0xa0 }, { 0xad, 0xad }, { 0x34f, 0x34f },
	{ 0x61c, 0x61c }, { 0x115f, 0x1160 }, { 0x17b4, 0x17b5 },
	{ 0x180b, 0x180f }, { 0x2000, 0x200f }, { 0x2028, 0x202f },
	{ 0x205f, 0x206f }, { 0x2800, 0x2800 }, { 0x3000, 0x3000 },
	{ 0x3164, 0x3164 }, { 0xfe00, 0xfe0f }, { 0xfeff, 0xfeff },
	{ 0xffa0, 0xffa0 }, { 0xfff9, 0xfffb }
};

static void check_escapes(const char *text, const char *escaped)
{
	struct text out = {0};

	ck_assert(!printable_is_plain(text));
	printable_escaped(&out, text);
	assert_made(&out, escaped);
	printable_bytes(&out, text, strlen(text));
	printable_fit(&out, text, 9);
	printable_xml(&out, text);
	assert_made(&out, "???");
	csv_field(&out, text);
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

		encode_utf8(c, text);
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
	static const uint32_t plain[] = { ' ', '~', 0xa1, 0xe9, 0x301, 0x5d0,
		0x627, 0x2010, 0x2027, 0x203d, 0x4e00, 0xfe10, 0xfffd };

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++) {
		char text[8];
		struct text out = {0};

		encode_utf8(plain[i], text);
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

TEST_ROWS(foreign_text_makes_up_no_row, FILE_NAME, "foreign")
{
	struct foreign room;

	ck_assert_str_eq(FOREIGN(row->text[0]), row->text[1]);
	/* Characters of no width and of two. */
	for (int wide = 0; wide < 2; wide++) {
		struct text in = {0};

		while (in.length < 900)
			text_add(&in, wide ? "\xe6\xbc\xa2" : "\xcc\x81");
		printable_foreign(&room, in.bytes, in.length);
		ck_assert_int_le(printable_width(room.bytes), FOREIGN_COLUMNS);
		ck_assert_uint_eq(strlen(room.bytes), wide ? 89 : 118);
		text_release(&in);
	}
}

TEST(a_block_is_broken_before_a_terminal_breaks_it)
{
	struct text in = {0}, out = {0};

	text_printf(&in, "%65sm.jsonl: verified\n%70s\nb\n", "", "");
	printable_block(&out, in.bytes, in.length, 4);
	ck_assert_ptr_nonnull(strstr(text_string(&out), "m.jso\n    nl"));
	ck_assert_ptr_nonnull(strstr(text_string(&out), "  \n    b"));
	ck_assert_ptr_null(strstr(text_string(&out), "\n    \n"));
	text_release(&in);
	text_release(&out);
}

TEST_ROWS(a_word_is_quoted_for_a_shell_where_it_must_be, FILE_NAME, "words")
{
	struct text out = {0};

	printable_shell(&out, row->text[0]);
	assert_made(&out, row->text[1]);
	text_release(&out);
}

TEST_ROWS(a_field_keeps_to_its_place, FILE_NAME, "fields")
{
	struct text out = {0}, made = {0};

	csv_field(&out, row->text[0]);
	text_add(&made, text_string(&out));
	assert_made(&out, row->text[1]);
	if (*text_string(&made) != '"') {
		csv_field_undo(&made);
		printable_escaped(&out, row->text[0]);
		assert_made(&out, text_string(&made));
	}
	text_release(&made);
	printable_xml(&out, row->text[0]);
	assert_made(&out, row->text[2]);
	text_release(&out);
}
