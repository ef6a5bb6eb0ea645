/*
 * snoop_self.c - what a bot was given at its start, and what it can gain.
 */
#define _GNU_SOURCE
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>

#include "talk.h"

CHECKS(look_at_itself)

extern char **environ;

CHECK(environment)
{
	static const char *const known[] = { "PATH=", "LANG=", "HOME=",
					     "PWD=", "LC_CTYPE=" };

	for (char **at = environ; *at != NULL; at++) {
		bool fine = false;

		for (size_t i = 0; i < sizeof known / sizeof *known; i++)
			fine = fine || strncmp(*at, known[i],
					       strlen(known[i])) == 0;
		if (!fine)
			return *at;
	}
	return NULL;
}

CHECK(descriptors)
{
	struct stat status;

	for (int fd = 3; fd < 4096; fd++)
		if (fstat(fd, &status) == 0)
			return "more than 0 to 2";
	return NULL;
}

CHECK(terminal)
{
	char byte = 'x';

	for (int fd = 0; fd < 3; fd++)
		if (ioctl(fd, TIOCSTI, &byte) == 0 || isatty(fd))
			return "a terminal";
	return NULL;
}

/* Puts a byte into the input of a terminal that it made itself. */
CHECK(type_ahead)
{
	char byte = 'x';
	int pty = posix_openpt(O_RDWR | O_NOCTTY), end;

	if (pty < 0 || grantpt(pty) != 0 || unlockpt(pty) != 0 ||
	    setsid() < 0)
		return NULL;
	end = open(ptsname(pty), O_RDWR);
	return end >= 0 && ioctl(end, TIOCSTI, &byte) == 0 ? "typed" : NULL;
}

CHECK(signals)
{
	struct sigaction action;
	sigset_t blocked;

	sigprocmask(SIG_SETMASK, NULL, &blocked);
	for (int number = 1; number < 32; number++) {
		if (sigismember(&blocked, number))
			return "a blocked signal";
		if (number != SIGKILL && number != SIGSTOP &&
		    sigaction(number, NULL, &action) == 0 &&
		    action.sa_handler == SIG_IGN)
			return "an ignored signal";
	}
	return NULL;
}

CHECK(session)
{
	/* The group of the parent, as this is the child of a check. */
	return getsid(0) != getpgid(getppid()) ? "another's session" : NULL;
}

CHECK(new_privileges)
{
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) == 1 ? NULL :
		"may gain privileges";
}

CHECK(root) { return getuid() == 0 || geteuid() == 0 ? "root" : NULL; }

CHECK(capabilities)
{
	char text[4096], *at;

	if (read_start("/proc/self/status", text, sizeof text) == 0)
		return "no /proc";
	at = strstr(text, "CapEff:");
	return at != NULL && strtoull(at + 7, NULL, 16) == 0 ? NULL :
		"capabilities";
}

/* An ordinary user cannot give up groups.  In a namespace the groups that are
   not mapped have the number of nobody; only its own group is mapped. */
CHECK(groups)
{
	enum { NOBODY = 65534 };
	gid_t list[64];
	int count = getgroups(64, list);

	for (int i = 0; i < count; i++)
		if (list[i] != NOBODY && list[i] != getgid())
			return "groups";
	return getgid() == 0 || count < 0 ? "groups" : NULL;
}

static const char *raises(int resource, const char *found)
{
	struct rlimit now, more = { RLIM_INFINITY, RLIM_INFINITY };

	getrlimit(resource, &now);
	return now.rlim_max == RLIM_INFINITY ||
		setrlimit(resource, &more) == 0 ? found : NULL;
}

CHECK(more_memory) { return raises(RLIMIT_DATA, "memory without end"); }

CHECK(more_tasks) { return raises(RLIMIT_NPROC, "processes without end"); }

CHECK(more_files) { return raises(RLIMIT_NOFILE, "files without end"); }

CHECK(larger_files) { return raises(RLIMIT_FSIZE, "a file without end"); }

CHECK(core_files)
{
	struct rlimit now;

	getrlimit(RLIMIT_CORE, &now);
	return now.rlim_max != 0 ? "core files" : NULL;
}

CHECK(first_of_all)
{
	struct sched_param one = { .sched_priority = 1 };

	if (sched_setscheduler(0, SCHED_FIFO, &one) == 0)
		return "real time";
	return setpriority(PRIO_PROCESS, 0, -10) == 0 ? "nice" : NULL;
}

CHECK(the_clock)
{
	struct timespec now;

	clock_gettime(CLOCK_REALTIME, &now);
	return clock_settime(CLOCK_REALTIME, &now) == 0 ? "set it" : NULL;
}

/* `su` asks for a password and waits: does it have root's rights? */
CHECK(setuid_program)
{
	char path[64], text[1024], *at;
	int ends[2];
	unsigned long real = 1, effective = 1;
	pid_t child;

	if (getuid() == 0)
		return "root already";
	if (pipe(ends) != 0 || (child = fork()) < 0)
		return "could not run: fork";
	if (child == 0) {
		dup2(ends[0], 0);
		dup2(open("/dev/null", O_WRONLY), 1);
		dup2(1, 2);
		execl("/bin/su", "su", "-c", "true", (char *)NULL);
		_exit(0);
	}
	snprintf(path, sizeof path, "/proc/%ld/status", (long)child);
	for (int i = 0; i < 20 && waitpid(child, NULL, WNOHANG) == 0; i++) {
		pause_ms(2);
		read_start(path, text, sizeof text);
		at = strstr(text, "Uid:");
		if (at != NULL)
			real = strtoul(at + 4, &at, 10);
		if (at != NULL)
			effective = strtoul(at, NULL, 10);
		if (effective == 0 && real != 0)
			break;
	}
	kill(child, SIGKILL);
	return effective == 0 ? "root by su" : NULL;
}
