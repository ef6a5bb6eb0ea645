/*
 * clock.h - time for deadlines and traces.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>

/*
 * Microseconds since some moment in the past.  The clock never goes back,
 * cannot be set, and stops while the machine is suspended.
 */
static inline int64_t clock_us(void)
{
	struct timespec now;

	/* This cannot fail: every Linux has this clock. */
	if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
		abort();
	return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
