/*
 * process_tree.c - the descendants of a process.
 */
#define _GNU_SOURCE
#include "host/process_tree.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#include "base/process.h"

/* ### finding them */

struct pids {
	pid_t *pid;
	int count, room;
};

static bool has(const struct pids *pids, pid_t pid)
{
	for (int i = 0; i < pids->count; i++)
		if (pids->pid[i] == pid)
			return true;
	return false;
}

static void add(struct pids *pids, pid_t pid)
{
	ARRAY_GROW(pids->pid, pids->room, pids->count + 1);
	pids->pid[pids->count++] = pid;
}

/* The errno of a call that failed, or 0 where the process is merely gone. */
static int failure(void)
{
	return errno == ENOENT || errno == ESRCH ? 0 : errno;
}

/* The system keeps the children by the thread that started them.  Returns 0,
   or the errno of what could not be looked at. */
static int add_children(struct pids *pids, pid_t parent)
{
	char path[64], pid[24], name[48], list[32768];
	struct dirent *entry;
	int failed = 0;
	DIR *threads;

	snprintf(pid, sizeof pid, "%ld", (long)parent);
	snprintf(path, sizeof path, "/proc/%s/task", pid);
	threads = opendir(path);
	if (threads == NULL)
		return failure();
	while (errno = 0, (entry = readdir(threads)) != NULL) {
		char *at = list, *end;
		long child;

		snprintf(name, sizeof name, "task/%.20s/children",
			 entry->d_name);
		if (entry->d_name[0] == '.')
			continue;
		if (!process_read(pid, name, list, sizeof list)) {
			failed = failed != 0 ? failed : failure();
			continue;
		}
		while ((child = strtol(at, &end, 10)) > 0 && end != at) {
			add(pids, (pid_t)child);
			at = end;
		}
	}
	failed = failed != 0 ? failed : failure();
	closedir(threads);
	return failed;
}

static int find(struct pids *pids, pid_t top)
{
	int failed = add_children(pids, top);

	for (int i = 0; i < pids->count; i++) {
		int more = add_children(pids, pids->pid[i]);

		failed = failed != 0 ? failed : more;
	}
	return failed;
}

/* ### what they use */

/* The fields of `stat` from the third on.  They follow the name in brackets,
   which the process chooses and which may contain brackets. */
static const char *fields_of(const char *pid, char *text, size_t room)
{
	const char *end;

	if (!process_read(pid, "stat", text, room))
		return NULL;
	end = strrchr(text, ')');
	return end != NULL && end[1] == ' ' ? end + 2 : NULL;
}

static void add_stat(struct usage *usage, pid_t pid, bool own)
{
	unsigned long long used = 0, user = 0, system = 0;
	long long children_user = 0, children_system = 0;
	struct timespec exact;
	const char *fields;
	char text[1024], name[24];
	clockid_t clock;
	int64_t tick_us = 1000000 / sysconf(_SC_CLK_TCK);

	snprintf(name, sizeof name, "%ld", (long)pid);
	fields = fields_of(name, text, sizeof text);
	if (fields == NULL || sscanf(fields, "%*c %*d %*d %*d %*d %*d %*u "
				     "%*u %*u %*u %*u %llu %llu %lld %lld",
				     &user, &system, &children_user,
				     &children_system) != 4)
		return;
	usage->cpu_us += (children_user + children_system) * tick_us;
	if (!own)
		return;
	used = (user + system) * (unsigned long long)tick_us;
	if (clock_getcpuclockid(pid, &clock) == 0 &&
	    clock_gettime(clock, &exact) == 0)
		used = (unsigned long long)exact.tv_sec * 1000000 +
			(unsigned long long)exact.tv_nsec / 1000;
	usage->cpu_us += (int64_t)used;
}

static void add_waits(struct usage *usage, pid_t pid)
{
	char path[64], name[24], file[48], text[128];
	struct dirent *entry;
	long long waited;
	DIR *threads;

	snprintf(name, sizeof name, "%ld", (long)pid);
	snprintf(path, sizeof path, "/proc/%s/task", name);
	threads = opendir(path);
	while (threads != NULL && (entry = readdir(threads)) != NULL) {
		snprintf(file, sizeof file, "task/%.20s/schedstat",
			 entry->d_name);
		if (entry->d_name[0] == '.')
			continue;
		usage->tasks++;
		if (process_read(name, file, text, sizeof text) &&
		    sscanf(text, "%*s %lld", &waited) == 1)
			usage->waited_us += waited / 1000;
	}
	if (threads != NULL)
		closedir(threads);
}

