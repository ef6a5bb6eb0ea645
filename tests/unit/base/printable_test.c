/*
 * printable_test.c - what goes to a terminal, into CSV and into XML does no
 * harm there.
 */
#include <check.h>

#include "base/printable.h"
#include "tests/support/cases.h"

/* ### a terminal, in columns */

START_TEST(a_text_is_as_wide_as_a_terminal_shows_it)
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
		{ "a\xffz", 3 },                        /* no UTF-8: a?z */
		{ "\xc2\x85", 1 }, { "\x1b[2J", 4 },
		{ "\xe2\x80\xae", 1 }                   /* from right to left */
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
		ck_assert_msg(printable_width(cases[i].text) == cases[i].width,
			      "case %zu: %d", i,
			      printable_width(cases[i].text));
}
END_TEST

START_TEST(a_text_is_cut_between_characters)
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
		/* Half of a wide one is not shown. */
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
END_TEST

START_TEST(a_cell_is_as_wide_as_its_column)
{
	struct text out = {0};

	printable_cell(&out, "\xe6\xbc\xa2", 4, false);
	printable_cell(&out, "ada", 5, true);
	printable_cell(&out, "adam", 3, true);
	ck_assert_str_eq(text_string(&out), "\xe6\xbc\xa2    adaad~");
	text_release(&out);
}
END_TEST

/* ### a terminal: bytes */

static const struct {
	const char *text;
	const char *shown, *escaped, *ascii;
} texts[] = {
	{ "ada", "ada", "ada", "ada" },
	{ "\x1b[2J", "?[2J", "\\x1b[2J", "?[2J" },
	{ "a\nb\x7f", "a?b?", "a\\x0ab\\x7f", "a?b?" },
	{ "\xc2\x9b" "2J", "?2J", "\xc2\x9b" "2J", "??2J" },
	{ "d\xc3\xa9j", "d\xc3\xa9j", "d\xc3\xa9j", "d??j" },
	{ "", "", "", "" },
};

START_TEST(each_way_replaces_what_it_says)
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
END_TEST

START_TEST(a_long_text_loses_its_middle)
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
END_TEST

/* ### files */

static const struct {
	const char *text, *csv, *xml;
} fields[] = {
	{ "ada", "ada", "ada" },
	{ "", "", "" },
	{ "a,b", "\"a,b\"", "a,b" },
	{ "a \"b\"", "\"a \"\"b\"\"\"", "a \"b\"" },
	{ "a\nb", "\"a\nb\"", "a?b" },
	{ "a\rb", "\"a\rb\"", "a?b" },
	{ "a;b 'c'", "a;b 'c'", "a;b 'c'" },
	{ "a & <b>", "a & <b>", "a &amp; &lt;b&gt;" },
	{ "\xff.\xc3", "\xff.\xc3", "?.?" },
	{ "\xef\xbf\xbe-\xef\xbf\xbf\xef\xbf\xbd",
	  "\xef\xbf\xbe-\xef\xbf\xbf\xef\xbf\xbd", "?-?\xef\xbf\xbd" },
};

START_TEST(a_field_keeps_to_its_place)
{
	struct text out = {0};

	printable_csv(&out, fields[_i].text);
	ck_assert_str_eq(text_string(&out), fields[_i].csv);
	text_clear(&out);
	printable_xml(&out, fields[_i].text);
	ck_assert_str_eq(text_string(&out), fields[_i].xml);
	text_release(&out);
}
END_TEST

int main(void)
{
	TCase *tcase = tcase_create("printable");

	tcase_add_test(tcase, a_text_is_as_wide_as_a_terminal_shows_it);
	tcase_add_test(tcase, a_text_is_cut_between_characters);
	tcase_add_test(tcase, a_cell_is_as_wide_as_its_column);
	tcase_add_loop_test(tcase, each_way_replaces_what_it_says, 0,
			    sizeof texts / sizeof *texts);
	tcase_add_test(tcase, a_long_text_loses_its_middle);
	tcase_add_loop_test(tcase, a_field_keeps_to_its_place, 0,
			    sizeof fields / sizeof *fields);
	return cases_run("printable", tcase);
}
