/*
 * sandbox_steps.c - the steps by which a child becomes a bot.
 */
#define _GNU_SOURCE
#include "host/sandbox_steps.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/keyctl.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/file.h"
#include "base/landlock.h"
#include "base/process.h"
#include "base/text.h"

int sandbox_report_fails(struct sandbox_report *report, int number,
			 const char *what)
{
	report->stage = SANDBOX_BROKEN;
	report->number = number;
	snprintf(report->what, sizeof report->what, "%s", what);
	return -1;
}

int sandbox_steps_descriptors(int *fd, int count,
			      struct sandbox_report *report)
{
	/* First move them out of the range that they will take. */
	for (int i = 0; i < count; i++) {
		fd[i] = fcntl(fd[i], F_DUPFD_CLOEXEC, count);
		if (fd[i] < 0)
			return sandbox_report_fails(report, errno,
						    "cannot keep a pipe");
	}
	for (int i = 0; i < count; i++)
		if (dup2(fd[i], i) < 0)
			return sandbox_report_fails(report, errno,
					     "cannot set the bot's pipes");
	if (syscall(SYS_close_range, (unsigned)count, ~0U, 0U) != 0)
		return sandbox_report_fails(report, errno, "cannot close "
					    "descriptors (close_range; Linux "
					    "5.9 has it)");
	return 0;
}

static int limit(int resource, rlim_t most, struct sandbox_report *report)
{
	const struct rlimit wanted = { most, most };

	if (setrlimit(resource, &wanted) != 0)
		return sandbox_report_fails(report, errno, "cannot set a "
					    "resource limit (setrlimit)");
	return 0;
}

int sandbox_steps_limits(const struct limits *limits, long tasks,
			 struct sandbox_report *report)
{
	const int *value = limits->value;
	rlim_t megabyte = 1 << 20, most = (rlim_t)tasks;
	struct rlimit now;

	/* RLIMIT_NPROC counts all processes of the user; the keeper has made
	   sure that there is room. */
	if (getrlimit(RLIMIT_NPROC, &now) == 0 && now.rlim_max < most)
		most = now.rlim_max;
	if (limit(RLIMIT_CORE, 0, report) != 0 ||
	    limit(RLIMIT_NOFILE, (rlim_t)value[LIMIT_FILES], report) != 0 ||
	    limit(RLIMIT_FSIZE, (rlim_t)value[LIMIT_BOX_MB] * megabyte,
		  report) != 0 ||
	    limit(RLIMIT_NPROC, most, report) != 0)
		return -1;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return sandbox_report_fails(report, errno, "cannot give up new "
					    "privileges (PR_SET_NO_NEW_PRIVS)");
	return 0;
}

/* The kernel's processor sets may be larger than cpu_set_t: then the bot is not
   confined. */
int sandbox_steps_cores(const struct limits *limits, int first,
			struct sandbox_report *report)
{
	int left = limits->value[LIMIT_CORES];
	cpu_set_t all, mine;

	if (first < 0)
		return 0;
	sandbox_steps_all_cores();
	if (sched_getaffinity(0, sizeof all, &all) != 0)
		return 0;
	CPU_ZERO(&mine);
	for (int i = 0; i < CPU_SETSIZE && left > 0; i++) {
		const unsigned core = (unsigned)(first + i) % CPU_SETSIZE;

		if (!CPU_ISSET(core, &all))
			continue;
		CPU_SET(core, &mine);
		left--;
	}
	if (sched_setaffinity(0, sizeof mine, &mine) != 0)
		return sandbox_report_fails(report, errno, "cannot keep the "
					    "bot to its cores "
					    "(sched_setaffinity)");
	return 0;
}

void sandbox_steps_all_cores(void)
{
	cpu_set_t all;

	memset(&all, 0xff, sizeof all);
	(void)sched_setaffinity(0, sizeof all, &all);
}

void sandbox_steps_prompt(void)
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

void sandbox_steps_first_to_go(void)
{
	OWNED(file) int fd = open("/proc/self/oom_score_adj", O_WRONLY |
				  O_CLOEXEC);

	/* Only an extra; an ordinary user's bot can take it back. */
	if (fd >= 0 && write(fd, "500", 3) != 3)
		errno = 0;
}

