/*
 * machine.c - what this machine can do for hosting bots, and what it refuses.
 */
#define _GNU_SOURCE
#include "host/machine.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/process.h"
#include "host/birth.h"
#include "host/filter.h"
#include "host/users.h"

/* ### tasks */

/* The threads of a process, if it is that user's. */
static long threads_of(const char *pid, uid_t user)
{
	const char *uid, *threads;
	char text[4096];

	if (!process_read(pid, "status", text, sizeof text))
		return 0;
	uid = strstr(text, "\nUid:");
	threads = strstr(text, "\nThreads:");
	if (uid == NULL || threads == NULL ||
	    strtoul(uid + 5, NULL, 10) != user)
		return 0;
	return strtol(threads + 9, NULL, 10);
}

long machine_tasks_now(void)
{
	struct dirent *entry;
	long tasks = 0;
	DIR *proc = opendir("/proc");

	if (proc == NULL)
		return 0;
	while ((entry = readdir(proc)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			tasks += threads_of(entry->d_name, getuid());
	closedir(proc);
	return tasks;
}

/* ### the features: 0, or -1 with the reason in `why` */

static int because(struct error *why, const char *call)
{
	return error_set(why, "%s: %s", call, strerror(errno));
}

/* What spoils a process is tried in another one: `attempt` returns 0 or an
   errno. */
static int in_a_child(int (*attempt)(void), const char *call,
		      struct error *why)
{
	int status;
	pid_t pid = fork();

	if (pid == 0)
		_exit(attempt());
	if (pid < 0)
		return because(why, "fork");
	while (waitpid(pid, &status, 0) != pid)
		if (errno != EINTR)
			return because(why, "waitpid");
	if (!WIFEXITED(status))
		return error_set(why, "%s: killed by signal %d", call,
				 WTERMSIG(status));
	errno = WEXITSTATUS(status);
	return errno == 0 ? 0 : because(why, call);
}

static int has_ranges(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return syscall(SYS_close_range, ~0U, ~0U, 0U) == 0 ? 0 :
		because(why, "close_range");
}

static int has_subreaper(const struct hosting *hosting, struct error *why)
{
	int subreaper;

	(void)hosting;
	return prctl(PR_GET_CHILD_SUBREAPER, &subreaper, 0, 0, 0) == 0 ? 0 :
		because(why, "PR_GET_CHILD_SUBREAPER");
}

static int has_proc(const struct hosting *hosting, struct error *why)
{
	char path[64];

	(void)hosting;
	snprintf(path, sizeof path, "/proc/%ld/task/%ld/children",
		 (long)getpid(), (long)getpid());
	return access(path, R_OK) == 0 ? 0 : because(why, path);
}

static int has_no_privileges(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0 ? 0 :
		because(why, "PR_GET_NO_NEW_PRIVS");
}

static int limit_memory(void)
{
	const struct rlimit little = { 1 << 20, 1 << 20 };

	if (setrlimit(RLIMIT_DATA, &little) != 0)
		return errno;
	return mmap(NULL, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE |
		    MAP_ANONYMOUS, -1, 0) == MAP_FAILED ? 0 : ENOTSUP;
}

static int has_memory_limit(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return in_a_child(limit_memory, "RLIMIT_DATA", why);
}

static int become_nobody(void)
{
	struct sandbox_report report = {0};

	return sandbox_take_user(users_nobody(), &report) == 0 ? 0 :
		report.number;
}

static int has_users(const struct hosting *hosting, struct error *why)
{
	uid_t user;
	int lock = users_take(&user, why);

	(void)hosting;
	if (lock < 0)
		return -1;
	close(lock);
	return in_a_child(become_nobody, "setresuid", why);
}

/* A warden, and at `strict` bwrap and the first process, come to the bot's
   own tasks; and one that plays.  The users that root gives to bots have as
   many as root. */
static int has_tasks(const struct hosting *hosting, struct error *why)
{
	const long each = hosting->limits.value[LIMIT_TASKS] +
		(hosting->level == LEVEL_STRICT ? 3 : 1);
	const long wanted = hosting->processes * each + 1;
	struct rlimit most;
	long now;

	if (getrlimit(RLIMIT_NPROC, &most) != 0)
		return because(why, "RLIMIT_NPROC");
	most.rlim_cur = most.rlim_max;
	if (setrlimit(RLIMIT_NPROC, &most) != 0)
		return because(why, "RLIMIT_NPROC");
	if (most.rlim_max == RLIM_INFINITY)
		return 0;
	now = geteuid() == 0 ? 0 : machine_tasks_now();
	if ((rlim_t)(now + wanted) <= most.rlim_max)
		return 0;
	return error_set(why, "RLIMIT_NPROC is %llu: %ld run already, and %d "
			 "bots may take %ld more",
			 (unsigned long long)most.rlim_max, now,
			 hosting->processes, wanted);
}

static int has_pidfd(const struct hosting *hosting, struct error *why)
{
	long fd = syscall(SYS_pidfd_open, getpid(), 0U);

	(void)hosting;
	if (fd < 0)
		return because(why, "pidfd_open");
	close((int)fd);
	return 0;
}

static int has_bwrap(const struct hosting *hosting, struct error *why)
{
	const char *path = getenv("PATH");
	char file[4096];

	(void)hosting;
	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");

		snprintf(file, sizeof file, "%.*s/bwrap", (int)length, path);
		if (access(file, X_OK) == 0)
			return 0;
		path += length + (path[length] == ':');
	}
	return error_set(why, "there is no program bwrap in PATH");
}

static int open_namespace(void)
{
	int number = become_nobody();

	if (number != 0)
		return number;
	return unshare(CLONE_NEWUSER) == 0 ? 0 : errno;
}

static int has_namespaces(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return in_a_child(open_namespace, "unshare(CLONE_NEWUSER)", why);
}

/* Without a filter the address is wrong: what takes filters says so. */
static int set_filter(void)
{
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return errno;
	if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL, 0, 0) == 0)
		return ENOTSUP;
	return errno == EFAULT ? 0 : errno;
}

