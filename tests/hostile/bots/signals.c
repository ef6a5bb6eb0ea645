/*
 * signals.c - hostile bots that send signals or die from them.
 */
#define _GNU_SOURCE
#include <sys/resource.h>

#include "talk.h"

/* ### against itself */

static void dies(int number)
{
	signal(number, SIG_DFL);
	raise(number);
	_exit(9);
}

MISDEED(segv, AT_TURN) { dies(SIGSEGV); }
MISDEED(abrt, AT_TURN) { dies(SIGABRT); }
MISDEED(sigsys, AT_TURN) { dies(SIGSYS); }
MISDEED(fpe, AT_TURN) { dies(SIGFPE); }
MISDEED(sigkill, AT_TURN) { dies(SIGKILL); }
MISDEED(fakes_a_limit, AT_TURN) { dies(SIGXCPU); }

static int deep(volatile char *before)
{
	volatile char here[4096];

	if (before == NULL)
		return 0;
	here[0] = before[0];
	return deep(here) + here[0];
}

MISDEED(overflows_its_stack, AT_TURN)
{
	char start = 0;

	_exit(deep(&start));
}

LAST_DEED(stops_itself, AT_TURN) { raise(SIGSTOP); }

/* A child stops and resumes it again and again. */
MISDEED(stutters, AT_TURN)
{
	pid_t self = getpid();

	if (fork() != 0)
		hang();
	for (;;) {
		kill(self, SIGSTOP);
		pause_ms(5);
		kill(self, SIGCONT);
		pause_ms(5);
	}
}

LAST_DEED(ignores_signals, AT_TURN)
{
	sigset_t all;

	ignore_signals();
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
}

/* Sets its own limit of processor time to 0. */
MISDEED(limits_itself, AT_TURN)
{
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CPU, &none);
	spin();
}

/* ### against its group and its parent */

LAST_DEED(kills_its_group, AT_TURN) { kill(0, SIGKILL); }

MISDEED(terms_its_group, AT_TURN)
{
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
}

MISDEED(signals_its_parent, AT_TURN)
{
	const int polite[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };

	for (int i = 0; i < 1000; i++)
		kill(getppid(), polite[i % 4]);
}

LAST_DEED(kills_its_parent, AT_TURN) { kill(getppid(), SIGKILL); }

LAST_DEED(stops_its_parent, AT_TURN) { kill(getppid(), SIGSTOP); }

/* ### against all processes */

MISDEED(kills_everybody, AT_TURN) { kill(-1, SIGKILL); }
MISDEED(stops_everybody, AT_TURN) { kill(-1, SIGSTOP); }

/* Signals all processes with FOLDER/`whose` in their command. */
static void send_to(const char *whose, int number)
{
	DIR *proc = opendir("/proc");
	pid_t pid;

	while ((pid = next_process(proc, whose)) != 0)
		kill(pid, number);
	if (proc != NULL)
		closedir(proc);
}

MISDEED(kills_the_referee, AT_TURN) { send_to("referee", SIGKILL); }
MISDEED(kills_its_rival, AT_TURN) { send_to("rival", SIGKILL); }
MISDEED(stops_its_rival, AT_TURN) { send_to("rival", SIGSTOP); }
