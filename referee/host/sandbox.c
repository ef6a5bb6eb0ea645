/*
 * sandbox.c - what a bot may do to the machine it runs on.
 *
 * Processes of a match and their rights, below `strict`:
 *
 *   keeper                 the command itself; no secrets; the subreaper that
 *    |                     is left when everything else has been killed
 *    +- player             secrets, log and clocks; talks to the bots
 *    +- warden             one per bot: its parent and subreaper; ends it with
 *        |                 all its descendants; same rights as the keeper
 *        +- bot            its own session and process group; descriptors 0-2;
 *            +- ..         at `limits` also: clean environment, no new
 *                          privileges, resource limits, a folder of its own,
 *                          and if the keeper is root a user of its own
 *
 *   player -> keeper       a socket: "start entrant 1", with four descriptors
 *   player <-> bot         three pipes: input, output, error output
 *   player <-> warden      a socket: started, exited; its end means "end it"
 */
#define _GNU_SOURCE
#include "host/sandbox.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/process.h"

int sandbox_check(enum level level, struct error *err)
{
	if (level == LEVEL_STRICT)
		return error_set(err, "sandbox level strict is not in this "
				 "version; limits and none are");
	return 0;
}

static int fails(struct sandbox_failure *failure, int number,
		 const char *what)
{
	failure->number = number;
	snprintf(failure->what, sizeof failure->what, "%s", what);
	return -1;
}

static int take_descriptors(int in, int out, int err, int *status,
			    struct sandbox_failure *failure)
{
	if (dup2(in, 0) < 0 || dup2(out, 1) < 0 || dup2(err, 2) < 0)
		return fails(failure, errno, "cannot set the bot's pipes");
	if (*status != 3) {
		if (dup3(*status, 3, O_CLOEXEC) < 0)
			return fails(failure, errno, "cannot keep a pipe");
		*status = 3;
	}
	if (syscall(SYS_close_range, 4U, ~0U, 0U) != 0)
		return fails(failure, errno, "cannot close descriptors "
			     "(close_range; Linux 5.9 has it)");
	return 0;
}

static void plain_signals(void)
{
	struct sigaction normal = { .sa_handler = SIG_DFL };
	sigset_t none;

	for (int number = 1; number < NSIG; number++)
		sigaction(number, &normal, NULL);
	sigemptyset(&none);
	sigprocmask(SIG_SETMASK, &none, NULL);
}

static int limit(int resource, rlim_t most, struct sandbox_failure *failure)
{
	struct rlimit now, wanted = { most, most };

	/* A hard limit that is lower already is the stricter one: keep it. */
	if (getrlimit(resource, &now) == 0 && now.rlim_max < most)
		wanted.rlim_cur = wanted.rlim_max = now.rlim_max;
	if (setrlimit(resource, &wanted) != 0)
		return fails(failure, errno, "cannot set a resource limit "
			     "(setrlimit)");
	return 0;
}

static int take_limits(const struct limits *limits, long tasks,
		       struct sandbox_failure *failure)
{
	const int *value = limits->value;
	rlim_t megabyte = 1 << 20;

	if (limit(RLIMIT_CORE, 0, failure) != 0 ||
	    limit(RLIMIT_NOFILE, (rlim_t)value[LIMIT_FILES], failure) != 0 ||
	    limit(RLIMIT_FSIZE, (rlim_t)value[LIMIT_BOX_MB] * megabyte,
		  failure) != 0 ||
	    limit(RLIMIT_NPROC, (rlim_t)tasks, failure) != 0)
		return -1;
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
		return fails(failure, errno, "cannot give up new privileges "
			     "(PR_SET_NO_NEW_PRIVS)");
	return 0;
}

/* Last of all: this process may have more itself, for example when it was
   built with a sanitizer. */
static int take_memory(const struct limits *limits,
		       struct sandbox_failure *failure)
{
	return limit(RLIMIT_DATA,
		     (rlim_t)limits->value[LIMIT_MEMORY_MB] << 20, failure);
}

static int take_user(uid_t user, struct sandbox_failure *failure)
{
	if (geteuid() != 0)
		return 0;
	if (setgroups(0, NULL) != 0 || setresgid(user, user, user) != 0 ||
	    setresuid(user, user, user) != 0)
		return fails(failure, errno, "root cannot run the bot as "
			     "another user (setresuid); use --sandbox none "
			     "for bots you trust");
	return 0;
}

