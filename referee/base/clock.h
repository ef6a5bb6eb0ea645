/*
 * clock.h - time for deadlines and traces.
 */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <stdint.h>

/*
 * Microseconds since some moment in the past.  The clock never goes back,
 * cannot be set, and stops while the machine is suspended.
 */
int64_t clock_us(void);

#endif
