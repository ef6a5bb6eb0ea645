/*
 * decimal_test.c - numbers are rounded alike for people, CSV and JSON.
 */
#include <math.h>

#include "base/decimal.h"
#include "tests/unit/unit.h"

static const struct {
	double value;
	int places;
	bool plus;
	const char *text;
} decimals[] = {
	{ 1.0 / 3, 6, false, "0.333333" },
	{ 2.0 / 3, 1, false, "0.7" },
	{ 122.4, 1, true, "+122.4" },
	{ -122.4, 1, true, "-122.4" },
	{ -122.4, 0, false, "-122" },
	/* Zero is never negative. */
	{ -0.0, 0, false, "0" },
	{ -0.0, 2, true, "+0.00" },
	{ -0.04, 1, false, "0.0" },
	{ -0.04, 1, true, "+0.0" },
	{ -0.06, 1, false, "-0.1" },
	{ INFINITY, 1, true, "inf" },
	{ -INFINITY, 1, false, "-inf" },
};

TEST_EACH(a_number_has_its_places, sizeof decimals / sizeof *decimals)
{
	char buffer[DECIMAL_SIZE];

	ck_assert_str_eq(decimal(buffer, decimals[_i].value,
				 decimals[_i].places, decimals[_i].plus),
			 decimals[_i].text);
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
