/*
 * pause_obey.c - suspending and resuming a bot on request, in the process that
 * does it.
 */
#define _GNU_SOURCE
#include "host/pause_obey.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum {
	/* A thread that was about to resume others still does so when it next
	   runs, and stops only then.  So SIGSTOP is sent a few times, with
	   pauses for such threads to run. */
	ROUNDS = 4,
	MOMENT_NS = 200000
};

/* Returns the latest request; 0: there is none; -1: there will be no more. */
static int request(int pipe)
{
	char requests[4096];
	ssize_t got;

	do
		got = read(pipe, requests, sizeof requests);
	while (got < 0 && errno == EINTR);
	return got > 0 ? requests[got - 1] : got == 0 ? -1 : 0;
}

static void signal_all(int number)
{
	const struct timespec moment = { .tv_nsec = MOMENT_NS };

	kill(-1, number);
	for (int round = 1; round < ROUNDS && number == SIGSTOP; round++) {
		nanosleep(&moment, NULL);
		kill(-1, number);
	}
}

bool pause_obey(int pipe)
{
	int number = request(pipe);

	if (number > 0)
		signal_all(number);
	return number >= 0;
}

bool pause_obey_as(int pipe, uid_t user, uid_t helper)
{
	int number = request(pipe);

	if (number <= 0)
		return number == 0;
	if (setresuid(helper, user, 0) == 0)
		signal_all(number);
	/* Cannot fail: the saved user ID is root. */
	if (setresuid(0, 0, 0) != 0)
		_exit(126);
	return true;
}

void pause_be_prompt(void)
{
	/* struct sched_attr of the kernel, which the C library may lack. */
	struct {
		uint32_t size, policy;
		uint64_t flags;
		int32_t nice;
		uint32_t priority;
		uint64_t runtime, deadline, period;
	} wanted = {
		.size = sizeof wanted, .policy = SCHED_OTHER,
		.nice = getpriority(PRIO_PROCESS, 0), .runtime = 100000,
	};

	/* Kernels before 6.12 ignore the slice (`runtime`). */
	(void)syscall(SYS_sched_setattr, 0, &wanted, 0U);
}