static int has_seccomp(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return in_a_child(set_filter, "PR_SET_SECCOMP", why);
}

static int has_filter(const struct hosting *hosting, struct error *why)
{
	int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);
	int result = fd < 0 ? because(why, "/dev/null") :
		filter_write(fd, why);

	(void)hosting;
	if (fd >= 0)
		close(fd);
	return result;
}

/* Builds a sandbox with nothing in it. */
static int has_sandbox(const struct hosting *hosting, struct error *why)
{
	char *const nothing[] = { NULL };
	const struct hosted hosted = { .command = nothing };
	const struct hosting trial = { .level = LEVEL_STRICT, .entrants = 1,
		.limits = hosting->limits, .hosted = &hosted };
	const int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct birth birth = { .hosting = &trial, .user = users_nobody(),
		.ends = { null, null, null } };
	struct sandbox_report report;
	struct born born;
	int result = birth_start(&birth, -1, &born, &report);

	if (result != 0 && report.number != 0)
		error_set(why, "%s: %s", report.what,
			  strerror(report.number));
	else if (result != 0)
		error_set(why, "%s", report.what);
	if (born.pid > 0) {
		kill(born.pid, SIGKILL);
		waitpid(born.pid, NULL, 0);
	}
	born_release(&born);
	if (null >= 0)
		close(null);
	return result;
}

