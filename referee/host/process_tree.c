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

#include "base/file.h"
#include "base/process.h"

/* ### finding them */

struct pids {
	pid_t *pid;
	int count, room;
	int failed;             /* the errno of a process that could not be
				   read, stopped or resumed, or 0 */
	struct text text;       /* the last file that was read */
};

static void pids_release(struct pids *pids)
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

static bool read_file(pid_t pid, const char *file, struct text *text)
{
	char name[24];

	snprintf(name, sizeof name, "%ld", (long)pid);
	return process_read(name, file, text);
}

/* Calls `take` with the text of a file in /proc of each thread of a process.
   Returns 0, or the errno of a thread that could not be read. */
static int each_thread(pid_t process, const char *file, struct text *text,
		       void (*take)(void *context, const char *text),
		       void *context)
{
	enum { LINKS_OF_ONE = 3 };      /* of the folder, with one thread */
	char path[64], name[64];
	const struct dirent *entry;
	struct stat status;
	int failed = 0;
	OWNED(folder) DIR *threads = NULL;

	snprintf(path, sizeof path, "/proc/%ld/task", (long)process);
	/* Most have one thread; saving system calls pays off with many
	   processes. */
	if (stat(path, &status) == 0 && status.st_nlink <= LINKS_OF_ONE) {
		snprintf(name, sizeof name, "task/%ld/%s", (long)process, file);
		errno = 0;      /* it may be empty */
		if (!read_file(process, name, text))
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
		if (read_file(process, name, text))
			take(context, text->bytes);
		else
			failed = failed != 0 ? failed : failure();
	}
	return failed != 0 ? failed : failure();
}

static void take_children(void *pids, const char *list)
{
	char *end;
	long child;

	for (; (child = strtol(list, &end, 10)) > 0 && end != list; list = end)
		add(pids, (pid_t)child);
}

/* The system lists children under the thread that started them. */
static void add_children(struct pids *pids, pid_t parent)
{
	const int failed = each_thread(parent, "children", &pids->text,
				       take_children, pids);

	pids->failed = pids->failed != 0 ? pids->failed : failed;
}

/* Finds all descendants; stops when there are more than `most`.  `act`, or
   NULL, is called for each as soon as it is found, as they compete with us for
   the processor. */
static void find(struct pids *pids, pid_t top, int most,
		 void (*act)(void *context, pid_t pid, pid_t parent),
		 void *context)
{
	pid_t parent = top;
	int at = 0, known = 0;

	for (;;) {
		add_children(pids, parent);
		for (; act != NULL && known < pids->count; known++)
			act(context, pids->pid[known], parent);
		if (at == pids->count || pids->count > most)
			return;
		parent = pids->pid[at++];
	}
}

/* ### what they use */

/* The fields of `stat` from the third on.  They follow the name in parentheses,
   which the process chooses and which may itself contain parentheses. */
static const char *fields_of(pid_t pid, struct text *text)
{
	const char *end;

	if (!read_file(pid, "stat", text))
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
	const char *fields = fields_of(pid, text);
	clockid_t clock;
	char state;
	int64_t tick_us = 1000000 / sysconf(_SC_CLK_TCK);

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
	OWNED(pids) struct pids pids = {0};
	bool all;

	*usage = (struct usage){0};
	find(&pids, top, most, NULL, NULL);
	all = pids.count <= most;
	add_stat(usage, top, false, &pids.text);
	for (int i = 0; i < pids.count && all; i++) {
		add_stat(usage, pids.pid[i], true, &pids.text);
		each_thread(pids.pid[i], "schedstat", &pids.text, take_wait,
			    usage);
	}
	if (access("/proc/self/schedstat", F_OK) != 0)
		usage->waited_us = -1;
	return all;
}

/* ### other facts about them */

int64_t process_tree_memory(pid_t top)
{
	const int64_t page = sysconf(_SC_PAGESIZE);
	OWNED(pids) struct pids pids = {0};
	long long resident, shared;
	int64_t pages = 0;

	find(&pids, top, INT_MAX, NULL, NULL);
	for (int i = 0; i < pids.count; i++)
		if (read_file(pids.pid[i], "statm", &pids.text) &&
		    sscanf(pids.text.bytes, "%*s %lld %lld", &resident,
			   &shared) == 2)
			pages += resident - shared;
	return pages * page;
}

