/*
 * parallel.h - calls a function for many indices on several cores.
 *
 * The calls must be independent; the result then depends neither on the number
 * of cores nor on their order.
 */
#ifndef TOURNAMENTS_RATING_PARALLEL_H
#define TOURNAMENTS_RATING_PARALLEL_H

#include <stddef.h>

/* The maximum number of threads: each needs its own memory. */
enum { PARALLEL_MAX = 16 };

typedef void parallel_one(void *context, size_t index);

/*
 * Calls `one` for each index below `count`, from several threads if this
 * process may use several cores and threads can be started; returns when all
 * calls have returned.  Lower indices are started first.
 */
void parallel_run(size_t count, parallel_one *one, void *context);

#endif
