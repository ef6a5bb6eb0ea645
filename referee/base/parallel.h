/*
 * parallel.h - the same for many indices, on several cores.
 *
 * For what each index computes by itself: the result then depends neither on
 * the number of cores nor on what is done first.
 */
#ifndef BASE_PARALLEL_H
#define BASE_PARALLEL_H

#include <stddef.h>

/* No more threads than that: each needs memory of its own. */
enum { PARALLEL_MAX = 16 };

typedef void parallel_one(void *context, size_t index);

/*
 * Calls `one` for each index below `count`, from several threads at a time if
 * this process may use several cores and threads can be started; returns when
 * all have returned.  Lower indices are begun first.
 */
void parallel_run(size_t count, parallel_one *one, void *context);

#endif
