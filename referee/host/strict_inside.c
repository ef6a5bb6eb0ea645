/*
 * strict_inside.c - level `strict`: the first process of a bot's namespaces.
 */
#define _GNU_SOURCE
#include "host/strict_inside.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/spawn.h"
#include "host/sandbox_steps.h"

static void send_report(int status, const struct sandbox_report *report)
{
	/* Without a reader, we are about to be killed anyway. */
	if (write(status, report, sizeof *report) < 0)
		return;
}

/* Forbids the bot to change its set of processors.  bwrap's filter cannot do
   that, because it also applies to the first process, which has to be able to
   use all processors.  It already refuses calls of other architectures. */
static int fix_cores(struct sandbox_report *report)
{
	static struct sock_filter rows[] = {
		BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
			 offsetof(struct seccomp_data, nr)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_sched_setaffinity,
			 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
	};
	const struct sock_fprog filter = { .filter = rows,
		.len = sizeof rows / sizeof *rows };

	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) == 0 ?
		0 : sandbox_report_fails(report, errno, "cannot keep a bot on "
					 "its processors (seccomp)");
}

struct inside_bot {
	const struct limits *limits;
	int core;               /* the match's own processor, or -1 */
	char *const *command;
};

static void become_bot(void *context)
{
	const struct inside_bot *bot = context;
	const struct limits *limits = bot->limits;
	/* The first process counts as one of the user's tasks here. */
	const long tasks = limits->value[LIMIT_TASKS] + 1L;
	struct sandbox_report report = { .stage = SANDBOX_BROKEN };
	int fd[] = { FROM_IN, FROM_OUT, FROM_ERR, FROM_STATUS };
	int status = FROM_STATUS;
	sigset_t none;

	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
	setsid();
	unsetenv("PWD");        /* which bwrap has set */
	if (sandbox_steps_descriptors(fd, 4, &report) == 0) {
		status = 3;
		fcntl(status, F_SETFD, FD_CLOEXEC);
		if (sandbox_steps_cores(limits, bot->core, &report) == 0 &&
		    fix_cores(&report) == 0 &&
		    sandbox_steps_limits(limits, tasks, &report) == 0)
			sandbox_steps_execute(bot->command, environ, limits,
					      &report);
	}
	send_report(status, &report);
	_exit(127);
}

/* A thread that was about to resume others still does so when it next runs, and
   stops only then.  So SIGSTOP is sent a few times, with pauses for such
   threads to run. */
static void stop_all(void)
{
	enum { ROUNDS = 4 };
	const struct timespec moment = { .tv_nsec = 200000 };

	for (int round = 0; round < ROUNDS; round++) {
		if (round > 0)
			nanosleep(&moment, NULL);
		kill(-1, SIGSTOP);
	}
}

/* Waits for the bot and for orphans, which process 1 adopts, and stops or
   resumes them all on request.  When this process exits, the system kills all
   others in the namespace. */
static _Noreturn void be_first(pid_t bot)
{
	const struct sigaction ends_only = { .sa_handler = SIG_DFL,
					     .sa_flags = SA_NOCLDSTOP };
	siginfo_t info;
	sigset_t awaited;
	int status, number;
	pid_t pid;

	sigemptyset(&awaited);
	sigaddset(&awaited, SIGCHLD);
	sigaddset(&awaited, STRICT_STOP);
	sigaddset(&awaited, STRICT_RESUME);
	sigprocmask(SIG_BLOCK, &awaited, NULL);
	sigaction(SIGCHLD, &ends_only, NULL);
	sandbox_steps_all_cores();
	sandbox_steps_prompt();

	/* The start is over when FROM_STATUS is closed.  A pipe of the bot that
	   stayed open here would hide that the bot closed its end. */
	for (int fd = DESCRIPTORS - 1; fd > FROM_STATUS; fd--)
		if (fd != FROM_EXIT)
			close(fd);
	close(FROM_STATUS);
	for (;;) {
		pid = waitpid(-1, &status, WNOHANG);
		if (pid == bot || (pid < 0 && errno == ECHILD))
			break;
		if (pid != 0)
			continue;
		number = sigwaitinfo(&awaited, &info);
		if (number == STRICT_STOP)
			stop_all();
		/* A process outside the namespace has no number inside. */
		else if (number == STRICT_RESUME && info.si_code == SI_USER &&
			 info.si_pid == 0)
			kill(-1, SIGCONT);
	}
	if (write(FROM_EXIT, &status, sizeof status) < 0)
		_exit(126);
	_exit(0);
}

_Noreturn void strict_inside(int argc, char **argv)
{
	static const enum limit passed[] = { LIMIT_TASKS, LIMIT_FILES,
		LIMIT_BOX_MB, LIMIT_MEMORY_MB, LIMIT_CORES };
	/* Followed by the match's own processor. */
	enum { PASSED = sizeof passed / sizeof *passed,
		NUMBERS = PASSED + 1 };
	struct sandbox_report report = { .stage = SANDBOX_BUILT };
	struct limits limits = {0};
	pid_t bot;

	if (argc < 2 + NUMBERS)
		_exit(126);
	for (int i = 0; i < PASSED; i++)
		limits.value[passed[i]] = (int)strtol(argv[2 + i], NULL, 10);
	/* The bot runs as the same user and must not access our memory. */
	if (prctl(PR_SET_DUMPABLE, 0, 0, 0, 0) != 0 ||
	    prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2)
		sandbox_report_fails(&report, errno, "the filter of system "
				     "calls is not in force");
	send_report(FROM_STATUS, &report);
	if (report.stage != SANDBOX_BUILT || argc == 2 + NUMBERS)
		_exit(0);
	bot = spawn_borrowing(become_bot, &(struct inside_bot){
		.limits = &limits, .command = argv + 2 + NUMBERS,
		.core = (int)strtol(argv[2 + PASSED], NULL, 10) });
	if (bot < 0) {
		sandbox_report_fails(&report, errno, "cannot start a process "
				     "(vfork)");
		send_report(FROM_STATUS, &report);
		_exit(126);
	}
	be_first(bot);
}
