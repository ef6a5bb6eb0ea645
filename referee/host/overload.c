/*
 * overload.c - was the machine too busy while a bot's time ran?
 */
#define _DEFAULT_SOURCE
#include "host/overload.h"

#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static int64_t least_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

/* Falls back to the one-minute load average where the system does not report
   the pressure. */
static bool is_pressed(const struct overload_window *window)
{
	double load = 0;

	if (window->pressed_us >= 0)
		return window->pressed_us > window->spent_us / 4;
	return getloadavg(&load, 1) == 1 &&
		load > (double)sysconf(_SC_NPROCESSORS_ONLN);
}

bool overload_is_likely(const struct overload_window *window)
{
	/* A bot is promised one core, so it never wanted more than `spent`.
	   Threads that wait for each other on one core have lost nothing. */
	const int64_t spent = window->spent_us;
	const bool pressed = is_pressed(window);
	const int64_t wanted = window->waited_us < 0 ||
		(window->ready && pressed) ? spent :
		least_of(spent, window->cpu_us + window->waited_us);
	const int64_t lost = wanted - window->cpu_us;

	if (window->waited_us >= 0 && lost > spent / 4 &&
	    window->cpu_us < wanted / 2)
		return true;
	return lost > spent / 10 && pressed;
}

int64_t overload_pressure_us(const char *path)
{
	FILE *file = fopen(path, "re");
	long long total = -1;
	char line[256];

	while (file != NULL && total < 0 &&
	       fgets(line, sizeof line, file) != NULL)
		if (sscanf(line, "some avg10=%*f avg60=%*f avg300=%*f "
			   "total=%lld", &total) != 1)
			total = -1;
	if (file != NULL)
		fclose(file);
	return total;
}