pid_t process_tree_first(pid_t top)
{
	OWNED(pids) struct pids pids = {0};

	add_children(&pids, top);
	return pids.count > 0 ? pids.pid[0] : 0;
}

bool process_tree_is_going(pid_t pid)
{
	enum { EXITING = 4 };   /* PF_EXITING of the kernel */
	OWNED(text) struct text text = {0};
	const char *fields = fields_of(pid, &text);
	unsigned flags;
	char state;

	return fields == NULL ||
		sscanf(fields, "%c %*d %*d %*d %*d %*d %u", &state,
		       &flags) != 2 ||
		state == 'Z' || state == 'X' || (flags & EXITING) != 0;
}

/* ### stopping them */

static void stop_one(void *context, pid_t pid, pid_t parent)
{
	struct pids *stopped = context;

	(void)parent;
	if (has(stopped, pid))
		return;
	if (kill(pid, SIGSTOP) != 0)
		stopped->failed = failure();
	add(stopped, pid);
}

int process_tree_stop(pid_t top)
{
	enum { ROUNDS = 16 };
	OWNED(pids) struct pids stopped = {0};
	int before = -1;

	/* Until no new process is found: one that was about to be stopped may
	   still have started another. */
	for (int round = 0; round < ROUNDS && stopped.count != before;
	     round++) {
		OWNED(pids) struct pids pids = {0};

		before = stopped.count;
		stopped.failed = 0;
		find(&pids, top, INT_MAX, stop_one, &stopped);
		stopped.failed = stopped.failed != 0 ? stopped.failed :
			pids.failed;
	}
	return stopped.failed;
}

int process_tree_continue(pid_t top)
{
	OWNED(pids) struct pids pids = {0};

	find(&pids, top, INT_MAX, NULL, NULL);
	/* EPERM: a process that has changed its user could not be suspended
	   either. */
	for (int i = 0; i < pids.count; i++)
		if (kill(pids.pid[i], SIGCONT) != 0 && errno != EPERM)
			pids.failed = failure();
	return pids.failed;
}

/* ### ending them */

static pid_t parent_of(pid_t pid)
{
	OWNED(text) struct text text = {0};
	const char *fields = fields_of(pid, &text);

	return fields != NULL ? (pid_t)strtol(fields + 1, NULL, 10) : 0;
}

/* Looks at all processes, because the lists of children may miss some while
   processes come and go, and none may escape here.  The ID of a child of ours
   is not reused before we have waited for it. */
int process_tree_kill_children(const pid_t *spared, int count)
{
	OWNED(folder) DIR *proc = opendir("/proc");
	const struct dirent *entry;
	int killed = 0, refused = 0;

	while (proc != NULL && (entry = readdir(proc)) != NULL) {
		pid_t pid = (pid_t)strtol(entry->d_name, NULL, 10);
		bool is_spared = false;

		if (pid <= 0 || parent_of(pid) != getpid())
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
	OWNED(file) int fd = (int)syscall(SYS_pidfd_open, pid, 0U);
	const pid_t now = fd < 0 ? 0 : parent_of(pid);

	if (now == parent || now == getpid())
		syscall(SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0U);
}

/* Counts in `killed` the children of ours that were killed. */
static void kill_one(void *killed, pid_t pid, pid_t parent)
{
	if (parent == getpid())
		*(int *)killed += kill(pid, SIGKILL) == 0;
	else
		kill_below(pid, parent);
}

int process_tree_end(void)
{
	enum { ROUNDS = 50 };   /* a refused one may be about to end */
	const struct timespec moment = { .tv_nsec = 200000 };
	int left = 0;
	pid_t got;

	for (int refused = 0; refused < ROUNDS; refused++) {
		OWNED(pids) struct pids pids = {0};
		int killed = 0;

		do
			got = process_tree_reap(NULL);
		while (got > 0);
		if (got < 0 && errno == ECHILD)
			return 0;
		find(&pids, getpid(), INT_MAX, kill_one, &killed);
		left = killed > 0 ? 0 : process_tree_kill_children(NULL, 0);
		if (left == 0)
			refused = 0;
		nanosleep(&moment, NULL);
	}
	return left;
}
