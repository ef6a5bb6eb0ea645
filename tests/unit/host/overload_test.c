/*
 * overload_test.c - when the machine may be to blame, and reading its pressure.
 */
#include <string.h>

#include "host/overload.h"
#include "tests/unit/unit.h"
#include "tests/support/test_folder.h"

/* Times are of 1000 ms. */
static const struct {
	const char *what;
	int cpu_ms, waited_ms, pressed_ms;
	bool suspect, ready;
} rows[] = {
	{ "sleeps on a quiet machine", 1, 0, 0, false, false },
	{ "sleeps on a busy one", 1, 2, 1000, false, false },
	{ "computes, alone", 1000, 0, 0, false, false },
	{ "computes beside others who wait", 990, 10, 900, false, false },
	{ "its four threads wait for each other", 1000, 3000, 1000, false, false },
	{ "got a tenth of its core", 100, 900, 1000, true, false },
	{ "the same, and nobody says why", 100, 900, 0, true, false },
	{ "got just less than half", 499, 501, 0, true, false },
	{ "got just half", 500, 500, 0, false, false },
	{ "got two thirds while others waited", 667, 333, 800, true, false },
	{ "got two thirds, and the machine was quiet", 667, 333, 200, false, false },
	{ "slept, then got little, for a short while", 40, 60, 60, false, false },
	{ "slept, then got little, for long", 100, 300, 0, true, false },
	{ "two threads, and others took half", 500, 1500, 1000, true, false },
	{ "got nothing yet, and still waits", 1, 0, 900, true, true },
	{ "woke up just now, on a quiet machine", 1, 0, 100, false, true },
	{ "computes to the end, on a busy machine", 990, 5, 900, false, true },
};

TEST_EACH(each_case, (int)(sizeof rows / sizeof *rows))
{
	const struct overload_window window = {
		.spent_us = 1000000,
		.cpu_us = 1000LL * rows[_i].cpu_ms,
		.waited_us = 1000LL * rows[_i].waited_ms,
		.ready = rows[_i].ready,
		.pressed_us = 1000LL * rows[_i].pressed_ms,
	};

	ck_assert_msg(overload_is_likely(&window) == rows[_i].suspect,
		      "%s: not %d", rows[_i].what, rows[_i].suspect);
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
	file_write(text, strlen(text));
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

static void set_up(void)
{
	tournament_folder_make("pressure");
}

UNIT_FILE(set_up, remove_tree)
