/*
 * process_tree.c - the descendants of a process.
 */
#define _GNU_SOURCE
#include "host/process_tree.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/process.h"

/* ### finding them */

struct pids {
	pid_t *pid;
	int count, room;
	struct text text;       /* the last file that was read */
};

static void release(struct pids *pids)
{
	free(pids->pid);
	text_release(&pids->text);
}

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

/* The errno of a call that failed, or 0 if the process is merely gone. */
static int failure(void)
{
	return errno == ENOENT || errno == ESRCH ? 0 : errno;
}

/* Calls `take` with the text of a file in /proc of each thread of a process.
   Returns 0, or the errno of a thread that could not be read. */
static int each_thread(pid_t process, const char *file, struct text *text,
		       void (*take)(void *context, const char *text),
		       void *context)
{
	enum { LINKS_OF_ONE = 3 };      /* of the folder, with one thread */
	char path[64], pid[24], name[64];
	struct dirent *entry;
	struct stat status;
	int failed = 0;
	DIR *threads;

	snprintf(pid, sizeof pid, "%ld", (long)process);
	snprintf(path, sizeof path, "/proc/%s/task", pid);
	/* Most have one thread; saving system calls pays off with many
	   processes. */
	if (stat(path, &status) == 0 && status.st_nlink <= LINKS_OF_ONE) {
		snprintf(name, sizeof name, "task/%s/%s", pid, file);
		errno = 0;      /* it may be empty */
		if (!process_read(pid, name, text))
			return failure();
		take(context, text->bytes);
		return 0;
	}
	threads = opendir(path);
	if (threads == NULL)
		return failure();
	while (errno = 0, (entry = readdir(threads)) != NULL) {
		snprintf(name, sizeof name, "task/%.20s/%s", entry->d_name,
			 file);
		if (entry->d_name[0] == '.')
			continue;
		if (process_read(pid, name, text))
			take(context, text->bytes);
		else
			failed = failed != 0 ? failed : failure();
	}
	failed = failed != 0 ? failed : failure();
	closedir(threads);
	return failed;
}

static void take_children(void *pids, const char *list)
{
	char *end;
	long child;

	for (; (child = strtol(list, &end, 10)) > 0 && end != list; list = end)
		add(pids, (pid_t)child);
}

/* The system lists children under the thread that started them.  Returns 0, or
   the errno of a thread that could not be read. */
static int add_children(struct pids *pids, pid_t parent)
{
	return each_thread(parent, "children", &pids->text, take_children,
			   pids);
}

/* Finds all descendants; stops when there are more than `most`. */
static int find(struct pids *pids, pid_t top, int most)
{
	int failed = add_children(pids, top);

	for (int i = 0; i < pids->count && pids->count <= most; i++) {
		int more = add_children(pids, pids->pid[i]);

		failed = failed != 0 ? failed : more;
	}
	return failed;
}

/* ### what they use */

/* The fields of `stat` from the third on.  They follow the name in parentheses,
   which the process chooses and which may itself contain parentheses. */
static const char *fields_of(const char *pid, struct text *text)
{
	const char *end;

	if (!process_read(pid, "stat", text))
		return NULL;
	end = strrchr(text->bytes, ')');
	return end != NULL && end[1] == ' ' ? end + 2 : NULL;
}

static void add_stat(struct usage *usage, pid_t pid, bool own,
		     struct text *text)
{
	unsigned long long used = 0, user = 0, system = 0;
	long long children_user = 0, children_system = 0;
	struct timespec exact;
	const char *fields;
	char name[24];
	clockid_t clock;
	char state;
	int64_t tick_us = 1000000 / sysconf(_SC_CLK_TCK);

	snprintf(name, sizeof name, "%ld", (long)pid);
	fields = fields_of(name, text);
	if (fields == NULL || sscanf(fields, "%c %*d %*d %*d %*d %*d %*u "
				     "%*u %*u %*u %*u %llu %llu %lld %lld",
				     &state, &user, &system, &children_user,
				     &children_system) != 5)
		return;
	usage->cpu_us += (children_user + children_system) * tick_us;
	if (!own)
		return;
	usage->ready = usage->ready || state == 'R';
	used = (user + system) * (unsigned long long)tick_us;
	if (clock_getcpuclockid(pid, &clock) == 0 &&
	    clock_gettime(clock, &exact) == 0)
		used = (unsigned long long)exact.tv_sec * 1000000 +
			(unsigned long long)exact.tv_nsec / 1000;
	usage->cpu_us += (int64_t)used;
}

static void take_wait(void *usage, const char *text)
{
	long long waited;

	((struct usage *)usage)->tasks++;
	if (sscanf(text, "%*s %lld", &waited) == 1)
		((struct usage *)usage)->waited_us += waited / 1000;
}

bool process_tree_usage(pid_t top, int most, struct usage *usage)
{
	struct pids pids = {0};
	bool all;

	*usage = (struct usage){0};
	find(&pids, top, most);
	all = pids.count <= most;
	add_stat(usage, top, false, &pids.text);
	for (int i = 0; i < pids.count && all; i++) {
		add_stat(usage, pids.pid[i], true, &pids.text);
		each_thread(pids.pid[i], "schedstat", &pids.text, take_wait,
			    usage);
	}
	if (access("/proc/self/schedstat", F_OK) != 0)
		usage->waited_us = -1;
	release(&pids);
	return all;
}