static const struct {
	const char *name;
	enum level from;        /* the weakest level that needs it */
	bool root;              /* only root needs it */
	int (*has)(const struct hosting *hosting, struct error *why);
	const char *remedy;     /* NULL: the reason says it */
} features[] = {
	{ "close_range", LEVEL_NONE, false, has_ranges,
	  "use Linux 5.9 or newer" },
	{ "child subreaper", LEVEL_NONE, false, has_subreaper,
	  "use Linux 3.4 or newer" },
	{ "children in /proc", LEVEL_NONE, false, has_proc,
	  "mount /proc, of a Linux with CONFIG_PROC_CHILDREN" },
	{ "no_new_privs", LEVEL_LIMITS, false, has_no_privileges,
	  "use Linux 3.5 or newer" },
	{ "memory limit", LEVEL_LIMITS, false, has_memory_limit,
	  "use Linux 4.7 or newer" },
	{ "users for the bots of root", LEVEL_LIMITS, true, has_users,
	  "start the referee as an ordinary user, or use --sandbox none for "
	  "bots you trust" },
	{ "processes allowed", LEVEL_LIMITS, false, has_tasks,
	  "raise it (ulimit -u) or lower the limit tasks" },
	{ "pidfd", LEVEL_STRICT, false, has_pidfd, "use Linux 5.3 or newer" },
	{ "filter of system calls", LEVEL_STRICT, false, has_filter, NULL },
	{ "seccomp", LEVEL_STRICT, false, has_seccomp,
	  "the system must allow filters of system calls, in a container "
	  "too" },
	{ "bubblewrap", LEVEL_STRICT, false, has_bwrap,
	  "install bubblewrap 0.7 or newer" },
	{ "user namespaces", LEVEL_STRICT, false, has_namespaces,
	  "allow them (sysctl user.max_user_namespaces, "
	  "kernel.unprivileged_userns_clone; in a container, its options)" },
	{ "a sandbox can be built", LEVEL_STRICT, false, has_sandbox, NULL },
};

enum { FEATURES = sizeof features / sizeof *features };

static int try_feature(int i, const struct hosting *hosting,
		       struct error *why)
{
	if (features[i].has(hosting, why) == 0)
		return 0;
	if (features[i].remedy != NULL)
		error_add(why, "; %s", features[i].remedy);
	return -1;
}

int machine_check(const struct hosting *hosting, struct error *err)
{
	for (int i = 0; i < FEATURES; i++) {
		if (features[i].from > hosting->level ||
		    (features[i].root && geteuid() != 0) ||
		    try_feature(i, hosting, err) == 0)
			continue;
		return error_at(err, "this machine cannot do --sandbox %s "
				"(%s)", level_words[hosting->level],
				features[i].name);
	}
	return 0;
}

/* ### for people */

/* What a feature has to say besides "yes". */
static void add_details(int i, struct text *out)
{
	struct rlimit most;
	char line[64] = "";
	FILE *version;

	if (features[i].has == has_bwrap) {
		version = popen("bwrap --version 2>&1", "r");
		if (version == NULL)
			return;
		if (fgets(line, sizeof line, version) != NULL)
			text_printf(out, ", %.*s", (int)strcspn(line, "\n"),
				    line);
		pclose(version);
	} else if (features[i].has == has_tasks &&
		   getrlimit(RLIMIT_NPROC, &most) == 0) {
		if (most.rlim_max == RLIM_INFINITY)
			text_add(out, ", any number");
		else
			text_printf(out, ", %llu",
				    (unsigned long long)most.rlim_max);
		text_printf(out, "; %ld run", machine_tasks_now());
	}
}

enum level machine_report(struct text *out)
{
	/* Two bots on both seats: the match that is played most. */
	struct hosting hosting = { .level = LEVEL_STRICT, .entrants = 2,
		.processes = 4 };
	enum level reached = LEVEL_COUNT;
	struct error why;
	int broken = LEVEL_COUNT;

	limits_defaults(&hosting.limits);
	for (int i = 0; i < FEATURES; i++) {
		bool there;

		if (features[i].root && geteuid() != 0)
			continue;
		there = try_feature(i, &hosting, &why) == 0;
		text_printf(out, "%-7s %-27s %s", level_words[features[i].from],
			    features[i].name, there ? "yes" : "NO: ");
		if (there)
			add_details(i, out);
		else
			text_add(out, why.text);
		text_byte(out, '\n');
		if (!there && (int)features[i].from < broken)
			broken = (int)features[i].from;
	}
	text_add(out, "\nlevels:");
	for (int i = 0; i < broken; i++) {
		reached = (enum level)i;
		text_printf(out, "%s %s", i > 0 ? "," : "", level_words[i]);
	}
	text_add(out, reached == LEVEL_COUNT ?
		 " no level can be reached\n" : "\n");
	return reached;
}
