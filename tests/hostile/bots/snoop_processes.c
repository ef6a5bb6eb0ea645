/*
 * snoop_processes.c - what a bot could do to other processes.
 *
 * Each check tries every visible process of the referee and of the rival: what
 * must be refused must be refused for all.  None of them does any harm.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "snoop.h"

/* Is it the referee or the rival of this match? */
static bool is_theirs(const char *name)
{
	char path[300], command[4096], wanted[300];
	const char *const whose[] = { "referee", "rival" };
	ssize_t got;
	int fd;

	snprintf(path, sizeof path, "/proc/%.100s/cmdline", name);
	fd = open(path, O_RDONLY);
	if (fd < 0)
		return false;
	got = read(fd, command, sizeof command);
	close(fd);
	for (int i = 0; i < 2 && got > 0; i++) {
		snprintf(wanted, sizeof wanted, "%.200s/%s", target.folder,
			 whose[i]);
		if (memmem(command, (size_t)got, wanted, strlen(wanted)))
			return true;
	}
	return false;
}

/* The first attempt on another process of this match that succeeds. */
static const char *any(const char *(*attempt)(pid_t pid))
{
	const char *found = NULL;
	struct dirent *entry;
	DIR *proc = opendir("/proc");

	if (proc == NULL)
		return NULL;
	while (found == NULL && (entry = readdir(proc)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9' &&
		    is_theirs(entry->d_name))
			found = attempt((pid_t)strtol(entry->d_name, NULL,
						      10));
	closedir(proc);
	return found;
}

static const char *opened(pid_t pid, const char *what, int flags)
{
	char path[64];
	int fd;

	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, what);
	fd = open(path, flags | O_NONBLOCK | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	close(fd);
	return "opened";
}

static const char *see_one(pid_t pid) { return pid > 0 ? "sees it" : NULL; }
static const char *see(void) { return any(see_one); }

static const char *memory_one(pid_t pid)
{
	return opened(pid, "mem", O_RDWR);
}
static const char *memory(void) { return any(memory_one); }

static const char *environ_one(pid_t pid)
{
	return opened(pid, "environ", O_RDONLY);
}
static const char *environs(void) { return any(environ_one); }

/* Writing to the rival's input would be speaking as the referee. */
static const char *pipes_one(pid_t pid)
{
	const char *found = opened(pid, "fd/0", O_WRONLY);

	return found != NULL ? found : opened(pid, "fd/1", O_RDONLY);
}
static const char *pipes(void) { return any(pipes_one); }

static const char *maps_one(pid_t pid)
{
	return opened(pid, "maps", O_RDONLY);
}
static const char *maps(void) { return any(maps_one); }

static const char *signal_one(pid_t pid)
{
	return kill(pid, 0) == 0 ? "may signal it" : NULL;
}
static const char *signalling(void) { return any(signal_one); }

static const char *trace_one(pid_t pid)
{
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0)
		return NULL;
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	return "traced it";
}
static const char *tracing(void) { return any(trace_one); }

static const char *read_one(pid_t pid)
{
	char byte;
	struct iovec here = { &byte, 1 }, there = { (void *)4096, 1 };

	/* A complaint about the address is no refusal. */
	return process_vm_readv(pid, &here, 1, &there, 1, 0) >= 0 ||
		errno == EFAULT ? "read it" : NULL;
}
static const char *reading(void) { return any(read_one); }

static const char *take_one(pid_t pid)
{
	long pidfd = syscall(SYS_pidfd_open, pid, 0);
	long fd = pidfd >= 0 ? syscall(SYS_pidfd_getfd, pidfd, 0, 0) : -1;

	return fd >= 0 ? "took its descriptor" : NULL;
}
static const char *taking(void) { return any(take_one); }

static const char *limit_one(pid_t pid)
{
	struct rlimit now;

	return prlimit(pid, RLIMIT_CORE, NULL, &now) == 0 &&
		prlimit(pid, RLIMIT_CORE, &now, NULL) == 0 ?
		"set its limits" : NULL;
}
static const char *limiting(void) { return any(limit_one); }

static const char *nice_one(pid_t pid)
{
	int now = getpriority(PRIO_PROCESS, (id_t)pid);

	return setpriority(PRIO_PROCESS, (id_t)pid, now) == 0 ?
		"may slow it down" : NULL;
}
static const char *slowing(void) { return any(nice_one); }

/* The process that started the bot in its box may have descriptors outside. */
static const char *first_process(void)
{
	char path[32];

	if (opened(1, "mem", O_RDWR) != NULL)
		return "opened its memory";
	for (int fd = 0; fd < 32; fd++) {
		snprintf(path, sizeof path, "fd/%d", fd);
		if (opened(1, path, O_WRONLY) != NULL ||
		    opened(1, path, O_RDONLY) != NULL)
			return "opened its descriptor";
	}
	return trace_one(1);
}

/* Traces its own child, as a debugger would; sandboxes forbid it. */
static const char *trace_child(void)
{
	pid_t child = fork();
	bool traced;

	if (child == 0)
		hang();
	traced = child > 0 && ptrace(PTRACE_SEIZE, child, NULL, NULL) == 0;
	if (child > 0)
		kill(child, SIGKILL);
	return traced ? "traced it" : NULL;
}

/* Tries process numbers blindly: are there processes besides its own? */
static const char *numbers(void)
{
	int found = 0;

	for (pid_t pid = 2; pid < 40000; pid++)
		if (kill(pid, 0) == 0 || errno == EPERM)
			found++;
	/* Its own: the bot, this child, what started the bot. */
	return found > 8 ? "many processes" : NULL;
}

const struct check process_checks[] = {
	{ "see", see },
	{ "memory", memory },
	{ "environ", environs },
	{ "pipes", pipes },
	{ "maps", maps },
	{ "signal", signalling },
	{ "trace", tracing },
	{ "read", reading },
	{ "take", taking },
	{ "limit", limiting },
	{ "slow", slowing },
	{ "first_process", first_process },
	{ "trace_child", trace_child },
	{ "numbers", numbers },
	{ NULL, NULL }
};
