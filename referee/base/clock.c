/*
 * clock.c - time for deadlines and traces.
 */
#include "base/clock.h"

#include <stdlib.h>
#include <time.h>

int64_t clock_us(void)
{
	struct timespec now;

	/* This cannot fail: every Linux has this clock. */
	if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
		abort();
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}
