/*
 * sandbox_steps.c - the steps by which a child becomes a bot.
 */
#define _GNU_SOURCE
#include "host/sandbox_steps.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/keyctl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/landlock.h"
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
					    "(setresuid); use --sandbox none "
					    "for bots you trust");
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
	struct text variable[] = { {0}, {0}, {0} };
	enum { COUNT = sizeof variable / sizeof *variable };
	char **environment = memory_new(COUNT + 1, sizeof *environment);

	text_printf(&variable[0], "PATH=%s", path != NULL ? path :
		    "/usr/bin:/bin");
	text_printf(&variable[1], "LANG=%s", lang != NULL ? lang : "C.UTF-8");
	text_printf(&variable[2], "HOME=%s", home);
	for (int i = 0; i < COUNT; i++) {
		text_byte(&variable[i], '\0');
		environment[i] = variable[i].bytes;
	}
	return environment;
}

void sandbox_steps_environment_free(char **environment)
{
	for (int i = 0; environment != NULL && environment[i] != NULL; i++)
		free(environment[i]);
	free(environment);
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
		execvpe(command[0], command, environment);
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
