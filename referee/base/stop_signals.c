/*
 * stop_signals.c - signals that ask the program to stop.
 */
#include "base/stop_signals.h"

#include <stddef.h>

/* A signal handler cannot be given a context to write to. */
static volatile sig_atomic_t stopped;

static void stop(int number)
{
	(void)number;
	stopped = stopped + 1;
}

/* System calls are restarted, except poll and the like; their callers check the
   count. */
static void set_all(void (*handler)(int number))
{
	static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
	struct sigaction action = { .sa_handler = handler,
				    .sa_flags = SA_RESTART };

	sigemptyset(&action.sa_mask);
	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
		sigaction(numbers[i], &action, NULL);
}

const volatile sig_atomic_t *stop_signals_catch(void)
{
	set_all(stop);
	return &stopped;
}

/* Real-time signals are queued, so none is lost when two arrive together. */
void stop_signals_interrupt(bool interrupt)
{
	struct sigaction action = { .sa_handler = stop,
				    .sa_flags = interrupt ? 0 : SA_RESTART };

	sigemptyset(&action.sa_mask);
	sigaction(SIGRTMIN, &action, NULL);
}

const volatile sig_atomic_t *stop_signals_catch_from_parent(void)
{
	stop_signals_interrupt(false);
	set_all(SIG_IGN);
	return &stopped;
}

void stop_signals_pass_on(pid_t child)
{
	kill(child, SIGRTMIN);
}