int sandbox_steps_keyring(struct sandbox_report *report)
{
	if (syscall(SYS_keyctl, KEYCTL_JOIN_SESSION_KEYRING, NULL) >= 0)
		return 0;
	/* If this call is refused, the bot cannot read keys either. */
	if (errno == ENOSYS || errno == EPERM)
		return 0;
	return sandbox_report_fails(report, errno, "cannot make a session "
				    "keyring for the bot (keyctl)");
}

int sandbox_steps_user(uid_t user, struct sandbox_report *report)
{
	if (geteuid() != 0)
		return 0;
	if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
	    setresuid(user, user, user) != 0)
		return sandbox_report_fails(report, errno, "root cannot run "
					    "the bot as another user "
					    "(setresuid)");
	return 0;
}

int sandbox_steps_domain(struct sandbox_report *report)
{
	int number = landlock_enter(landlock_version());

	return number == 0 ? 0 : sandbox_report_fails(report, number,
		"cannot keep the bot away from other processes (Landlock)");
}

char **sandbox_steps_environment(const char *home)
{
	const char *path = getenv("PATH"), *lang = getenv("LANG");
	char **environment = NULL;

	words_append(&environment, text_new("PATH=%s", path != NULL ? path :
					    "/usr/bin:/bin"));
	words_append(&environment, text_new("LANG=%s", lang != NULL ? lang :
					    "C.UTF-8"));
	words_append(&environment, text_new("HOME=%s", home));
	return environment;
}

int sandbox_steps_reach(char *const *files, struct sandbox_report *report)
{
	for (int i = 0; files != NULL && files[i] != NULL; i++) {
		if (files[i][0] != '/' || access(files[i], R_OK) == 0 ||
		    errno != EACCES)
			continue;
		snprintf(report->what, sizeof report->what,
			 "as root, each bot runs as its own user, which cannot "
			 "reach %.300s: make its folders and the file "
			 "accessible to others (chmod o+rx) or use --sandbox "
			 "none",
			 files[i]);
		report->number = EACCES;
		report->stage = SANDBOX_BROKEN;
		return -1;
	}
	return 0;
}

/* Becomes the program, as execvpe does, but without a shell that reads a file
   that is none.  Only returns with errno. */
static void execute(char *const *command, char *const *environment)
{
	const char *path = strchr(command[0], '/') != NULL ? NULL :
		getenv("PATH");
	int closed = ENOENT;
	char file[PATH_MAX];

	if (path == NULL) {
		execve(command[0], command, environment);
		return;
	}
	for (;; path++) {
		const int length = (int)strcspn(path, ":");

		errno = ENOENT;
		if (snprintf(file, sizeof file, "%.*s/%s", length, path,
			     command[0]) < (int)sizeof file)
			execve(file, command, environment);
		if (errno == EACCES)
			closed = EACCES;
		else if (errno != ENOENT && errno != ENOTDIR)
			return;
		path += length;
		if (*path == '\0')
			break;
	}
	errno = closed;
}

void sandbox_steps_execute(char *const *command, char *const *environment,
			   const struct limits *limits,
			   struct sandbox_report *report)
{
	const struct timespec moment = { .tv_nsec = 2000000 };

	/* Set last, because this process itself may use more memory, for
	   example when built with a sanitizer. */
	if (limits != NULL &&
	    limit(RLIMIT_DATA, (rlim_t)limits->value[LIMIT_MEMORY_MB] << 20,
		  report) != 0)
		return;
	/* Only an extra: the bot can clear it, and its children do not inherit
	   it. */
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	/* A file that was just written may for a moment still be open for
	   writing in a process that another program is starting. */
	for (int tries = 0; tries < 50; tries++) {
		execute(command, environment);
		if (errno != ETXTBSY)
			break;
		nanosleep(&moment, NULL);
	}
	report->stage = SANDBOX_NO_EXEC;
	report->number = errno;
	/* These errors are not caused by the bot's file. */
	if (errno == EAGAIN)
		sandbox_report_fails(report, errno, "the user of the bot has "
				     "too many processes: end some, or allow "
				     "it more (ulimit -u); execve");
	else if (errno == ENOMEM || errno == EMFILE || errno == ENFILE)
		sandbox_report_fails(report, errno, "cannot start a program "
				     "(execve)");
}

/* ### level `strict`: the first process of a bot's namespaces */

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
