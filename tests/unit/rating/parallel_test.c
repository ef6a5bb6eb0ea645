/*
 * parallel_test.c - each index is called once, with any number of threads.
 */
#include <stdatomic.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tournaments/rating/parallel.h"
#include "tests/unit/unit.h"

enum { MOST = 1000 };

struct calls {
	atomic_int of[MOST];
};

static void count_call(void *context, size_t index)
{
	struct calls *calls = context;

	ck_assert_uint_lt(index, MOST);
	atomic_fetch_add(&calls->of[index], 1);
}

static void check_calls(size_t count)
{
	struct calls calls = {0};

	parallel_run(count, count_call, &calls);
	for (size_t i = 0; i < MOST; i++)
		ck_assert_int_eq(atomic_load(&calls.of[i]), i < count);
}

TEST(each_index_is_called_once)
{
	check_calls(0);
	check_calls(1);
	check_calls(2);
	check_calls(MOST);
}

TEST(without_threads_this_one_does_all)
{
	struct rlimit before, none;

	/* root may exceed its limit of processes. */
	if (geteuid() == 0)
		ck_assert_int_eq(setuid(65534), 0);
	ck_assert_int_eq(getrlimit(RLIMIT_NPROC, &before), 0);
	none = (struct rlimit){ 0, before.rlim_max };
	ck_assert_int_eq(setrlimit(RLIMIT_NPROC, &none), 0);
	check_calls(MOST);
	/* A leak sanitizer starts a thread and traces the process. */
	ck_assert_int_eq(setrlimit(RLIMIT_NPROC, &before), 0);
	prctl(PR_SET_DUMPABLE, 1, 0, 0, 0);
}
