/*
 * host_features.c - which features for hosting bots this machine has.
 */
#define _GNU_SOURCE
#include "host/host_features.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <linux/seccomp.h>
#include <poll.h>
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

#include "base/file.h"
#include "base/landlock.h"
#include "base/process.h"
#include "host/bot_folders.h"
#include "host/freezer.h"
#include "host/process_tree.h"
#include "host/warden.h"

/* The longest path for TMPDIR, in bytes. */
enum { FOLDER_MOST = 900 };

#define NOT_ROOT "start the referee as an ordinary user, or a container " \
	"with CAP_SETUID, CAP_SETGID and a writable /run, or use --sandbox " \
	"none for bots you trust"

/* ### the limits that bots inherit, and would be blamed for exceeding

   Each check says what was found, what is needed and what to do. */

/* The number of threads of a process; 0 if it is another user's. */
static long threads_of(const char *pid, uid_t user, struct text *text)
{
	const char *uid, *threads;

	if (!process_read(pid, "status", text))
		return 0;
	uid = strstr(text->bytes, "\nUid:");
	threads = strstr(text->bytes, "\nThreads:");
	if (uid == NULL || threads == NULL ||
	    strtoul(uid + 5, NULL, 10) != user)
		return 0;
	return strtol(threads + 9, NULL, 10);
}

