/*
 * snoop_processes.c - what a bot could do to other processes.
 *
 * Each check tries every visible process of the referee and of the rival: what
 * must be refused must be refused for all.  None of them does any harm.
 */
#define _GNU_SOURCE
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>

#include "talk.h"

CHECKS(look_at_processes)

/* The first attempt on another process of this match that succeeds. */
static const char *any(const char *(*attempt)(pid_t pid))
{
	static const char *const whose[] = { "referee", "rival" };
	const char *found = NULL;

	for (int i = 0; i < 2 && found == NULL; i++) {
		DIR *proc = opendir("/proc");
		pid_t pid;

		while (found == NULL &&
		       (pid = next_process(proc, whose[i])) != 0)
			found = attempt(pid);
		if (proc != NULL)
			closedir(proc);
	}
	return found;
}

/* Defines an attempt on one process, which is made on all. */
#define CHECK_ANY(name) \
	static const char *name##_one(pid_t pid); \
	CHECK(name) { return any(name##_one); } \
	static const char *name##_one(pid_t pid)

static const char *opened(pid_t pid, const char *what, int flags)
{
	char path[64];

	snprintf(path, sizeof path, "/proc/%ld/%s", (long)pid, what);
	return opens(path, flags);
}

CHECK_ANY(see) { return pid > 0 ? "sees it" : NULL; }

CHECK_ANY(memory) { return opened(pid, "mem", O_RDWR); }

CHECK_ANY(environ) { return opened(pid, "environ", O_RDONLY); }

/* Writing to the rival's input would be speaking as the referee. */
CHECK_ANY(pipes)
{
	const char *found = opened(pid, "fd/0", O_WRONLY);

	return found != NULL ? found : opened(pid, "fd/1", O_RDONLY);
}

CHECK_ANY(maps) { return opened(pid, "maps", O_RDONLY); }

CHECK_ANY(signal) { return kill(pid, 0) == 0 ? "may signal it" : NULL; }

CHECK_ANY(trace)
{
	if (ptrace(PTRACE_SEIZE, pid, NULL, NULL) != 0)
		return NULL;
	ptrace(PTRACE_DETACH, pid, NULL, NULL);
	return "traced it";
}

CHECK_ANY(read)
{
	char byte;
	struct iovec here = { &byte, 1 }, there = { (void *)4096, 1 };

	/* A complaint about the address is no refusal. */
	return process_vm_readv(pid, &here, 1, &there, 1, 0) >= 0 ||
		errno == EFAULT ? "read it" : NULL;
}

CHECK_ANY(take)
{
	long pidfd = syscall(SYS_pidfd_open, pid, 0);
	long fd = pidfd >= 0 ? syscall(SYS_pidfd_getfd, pidfd, 0, 0) : -1;

	return fd >= 0 ? "took its descriptor" : NULL;
}

CHECK_ANY(limit)
{
	struct rlimit now;

	return prlimit(pid, RLIMIT_CORE, NULL, &now) == 0 &&
		prlimit(pid, RLIMIT_CORE, &now, NULL) == 0 ?
		"set its limits" : NULL;
}

CHECK_ANY(slow)
{
	int now = getpriority(PRIO_PROCESS, (id_t)pid);

	return setpriority(PRIO_PROCESS, (id_t)pid, now) == 0 ?
		"may slow it down" : NULL;
}

/* The process that started the bot in its box may have descriptors outside. */
CHECK(first_process)
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
CHECK(trace_child)
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
CHECK(numbers)
{
	int found = 0;

	for (pid_t pid = 2; pid < 40000; pid++)
		if (kill(pid, 0) == 0 || errno == EPERM)
			found++;
	/* Its own: the bot, this child, what started the bot. */
	return found > 8 ? "many processes" : NULL;
}
