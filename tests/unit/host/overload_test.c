/*
 * overload_test.c - when the machine may be to blame, and reading its pressure.
 */
#include "host/turn_clock.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

TEST_ROWS(each_case, "host/answers.txt", "overload")
{
	const struct turn_clock_window window = {
		.spent_us = 1000000,
		.cpu_us = 1000LL * atoi(row->text[0]),
		.waited_us = 1000LL * atoi(row->text[1]),
		.pressed_us = 1000LL * atoi(row->text[2]),
		.ready = row_yes(row, 3),
	};

	ck_assert(turn_clock_overloaded(&window) == row_yes(row, 4));
}

/* If the waiting time of threads is unknown, the pressure decides. */
TEST(without_a_count_of_waiting)
{
	struct turn_clock_window window = { .spent_us = 1000000,
		.cpu_us = 100000, .waited_us = -1, .pressed_us = 600000 };

	ck_assert(turn_clock_overloaded(&window));
	window.pressed_us = 0;
	ck_assert(!turn_clock_overloaded(&window));
	window.pressed_us = 600000;
	window.cpu_us = 950000;
	ck_assert(!turn_clock_overloaded(&window));
}

TEST_ROWS(pressure_is_read, "host/answers.txt", "pressure")
{
	file_put(row->text[0]);
	ck_assert_int_eq(turn_clock_pressure_us(file_name),
			 atoll(row->text[1]));
	ck_assert_int_eq(turn_clock_pressure_us("none"), -1);
}

UNIT_FOLDER("pressure")