/* ### other facts about them */

int64_t process_tree_memory(pid_t top)
{
	const int64_t page = sysconf(_SC_PAGESIZE);
	struct pids pids = {0};
	int64_t pages = 0;

	find(&pids, top, INT_MAX);
	for (int i = 0; i < pids.count; i++) {
		long long resident, shared;
		char pid[24];

		snprintf(pid, sizeof pid, "%ld", (long)pids.pid[i]);
		if (process_read(pid, "statm", &pids.text) &&
		    sscanf(pids.text.bytes, "%*s %lld %lld", &resident, &shared) == 2)
			pages += resident - shared;
	}
	release(&pids);
	return pages * page;
}

pid_t process_tree_first(pid_t top)
{
	struct pids pids = {0};
	pid_t first;

	add_children(&pids, top);
	first = pids.count > 0 ? pids.pid[0] : 0;
	release(&pids);
	return first;
}

bool process_tree_is_going(pid_t pid)
{
	enum { EXITING = 4 };   /* PF_EXITING of the kernel */
	struct text text = {0};
	const char *fields;
	char name[24], state;
	unsigned flags;
	bool going;

	snprintf(name, sizeof name, "%ld", (long)pid);
	fields = fields_of(name, &text);
	going = fields == NULL ||
		sscanf(fields, "%c %*d %*d %*d %*d %*d %u", &state,
		       &flags) != 2 ||
		state == 'Z' || state == 'X' || (flags & EXITING) != 0;
	text_release(&text);
	return going;
}

/* ### stopping them */

int process_tree_stop(pid_t top)
{
	enum { ROUNDS = 16 };
	struct pids stopped = {0};
	int before = -1, failed = 0;

	/* Until no new process is found: one that was about to be stopped may
	   still have started another. */
	for (int round = 0; round < ROUNDS && stopped.count != before;
	     round++) {
		struct pids pids = {0};
		pid_t parent = top;
		int at = 0, known = 0;

		before = stopped.count;
		failed = 0;
		/* Each is stopped as soon as it is found, as they compete with
		   us for the processor. */
		for (;;) {
			int more = add_children(&pids, parent);

			failed = failed != 0 ? failed : more;
			for (; known < pids.count; known++) {
				if (has(&stopped, pids.pid[known]))
					continue;
				if (kill(pids.pid[known], SIGSTOP) != 0)
					failed = failure();
				add(&stopped, pids.pid[known]);
			}
			if (at == pids.count)
				break;
			parent = pids.pid[at++];
		}
		release(&pids);
	}
	release(&stopped);
	return failed;
}

int process_tree_continue(pid_t top)
{
	struct pids pids = {0};
	int failed = find(&pids, top, INT_MAX);

	/* EPERM: a process that has changed its user could not be suspended
	   either. */
	for (int i = 0; i < pids.count; i++)
		if (kill(pids.pid[i], SIGCONT) != 0 && errno != EPERM)
			failed = failure();
	release(&pids);
	return failed;
}

/* ### ending them */

static pid_t parent_of(const char *pid)
{
	struct text text = {0};
	const char *fields = fields_of(pid, &text);
	pid_t parent = fields != NULL ? (pid_t)strtol(fields + 1, NULL, 10) : 0;

	text_release(&text);
	return parent;
}

/* Looks at all processes, because the lists of children may miss some while
   processes come and go, and none may escape here.  The ID of a child of ours
   is not reused before we have waited for it. */
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

/* Kills a descendant that is not our child.  It may have ended and its ID may
   have been reused, so it is killed only if its parent is still `parent`, or by
   now this process.  Without pidfd it is killed later, when it has become our
   child. */
static void kill_below(pid_t pid, pid_t parent)
{
	int fd = (int)syscall(SYS_pidfd_open, pid, 0U);
	char name[24];
	pid_t now;

	if (fd < 0)
		return;
	snprintf(name, sizeof name, "%ld", (long)pid);
	now = parent_of(name);
	if (now == parent || now == getpid())
		syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0U);
	close(fd);
}

/* Kills all descendants, each as soon as it is found, as they compete with us
   for the processor.  Returns how many children of ours were killed. */
static int kill_tree(void)
{
	const pid_t self = getpid();
	struct pids pids = {0};
	pid_t parent = self;
	int at = 0, known = 0, killed = 0;

	for (;;) {
		add_children(&pids, parent);
		for (; known < pids.count; known++) {
			if (parent == self)
				killed += kill(pids.pid[known], SIGKILL) == 0;
			else
				kill_below(pids.pid[known], parent);
		}
		if (at == pids.count)
			break;
		parent = pids.pid[at++];
	}
	release(&pids);
	return killed;
}

int process_tree_end(void)
{
	enum { ROUNDS = 50 };   /* a refused one may be about to end */
	const struct timespec moment = { .tv_nsec = 200000 };
	int left = 0;
	pid_t got;

	for (int refused = 0; refused < ROUNDS; refused++) {
		do
			got = process_tree_reap(NULL);
		while (got > 0);
		if (got < 0 && errno == ECHILD)
			return 0;
		left = kill_tree() > 0 ? 0 :
			process_tree_kill_children(NULL, 0);
		if (left == 0)
			refused = 0;
		nanosleep(&moment, NULL);
	}
	return left;
}
