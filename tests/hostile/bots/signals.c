/*
 * signals.c - hostile bots that send signals or die from them.
 *
 * A misdeed against the referee or the rival looks for processes whose command
 * names the folder of this match, so that no other match is ever hit.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "talk.h"

/* ### against itself */

static void dies(int number)
{
	signal(number, SIG_DFL);
	raise(number);
	_exit(9);
}

static void segv(void) { dies(SIGSEGV); }
static void abrt(void) { dies(SIGABRT); }
static void sigsys(void) { dies(SIGSYS); }
static void fpe(void) { dies(SIGFPE); }
static void sigkill(void) { dies(SIGKILL); }
static void fakes_a_limit(void) { dies(SIGXCPU); }

static int deep(volatile char *before)
{
	volatile char here[4096];

	if (before == NULL)
		return 0;
	here[0] = before[0];
	return deep(here) + here[0];
}

static void overflows_its_stack(void)
{
	char start = 0;

	_exit(deep(&start));
}

static void stops_itself(void)
{
	raise(SIGSTOP);
	hang();
}

/* A child stops and resumes it again and again. */
static void stutters(void)
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

static void ignores_signals(void)
{
	sigset_t all;

	for (int number = 1; number < NSIG; number++)
		signal(number, SIG_IGN);
	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	hang();
}

/* Sets its own limit of processor time to 0. */
static void limits_itself(void)
{
	struct rlimit none = { 0, 0 };

	setrlimit(RLIMIT_CPU, &none);
	spin();
}

/* ### against its group and its parent */

static void kills_its_group(void)
{
	kill(0, SIGKILL);
	hang();
}

static void terms_its_group(void)
{
	signal(SIGTERM, SIG_IGN);
	kill(0, SIGTERM);
}

static void signals_its_parent(void)
{
	const int polite[] = { SIGTERM, SIGINT, SIGHUP, SIGCHLD };

	for (int i = 0; i < 1000; i++)
		kill(getppid(), polite[i % 4]);
}

static void kills_its_parent(void)
{
	kill(getppid(), SIGKILL);
	hang();
}

static void stops_its_parent(void)
{
	kill(getppid(), SIGSTOP);
	hang();
}

/* ### against all processes */

static void kills_everybody(void)
{
	kill(-1, SIGKILL);
}

static void stops_everybody(void)
{
	kill(-1, SIGSTOP);
}

/* Signals all processes with FOLDER/`whose` in their command. */
static void send_to(const char *whose, int number)
{
	char path[300], command[4096], wanted[300];
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	snprintf(wanted, sizeof wanted, "%s/%s", target.folder, whose);
	while (proc != NULL && (entry = readdir(proc)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
		ssize_t got = -1;
		int fd;

		snprintf(path, sizeof path, "/proc/%.200s/cmdline",
			 entry->d_name);
		fd = pid > 1 && pid != getpid() ? open(path, O_RDONLY) : -1;
		if (fd >= 0) {
			got = read(fd, command, sizeof command);
			close(fd);
		}
		if (got > 0 && memmem(command, (size_t)got, wanted,
				      strlen(wanted)) != NULL)
			kill(pid, number);
	}
	if (proc != NULL)
		closedir(proc);
}

static void kills_the_referee(void)
{
	send_to("referee", SIGKILL);
}

static void kills_its_rival(void)
{
	send_to("rival", SIGKILL);
}

static void stops_its_rival(void)
{
	send_to("rival", SIGSTOP);
}

const struct misdeed signal_misdeeds[] = {
	{ "segv", AT_TURN, segv },
	{ "abrt", AT_TURN, abrt },
	{ "sigsys", AT_TURN, sigsys },
	{ "fpe", AT_TURN, fpe },
	{ "sigkill", AT_TURN, sigkill },
	{ "fakes_a_limit", AT_TURN, fakes_a_limit },
	{ "overflows_its_stack", AT_TURN, overflows_its_stack },
	{ "stops_itself", AT_TURN, stops_itself },
	{ "stutters", AT_TURN, stutters },
	{ "ignores_signals", AT_TURN, ignores_signals },
	{ "limits_itself", AT_TURN, limits_itself },
	{ "kills_its_group", AT_TURN, kills_its_group },
	{ "terms_its_group", AT_TURN, terms_its_group },
	{ "signals_its_parent", AT_TURN, signals_its_parent },
	{ "kills_its_parent", AT_TURN, kills_its_parent },
	{ "stops_its_parent", AT_TURN, stops_its_parent },
	{ "kills_everybody", AT_TURN, kills_everybody },
	{ "stops_everybody", AT_TURN, stops_everybody },
	{ "kills_the_referee", AT_TURN, kills_the_referee },
	{ "kills_its_rival", AT_TURN, kills_its_rival },
	{ "stops_its_rival", AT_TURN, stops_its_rival },
	{ NULL, AT_TURN, NULL }
};
