/*
 * overload_test.c - when the machine may be to blame, and reading its pressure.
 */
#include "host/overload.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

TEST_ROWS(each_case, "host/answers.txt", "overload")
{
	const struct overload_window window = {
		.spent_us = 1000000,
		.cpu_us = 1000LL * atoi(row->text[0]),
		.waited_us = 1000LL * atoi(row->text[1]),
		.pressed_us = 1000LL * atoi(row->text[2]),
		.ready = strcmp(row->text[3], "yes") == 0,
	};

	ck_assert(overload_is_likely(&window) ==
		  (strcmp(row->text[4], "yes") == 0));
}

/* If the waiting time of threads is unknown, the pressure decides. */
TEST(without_a_count_of_waiting)
{
	struct overload_window window = { .spent_us = 1000000,
		.cpu_us = 100000, .waited_us = -1, .pressed_us = 600000 };

	ck_assert(overload_is_likely(&window));
	window.pressed_us = 0;
	ck_assert(!overload_is_likely(&window));
	window.pressed_us = 600000;
	window.cpu_us = 950000;
	ck_assert(!overload_is_likely(&window));
}

static void check_pressure(const char *text, int64_t expected)
{
	file_put(text);
	ck_assert_int_eq(overload_pressure_us(file_name), expected);
}

TEST(pressure_is_read)
{
	check_pressure("some avg10=12.34 avg60=5.00 avg300=0.00 total=123456\n"
		       "full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n",
		       123456);
	check_pressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n"
		       "some avg10=0.00 avg60=0.00 avg300=0.00 "
		       "total=98765432109876\n", 98765432109876);
	check_pressure("full avg10=0.00 avg60=0.00 avg300=0.00 total=7\n", -1);
	check_pressure("some avg10=0.00\n", -1);
	check_pressure("", -1);
	ck_assert_int_eq(overload_pressure_us("none"), -1);
}

UNIT_FOLDER("pressure")
