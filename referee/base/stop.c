/*
 * stop.c - signals that ask the program to stop.
 */
#include "base/stop.h"

#include <stddef.h>

/* A signal handler has nothing else to write to. */
static volatile sig_atomic_t stopped;

static void stop(int number)
{
	(void)number;
	stopped = stopped + 1;
}

const volatile sig_atomic_t *stop_on_signals(void)
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = stop };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
	return &stopped;
}
