/*
 * decimal_test.c - numbers are rounded alike for people, CSV and JSON.
 */
#include <math.h>

#include "base/json_write.h"
#include "tests/support/rows.h"

/* Zero is never negative. */
TEST_ROWS(a_number_has_its_places, "base/printable.txt", "decimals")
{
	char buffer[DECIMAL_SIZE];

	ck_assert_str_eq(decimal(buffer, strtod(row->text[0], NULL),
				 atoi(row->text[1]), row->text[2][0] == '+'),
			 row->text[3]);
}

TEST(what_is_printed_alike_is_equal)
{
	ck_assert_double_eq(decimal_rounded(0.1234564), 0.123456);
	ck_assert_double_eq(decimal_rounded(0.1234556), 0.123456);
	ck_assert_double_eq(decimal_rounded(-0.1234556), -0.123456);
	ck_assert_double_ne(decimal_rounded(0.1234544), 0.123456);
}

TEST(json_has_six_places_or_null)
{
	struct json_writer w = {0};

	json_open(&w, '{');
	decimal_put_json(&w, "third", 1.0 / 3);
	decimal_put_json(&w, "zero", -1e-9);
	decimal_put_json(&w, "none", NAN);
	decimal_put_json(&w, "much", -INFINITY);
	json_close(&w, '}');
	ck_assert_str_eq(text_string(&w.out), "{\"third\":0.333333,"
			 "\"zero\":0.000000,\"none\":null,"
			 "\"much\":null}");
	text_release(&w.out);
}