long host_features_tasks_now(void)
{
	OWNED(text) struct text text = {0};
	OWNED(folder) DIR *proc = opendir("/proc");
	const struct dirent *entry;
	long tasks = 0;

	while (proc != NULL && (entry = readdir(proc)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			tasks += threads_of(entry->d_name, getuid(), &text);
	return tasks;
}

/* Processes of ours for each bot: a warden, at `strict` also bwrap and the first
   process. */
static long tasks_beside(enum level level)
{
	return level == LEVEL_STRICT ? 3 : 1;
}

enum { TASKS_LEAST = 4 };       /* a bot needs: a program and a few threads */

/* How many tasks each bot may have if all share equally what the control group
   has left; INT_MAX: there is no limit.  The match needs one more process.
   Matches that our parent plays beside this one have their own shares. */
static long tasks_share(const struct hosting *hosting, enum level level,
			long *allowed, long *now)
{
	const int jobs = hosting->jobs > 1 ? hosting->jobs : 1;
	struct usage beside;

	if (!freezer_tasks(allowed, now))
		return INT_MAX;
	if (jobs > 1) {
		process_tree_usage(getppid(), INT_MAX, &beside);
		*now -= beside.tasks;
	}
	return ((*allowed - *now) / jobs - 1) / hosting->processes -
		tasks_beside(level);
}

void host_features_share_tasks(struct hosting *hosting)
{
	int *tasks = &hosting->limits.value[LIMIT_TASKS];
	const int wanted = *tasks;
	long allowed, now;

	for (int level = LEVEL_LIMITS; level < LEVEL_COUNT; level++) {
		const long share = hosting_uses(hosting, (enum level)level) ?
			tasks_share(hosting, (enum level)level, &allowed,
				    &now) : INT_MAX;

		if (share >= TASKS_LEAST && share < *tasks)
			*tasks = (int)share;
	}
	if (*tasks == wanted)
		return;
	/* `tournament run` passes it on. */
	fprintf(stderr, "referee: warning: the control group may have %ld "
		"processes (pids.max), and %ld are running: each bot may have "
		"%d tasks instead of %d\n", allowed, now, *tasks, wanted);
}

/* When the referee is root, its limits also apply to the users of the bots,
   which have no processes yet. */
static int has_tasks(const struct hosting *hosting, struct error *why)
{
	const long each = hosting->limits.value[LIMIT_TASKS];
	const long wanted = hosting->processes *
		(each + tasks_beside(hosting->level)) + 1;
	struct rlimit most;
	long now, allowed;
	const long share = tasks_share(hosting, hosting->level, &allowed, &now);

	if (share < each && share < TASKS_LEAST)
		return error_set(why, "the control group may have %ld "
				 "(pids.max): %ld are running already, and "
				 "too few are left for %d bots, which need %d "
				 "each; raise it, or play fewer matches at a "
				 "time", allowed, now, hosting->processes,
				 TASKS_LEAST);
	if (getrlimit(RLIMIT_NPROC, &most) != 0)
		return error_set(why, "RLIMIT_NPROC: %s", strerror(errno));
	most.rlim_cur = most.rlim_max;
	if (setrlimit(RLIMIT_NPROC, &most) != 0)
		return error_set(why, "RLIMIT_NPROC: %s", strerror(errno));
	if (most.rlim_max == RLIM_INFINITY)
		return 0;
	now = geteuid() == 0 ? 0 : host_features_tasks_now();
	if ((rlim_t)(now + wanted) <= most.rlim_max)
		return 0;
	return error_set(why, "RLIMIT_NPROC is %llu: %ld are running already, "
			 "and %d bots may take %ld more; raise it (ulimit -u) "
			 "or lower the limit tasks",
			 (unsigned long long)most.rlim_max, now,
			 hosting->processes, wanted);
}

/* Our ends of four pipes and a socket for each bot, and the other ends while
   one bot is started; the standard descriptors, the log, the trace and the
   epoll. */
static int has_files(const struct hosting *hosting, struct error *why)
{
	const long wanted = 5L * hosting->processes + 12;
	struct rlimit now;

	if (getrlimit(RLIMIT_NOFILE, &now) != 0)
		return error_set(why, "RLIMIT_NOFILE: %s", strerror(errno));
	if (now.rlim_cur >= (rlim_t)wanted)
		return 0;
	return error_set(why, "RLIMIT_NOFILE is %llu, and the referee needs "
			 "%ld for %d bots; raise it (ulimit -n)",
			 (unsigned long long)now.rlim_cur, wanted,
			 hosting->processes);
}

/* The limits of this process that bots inherit or that cap the limits set for
   them.  One that no limit for bots replaces has to be unlimited. */
static const struct {
	int resource;
	const char *name, *option;
	enum limit limit;       /* LIMIT_COUNT: none */
	const char *limit_name;
	rlim_t unit;
} given[] = {
	{ RLIMIT_DATA, "RLIMIT_DATA", "ulimit -d", LIMIT_MEMORY_MB,
	  "memory_mb", 1 << 20 },
	{ RLIMIT_FSIZE, "RLIMIT_FSIZE", "ulimit -f", LIMIT_BOX_MB, "box_mb",
	  1 << 20 },
	{ RLIMIT_NOFILE, "RLIMIT_NOFILE", "ulimit -n", LIMIT_FILES, "files",
	  1 },
	{ RLIMIT_AS, "RLIMIT_AS", "ulimit -v", LIMIT_COUNT, "memory_mb", 0 },
	{ RLIMIT_CPU, "RLIMIT_CPU", "ulimit -t", LIMIT_COUNT, "cpu_s", 0 },
};

static int check_limit(size_t i, const struct limits *limits,
		      struct error *why)
{
	const bool own = given[i].limit == LIMIT_COUNT;
	const rlim_t wanted = own ? RLIM_INFINITY : given[i].unit *
		(rlim_t)limits->value[given[i].limit];
	struct rlimit now;
	rlim_t found;

	if (getrlimit(given[i].resource, &now) != 0)
		return error_set(why, "%s: %s", given[i].name,
				 strerror(errno));
	found = own ? now.rlim_cur : now.rlim_max;
	if (found == RLIM_INFINITY || (!own && found >= wanted))
		return 0;
	if (own)
		return error_set(why, "%s is %llu, but has to be unlimited, "
				 "because bots have the limit %s instead; "
				 "raise it (%s unlimited)",
				 given[i].name, (unsigned long long)found,
				 given[i].limit_name, given[i].option);
	return error_set(why, "%s is %llu, and the limit %s needs %llu; raise "
			 "it (%s) or lower the limit %s", given[i].name,
			 (unsigned long long)found, given[i].limit_name,
			 (unsigned long long)wanted, given[i].option,
			 given[i].limit_name);
}

static int has_limits(const struct hosting *hosting, struct error *why)
{
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (check_limit(i, &hosting->limits, why) != 0)
			return -1;
	return 0;
}

/* ### the features: 0, or -1 with the reason in `why` */

static int because(struct error *why, const char *call)
{
	return error_set(why, "%s: %s", call, strerror(errno));
}

typedef int attempt_call(void);

static void make_attempt(void *context)
{
	attempt_call **attempt = context;

	_exit((*attempt)());
}

/* Tries what would change this process in a child.  `attempt` returns 0 or an
   errno, and must not change memory, which the child shares with us. */
static int in_a_child(attempt_call *attempt, const char *call,
		      struct error *why)
{
	int status;
	pid_t pid = spawn_borrowing(make_attempt, &attempt);

	if (pid < 0)
		return because(why, "vfork");
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

static int has_proc(const struct hosting *hosting, struct error *why)
{
	char path[64], self[32];
	const ssize_t size = readlink("/proc/self", self, sizeof self - 1);

	(void)hosting;
	self[size > 0 ? size : 0] = '\0';
	if (size > 0 && strtol(self, NULL, 10) != (long)getpid())
		return error_set(why, "/proc shows another namespace of "
				 "processes; mount its own (unshare "
				 "--mount-proc)");
	snprintf(path, sizeof path, "/proc/%ld/task/%ld/children",
		 (long)getpid(), (long)getpid());
	return access(path, R_OK) == 0 ? 0 : because(why, path);
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

	return sandbox_steps_user(bot_users_nobody(), &report) == 0 ? 0 :
		report.number;
}

static int has_users(const struct hosting *hosting, struct error *why)
{
	uid_t user;
	OWNED(file) int lock = bot_users_take(&user, why);

	(void)hosting;
	return lock < 0 ? -1 : in_a_child(become_nobody, "setresuid", why);
}

static int enter_folder(void)
{
	/* Whether root can become another user is another feature. */
	if (geteuid() == 0 && become_nobody() != 0)
		return 0;
	return access(bot_folders_place(), X_OK) == 0 ? 0 : errno;
}

static int has_folder(const struct hosting *hosting, struct error *why)
{
	const char *folder = bot_folders_place();
	char inside[FOLDER_MOST + 4];
	struct error reason;

	(void)hosting;
	if (*folder != '/' || strlen(folder) > FOLDER_MOST)
		return error_set(why, "TMPDIR is \"%.100s\"; expected a path "
				 "that begins with / and has at most %d bytes",
				 folder, FOLDER_MOST);
	snprintf(inside, sizeof inside, "%s/.", folder);
	if (access(inside, W_OK | X_OK) != 0)
		return error_set(why, "cannot make a folder for the bots in "
				 "%s: %s; set TMPDIR to another place",
				 folder, strerror(errno));
	if (in_a_child(enter_folder, "access", &reason) != 0)
		return error_set(why, "bots of root cannot reach their folders "
				 "in %s (%s); open it to others (chmod o+x) "
				 "or set TMPDIR to another place", folder,
				 reason.text);
	return 0;
}

static int has_domains(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	return landlock_version() > 0 ? 0 :
		because(why, "landlock_create_ruleset");
}

static int has_freezer(const struct hosting *hosting, struct error *why)
{
	struct freezer_home home;
	struct freezer freezer;

	(void)hosting;
	if (!freezer_is_safe(LEVEL_LIMITS))
		return error_set(why, "only root has a user for each bot");
	freezer_find_home(&home);
	if (!freezer_make(&home, getpid(), &freezer))
		return error_set(why, "no control group (version 2) can be "
				 "made below that of the referee");
	freezer_remove(&freezer);
	return 0;
}

static int has_pidfd(const struct hosting *hosting, struct error *why)
{
	OWNED(file) int fd = (int)syscall(SYS_pidfd_open, getpid(), 0U);

	(void)hosting;
	return fd >= 0 ? 0 : because(why, "pidfd_open");
}

static int has_bwrap(const struct hosting *hosting, struct error *why)
{
	AUTOFREE char *path = spawn_find("bwrap");

	(void)hosting;
	return path != NULL ? 0 :
		error_set(why, "bwrap not found in PATH");
}

static int open_namespace(void)
{
	int number = become_nobody();

	if (number != 0)
		return number;
	return unshare(CLONE_NEWUSER) == 0 ? 0 : errno;
}

/* When the referee is root, bwrap runs as another user. */
static int has_namespaces(const struct hosting *hosting, struct error *why)
{
	(void)hosting;
	if (geteuid() == 0 && in_a_child(become_nobody, "setresuid", why) != 0)
		return error_add(why, "; " NOT_ROOT);
	if (in_a_child(open_namespace, "unshare(CLONE_NEWUSER)", why) != 0)
		return error_add(why, "; allow them (sysctl "
				 "user.max_user_namespaces, "
				 "kernel.unprivileged_userns_clone; in a "
				 "container, its options)");
	return 0;
}

/* Passes a filter at address NULL: a kernel that supports filters fails with
   EFAULT. */
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
	OWNED(file) int fd = open("/dev/null", O_WRONLY | O_CLOEXEC);

	(void)hosting;
	return fd < 0 ? because(why, "/dev/null") :
		syscall_filter_write(fd, false, why);
}

/* Builds a sandbox with nothing in it. */
static int has_sandbox(const struct hosting *hosting, struct error *why)
{
	char *const nothing[] = { NULL };
	const struct hosted hosted = { .command = nothing };
	const struct hosting trial = { .level = LEVEL_STRICT,
		.limits = hosting->limits, .hosted = &hosted };
	OWNED(file) int null = open("/dev/null", O_RDWR | O_CLOEXEC);
	struct child child = { .hosting = &trial,
		.user = bot_users_nobody(), .ends = { null, null, null, -1 },
		.core = -1 };
	struct sandbox_report report;
	OWNED(child) struct child_started started = { .exit = -1, .first = -1 };
	int result = child_start(&child, -1, &started, &report);

	if (result != 0 && report.number != 0)
		error_set(why, "%s: %s", report.what,
			  strerror(report.number));
	else if (result != 0)
		error_set(why, "%s", report.what);
	if (started.pid > 0) {
		kill(-started.pid, SIGKILL);
		kill(started.pid, SIGKILL);
		waitpid(started.pid, NULL, 0);
	}
	return result;
}

static const struct {
	const char *name;
	enum level from, to;    /* the levels that need it */
	bool root;              /* only root needs it */
	int (*has)(const struct hosting *hosting, struct error *why);
	const char *remedy;     /* NULL: the reason includes it */
	const char *without;    /* NULL: required; else the effect without it */
} features[] = {
	{ "close_range", LEVEL_NONE, LEVEL_STRICT, false, has_ranges,
	  "use Linux 5.9 or newer", NULL },
	{ "children in /proc", LEVEL_NONE, LEVEL_STRICT, false, has_proc,
	  "mount /proc, and use a kernel with CONFIG_PROC_CHILDREN", NULL },
	{ "open files", LEVEL_NONE, LEVEL_STRICT, false, has_files,
	  NULL, NULL },
	{ "memory limit", LEVEL_LIMITS, LEVEL_STRICT, false, has_memory_limit,
	  "use Linux 4.7 or newer", NULL },
	{ "users for bots of root", LEVEL_LIMITS, LEVEL_STRICT, true,
	  has_users, NOT_ROOT, NULL },
	{ "limits left to bots", LEVEL_LIMITS, LEVEL_STRICT, false,
	  has_limits, NULL, NULL },
	{ "processes allowed", LEVEL_LIMITS, LEVEL_STRICT, false,
	  has_tasks, NULL, NULL },
	{ "folder for the bots", LEVEL_LIMITS, LEVEL_LIMITS, false,
	  has_folder, NULL, NULL },
	{ "Landlock", LEVEL_LIMITS, LEVEL_LIMITS, false, has_domains,
	  NULL, LANDLOCK_NONE },
	{ "waiting bots stop at once", LEVEL_LIMITS, LEVEL_LIMITS, false,
	  has_freezer, NULL, "their processes are stopped one by one; a bot "
	  "that keeps resuming its own can make its rival take 4 times as "
	  "long" },
	{ "pidfd", LEVEL_STRICT, LEVEL_STRICT, false, has_pidfd,
	  "use Linux 5.3 or newer", NULL },
	{ "filter of system calls", LEVEL_STRICT, LEVEL_STRICT, false,
	  has_filter, NULL, NULL },
	{ "seccomp", LEVEL_STRICT, LEVEL_STRICT, false, has_seccomp,
	  "the system must allow filters of system calls, in a container "
	  "too", NULL },
	{ "bubblewrap", LEVEL_STRICT, LEVEL_STRICT, false, has_bwrap,
	  "install bubblewrap 0.7 or newer", NULL },
	{ "user namespaces", LEVEL_STRICT, LEVEL_STRICT, false,
	  has_namespaces, NULL, NULL },
	{ "a sandbox can be built", LEVEL_STRICT, LEVEL_STRICT, false,
	  has_sandbox, NULL, NULL },
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

/* Checks whether the machine can do that level for the bots of `of`. */
static int check_level(const struct hosting *of, enum level level,
		       struct error *err)
{
	struct hosting one = *of;
	const struct hosting *hosting = &one;

	one.level = level;
	for (int i = 0; i < FEATURES; i++) {
		if (features[i].without != NULL ||
		    features[i].from > hosting->level ||
		    features[i].to < hosting->level ||
		    (features[i].root && geteuid() != 0) ||
		    (features[i].has == has_sandbox && hosting->waits) ||
		    try_feature(i, hosting, err) == 0)
			continue;
		return error_at(err, "this machine does not support "
				"--sandbox %s (%s)", limits_level_words[hosting->level],
				features[i].name);
	}
	return 0;
}

int host_features_check(const struct hosting *hosting, struct error *err)
{
	if (limits_fit(&hosting->limits, hosting->level, err) != 0)
		return -1;
	for (int level = 0; level < LEVEL_COUNT; level++)
		if (hosting_uses(hosting, (enum level)level) &&
		    check_level(hosting, (enum level)level, err) != 0)
			return -1;
	return 0;
}

/* ### the report */

static _Noreturn void tell_version(int out)
{
	setsid();
	dup2(out, STDOUT_FILENO);
	dup2(out, STDERR_FILENO);
	execlp("bwrap", "bwrap", "--version", (char *)NULL);
	_exit(127);
}

/* Appends what bwrap prints within two seconds. */
static void add_version(struct text *out)
{
	char line[64] = "";
	struct pollfd wait = { .events = POLLIN };
	int ends[2];
	pid_t pid;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return;
	pid = fork();
	if (pid == 0)
		tell_version(ends[1]);
	wait.fd = ends[0];
	close(ends[1]);
	if (pid > 0) {
		if (poll(&wait, 1, 2000) > 0 &&
		    read(ends[0], line, sizeof line - 1) > 0)
			text_printf(out, ", %.*s", (int)strcspn(line, "\n"),
				    line);
		kill(-pid, SIGKILL);
		kill(pid, SIGKILL);
		waitpid(pid, NULL, 0);
	}
	close(ends[0]);
}

/* Appends the details of a feature that follow "yes". */
static void add_details(int i, const struct hosting *hosting, struct text *out)
{
	struct rlimit most;
	long allowed, now, share;

	if (features[i].has == has_domains) {
		text_printf(out, ", version %d%s", landlock_version(),
			    landlock_version() < LANDLOCK_VERSION_SIGNALS ?
			    "; bots can still send signals to others" : "");
	} else if (features[i].has == has_bwrap) {
		add_version(out);
	} else if (features[i].has == has_tasks &&
		   getrlimit(RLIMIT_NPROC, &most) == 0) {
		share = tasks_share(hosting, hosting->level, &allowed, &now);
		if (share < hosting->limits.value[LIMIT_TASKS])
			text_printf(out, ", %ld in the control group "
				    "(pids.max): each bot gets %ld instead of "
				    "%d tasks; for its user", allowed, share,
				    hosting->limits.value[LIMIT_TASKS]);
		if (most.rlim_max == RLIM_INFINITY)
			text_add(out, ", any number");
		else
			text_printf(out, ", %llu",
				    (unsigned long long)most.rlim_max);
		text_printf(out, "; %ld are running",
			    host_features_tasks_now());
	}
}

bool host_features_report(struct text *out, enum level wanted)
{
	/* Two bots on two seats: the most common match. */
	struct hosting hosting = { .level = LEVEL_STRICT,
		.processes = 4 };
	bool lacks[LEVEL_COUNT] = { false };
	const char *between = " ";
	struct error why;

	limits_defaults(&hosting.limits);
	for (int i = 0; i < FEATURES; i++) {
		bool there;

		if (features[i].root && geteuid() != 0)
			continue;
		there = try_feature(i, &hosting, &why) == 0;
		text_printf(out, "%-7s %-27s %s",
			    limits_level_words[features[i].from],
			    features[i].name, there ? "yes" :
			    features[i].without != NULL ? "no: " : "NO: ");
		if (there)
			add_details(i, &hosting, out);
		else
			text_add(out, why.text);
		if (!there && features[i].without != NULL)
			text_printf(out, "; %s", features[i].without);
		text_byte(out, '\n');
		if (features[i].without != NULL)
			continue;
		for (int level = features[i].from; level <=
		     (int)features[i].to && !there; level++)
			lacks[level] = true;
	}
	text_add(out, "\nlevels:");
	for (int i = 0; i < LEVEL_COUNT; i++) {
		if (lacks[i])
			continue;
		text_printf(out, "%s%s", between, limits_level_words[i]);
		between = ", ";
	}
	text_add(out, *between == ' ' ? " no usable level\n" : "\n");
	return !lacks[wanted];
}
