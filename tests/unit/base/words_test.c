/*
 * words_test.c - lists of words, and whole numbers from text.
 */
#include <limits.h>

#include "base/number.h"
#include "base/words.h"
#include "tests/unit/unit.h"

static const char *const colours[] = { "red", "green", "blue", NULL };
static const char *const none[] = { NULL };

TEST(a_word_is_found_at_its_place)
{
	ck_assert_int_eq(words_find(colours, "red"), 0);
	ck_assert_int_eq(words_find(colours, "blue"), 2);
	ck_assert_int_eq(words_find(colours, "Blue"), -1);
	ck_assert_int_eq(words_find(colours, "gre"), -1);
	ck_assert_int_eq(words_find(colours, ""), -1);
	ck_assert_int_eq(words_find(none, "red"), -1);
}

TEST(a_list_names_all_of_them)
{
	struct text out = {0};

	text_add(&out, "known are ");
	words_list(&out, colours, ", ");
	words_list(&out, none, ", ");
	ck_assert_str_eq(text_string(&out), "known are red, green, blue");
	text_clear(&out);
	words_add(&out, "one", " or ");
	words_add(&out, "two", " or ");
	ck_assert_str_eq(text_string(&out), "one or two");
	text_release(&out);
}

static const struct {
	const char *text;
	long long min, max;
	bool good;
	long long number;
} numbers[] = {
	{ "0", 0, 0, true, 0 },
	{ "7", 0, 9, true, 7 },
	{ "-7", -9, 9, true, -7 },
	{ "007", 0, 9, true, 7 },
	{ "10", 0, 9, false, 0 },
	{ "-1", 0, 9, false, 0 },
	{ "-0", -9, 9, false, 0 },
	{ "9223372036854775807", 0, LLONG_MAX, true, LLONG_MAX },
	{ "9223372036854775808", 0, LLONG_MAX, false, 0 },
	{ "-9223372036854775808", LLONG_MIN, 0, true, LLONG_MIN },
	{ "-9223372036854775809", LLONG_MIN, 0, false, 0 },
	{ "", 0, 9, false, 0 },
	{ "-", -9, 9, false, 0 },
	{ "+7", 0, 9, false, 0 },
	{ " 7", 0, 9, false, 0 },
	{ "7 ", 0, 9, false, 0 },
	{ "- 7", -9, 9, false, 0 },
	{ "--7", -9, 9, false, 0 },
	{ "7x", 0, 9, false, 0 },
	{ "0x7", 0, 9, false, 0 },
	{ "7.0", 0, 9, false, 0 },
	{ "1e1", 0, 99, false, 0 },
};

TEST_EACH(a_number_is_digits_and_nothing_else, sizeof numbers / sizeof *numbers)
{
	long long number = 77;

	ck_assert_msg(number_parse(numbers[_i].text, numbers[_i].min,
				   numbers[_i].max, &number) ==
		      numbers[_i].good, "\"%s\"", numbers[_i].text);
	ck_assert_int_eq(number, numbers[_i].good ? numbers[_i].number : 77);
}
