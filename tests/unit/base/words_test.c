/*
 * words_test.c - lists of words, and whole numbers from text.
 */
#include "base/text.h"
#include "tests/support/rows.h"

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

TEST_ROWS(a_number_is_digits_and_nothing_else, "base/values.txt", "numbers")
{
	long long number = 77;
	bool good = number_parse(row->text[0], atoll(row->text[1]),
				 atoll(row->text[2]), &number);

	ck_assert(good == (row->text[3] != NULL));
	ck_assert_int_eq(number, good ? atoll(row->text[3]) : 77);
}
