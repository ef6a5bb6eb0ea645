/*
 * parallel.c - calls a function for many indices on several cores.
 */
#define _GNU_SOURCE
#include "tournaments/rating/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

struct parallel {
	size_t count;
	atomic_size_t next;
	parallel_one *one;
	void *context;
};

static void *help(void *context)
{
	struct parallel *parallel = context;
	size_t index;

	while ((index = atomic_fetch_add(&parallel->next, 1)) < parallel->count)
		parallel->one(parallel->context, index);
	return NULL;
}

/* The number of threads that are useful besides this one. */
static size_t helpers(size_t count)
{
	cpu_set_t mine;
	size_t cores = 1;

	if (sched_getaffinity(0, sizeof mine, &mine) == 0)
		cores = (size_t)CPU_COUNT(&mine);
	if (cores > PARALLEL_MAX)
		cores = PARALLEL_MAX;
	if (cores > count)
		cores = count;
	return cores > 0 ? cores - 1 : 0;
}

void parallel_run(size_t count, parallel_one *one, void *context)
{
	struct parallel parallel = { .count = count, .one = one,
		.context = context };
	pthread_t thread[PARALLEL_MAX];
	size_t wanted = helpers(count), made = 0;

	/* If a thread cannot be started, the others do its work. */
	while (made < wanted &&
	       pthread_create(&thread[made], NULL, help, &parallel) == 0)
		made++;
	help(&parallel);
	while (made > 0)
		pthread_join(thread[--made], NULL);
}