static int take_folder(const char *box, struct sandbox_failure *failure)
{
	const char *path = getenv("PATH"), *lang = getenv("LANG");
	char *kept_path = strdup(path != NULL ? path : "/usr/bin:/bin");
	char *kept_lang = strdup(lang != NULL ? lang : "C.UTF-8");

	if (kept_path == NULL || kept_lang == NULL || clearenv() != 0 ||
	    setenv("PATH", kept_path, 1) != 0 ||
	    setenv("LANG", kept_lang, 1) != 0 || setenv("HOME", box, 1) != 0)
		return fails(failure, ENOMEM, "cannot clear the environment");
	if (chdir(box) != 0)
		return fails(failure, errno, "cannot enter the bot's folder");
	return 0;
}

/* A file that the operator can read and the bot's user cannot is a matter of
   the operator's folders, not a fault of the bot. */
static int check_reach(char *const *command, struct sandbox_failure *failure)
{
	for (int i = 0; command[i] != NULL; i++) {
		if (command[i][0] != '/' || access(command[i], R_OK) == 0 ||
		    errno != EACCES)
			continue;
		snprintf(failure->what, sizeof failure->what,
			 "as root, bots run as a user of their own, who cannot "
			 "reach %.300s: open its folders and the file to "
			 "others (chmod o+rx) or use --sandbox none",
			 command[i]);
		failure->number = EACCES;
		return -1;
	}
	return 0;
}

void sandbox_enter(const struct hosting *hosting, int entrant, int in, int out,
		   int err, int *status, const char *box, uid_t user,
		   long tasks, struct sandbox_failure *failure)
{
	const struct timespec moment = { .tv_nsec = 2000000 };
	char *const *command = hosting->command[entrant];

	*failure = (struct sandbox_failure){0};
	setsid();
	plain_signals();
	if (take_descriptors(in, out, err, status, failure) != 0)
		return;
	if (hosting->level >= LEVEL_LIMITS) {
		/* The folder first: it takes memory, which a limit could deny
		   to us in place of the bot. */
		if (take_folder(box, failure) != 0 ||
		    take_limits(&hosting->limits, tasks, failure) != 0 ||
		    take_user(user, failure) != 0 ||
		    check_reach(command, failure) != 0 ||
		    take_memory(&hosting->limits, failure) != 0)
			return;
	}
	/* A help only: the bot can clear it, and it is not inherited. */
	prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0);
	/* A file that was just written may still be open for writing in a
	   process that somebody else is starting: it is not for long. */
	for (int tries = 0; tries < 50; tries++) {
		execvp(command[0], command);
		if (errno != ETXTBSY)
			break;
		nanosleep(&moment, NULL);
	}
	failure->exec = 1;
	fails(failure, errno, "");
}

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

long sandbox_tasks_now(void)
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

static void report(struct text *out, const char *feature, bool there,
		   const char *what_for)
{
	text_printf(out, "%-34s %-4s %s\n", feature, there ? "yes" : "no",
		    what_for);
}

enum level sandbox_report(struct text *out)
{
	char text[16] = "";
	int subreaper = 0, fd;
	bool reaps = prctl(PR_GET_CHILD_SUBREAPER, &subreaper, 0, 0, 0) == 0;
	bool privileges = prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) >= 0;
	bool ranges = syscall(SYS_close_range, ~0U, ~0U, 0U) == 0;
	bool proc = access("/proc/self/status", R_OK) == 0;
	bool bwrap = system("command -v bwrap >/dev/null 2>&1") == 0;
	bool spaces = false;

	fd = open("/proc/sys/user/max_user_namespaces", O_RDONLY | O_CLOEXEC);
	if (fd >= 0) {
		spaces = read(fd, text, sizeof text - 1) > 0 && atol(text) > 0;
		close(fd);
	}
	report(out, "close_range (Linux 5.9)", ranges, "none, limits");
	report(out, "child subreaper", reaps, "none, limits");
	report(out, "/proc", proc, "none, limits");
	report(out, "no_new_privs", privileges, "limits");
	report(out, "runs as root", geteuid() == 0,
	       "limits: then bots run as a user of their own");
	report(out, "bubblewrap (bwrap)", bwrap, "strict");
	report(out, "user namespaces", spaces || geteuid() == 0, "strict");
	if (!ranges || !reaps || !proc) {
		text_add(out, "\nno level can be reached on this machine\n");
		return LEVEL_COUNT;
	}
	text_printf(out, "\nlevels: none%s; strict is not in this version\n",
		    privileges ? ", limits" : "");
	return privileges ? LEVEL_LIMITS : LEVEL_NONE;
}