void process_tree_usage(pid_t top, struct usage *usage)
{
	struct pids pids = {0};

	*usage = (struct usage){0};
	find(&pids, top);
	add_stat(usage, top, false);
	for (int i = 0; i < pids.count; i++) {
		add_stat(usage, pids.pid[i], true);
		add_waits(usage, pids.pid[i]);
	}
	if (access("/proc/self/schedstat", F_OK) != 0)
		usage->waited_us = -1;
	free(pids.pid);
}

/* ### one of them */

pid_t process_tree_first(pid_t top)
{
	struct pids pids = {0};
	pid_t first;

	add_children(&pids, top);
	first = pids.count > 0 ? pids.pid[0] : 0;
	free(pids.pid);
	return first;
}

bool process_tree_is_going(pid_t pid)
{
	enum { EXITING = 4 };   /* PF_EXITING of the kernel */
	const char *fields;
	char text[1024], name[24], state;
	unsigned flags;

	snprintf(name, sizeof name, "%ld", (long)pid);
	fields = fields_of(name, text, sizeof text);
	return fields == NULL ||
		sscanf(fields, "%c %*d %*d %*d %*d %*d %u", &state,
		       &flags) != 2 ||
		state == 'Z' || state == 'X' || (flags & EXITING) != 0;
}

/* ### stopping them */

int process_tree_stop(pid_t top)
{
	enum { ROUNDS = 16 };
	struct pids stopped = {0};
	int before = -1, failed = 0;

	/* Until no new one is found: a process that was about to be stopped
	   may still have started another. */
	for (int round = 0; round < ROUNDS && stopped.count != before;
	     round++) {
		struct pids pids = {0};

		before = stopped.count;
		failed = find(&pids, top);
		for (int i = 0; i < pids.count; i++) {
			if (has(&stopped, pids.pid[i]))
				continue;
			if (kill(pids.pid[i], SIGSTOP) != 0)
				failed = failure();
			add(&stopped, pids.pid[i]);
		}
		free(pids.pid);
	}
	free(stopped.pid);
	return failed;
}

int process_tree_continue(pid_t top)
{
	struct pids pids = {0};
	int failed = find(&pids, top);

	for (int i = 0; i < pids.count; i++)
		if (kill(pids.pid[i], SIGCONT) != 0)
			failed = failure();
	free(pids.pid);
	return failed;
}

/* ### ending them */

static pid_t parent_of(const char *pid)
{
	char text[1024];
	const char *fields = fields_of(pid, text, sizeof text);

	return fields != NULL ? (pid_t)strtol(fields + 1, NULL, 10) : 0;
}

/* All processes are looked at: the lists of children may miss some while
   processes come and go, and none may get away here.  The number of a child
   of ours is not used again before we have waited for it. */
int process_tree_kill_children(const pid_t *spared, int count)
{
	struct dirent *entry;
	DIR *proc = opendir("/proc");
	int killed = 0, refused = 0;

	if (proc == NULL)
		return 0;
	while ((entry = readdir(proc)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
		bool is_spared = false;

		if (pid <= 0 || parent_of(entry->d_name) != getpid())
			continue;
		for (int i = 0; i < count; i++)
			is_spared = is_spared || spared[i] == pid;
		if (is_spared)
			continue;
		if (kill(pid, SIGKILL) == 0)
			killed++;
		else if (errno == EPERM)
			refused++;
	}
	closedir(proc);
	return killed == 0 ? refused : 0;
}

pid_t process_tree_reap(int *status)
{
	pid_t pid;

	do
		pid = waitpid(-1, status, WNOHANG);
	while (pid < 0 && errno == EINTR);
	return pid;
}

int process_tree_end(void)
{
	enum { ROUNDS = 50 };   /* one that has ended may still be there */
	const struct timespec moment = { .tv_nsec = 200000 };
	int left = 0;
	pid_t got;

	for (int refused = 0; refused < ROUNDS; refused++) {
		do
			got = process_tree_reap(NULL);
		while (got > 0);
		if (got < 0 && errno == ECHILD)
			return 0;
		left = process_tree_kill_children(NULL, 0);
		if (left == 0)
			refused = 0;
		nanosleep(&moment, NULL);
	}
	return left;
}
