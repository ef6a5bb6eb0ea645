/*
 * rlimit_check.c - checks that the resource limits of this process leave enough
 * for bots.
 */
#include "host/rlimit_check.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/process.h"

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

long rlimit_check_tasks_now(void)
{
	struct text text = {0};
	struct dirent *entry;
	long tasks = 0;
	DIR *proc = opendir("/proc");

	if (proc == NULL)
		return 0;
	while ((entry = readdir(proc)) != NULL)
		if (entry->d_name[0] >= '1' && entry->d_name[0] <= '9')
			tasks += threads_of(entry->d_name, getuid(), &text);
	text_release(&text);
	closedir(proc);
	return tasks;
}

/* A bot needs its own tasks and a warden, at `strict` also bwrap and the first
   process; the match needs one more process.  When the referee is root, its
   limits also apply to the users of the bots, which have no processes yet. */
int rlimit_check_tasks(const struct hosting *hosting, struct error *why)
{
	const long each = hosting->limits.value[LIMIT_TASKS] +
		(hosting->level == LEVEL_STRICT ? 3 : 1);
	const long wanted = hosting->processes * each + 1;
	struct rlimit most;
	long now;

	if (getrlimit(RLIMIT_NPROC, &most) != 0)
		return error_set(why, "RLIMIT_NPROC: %s", strerror(errno));
	most.rlim_cur = most.rlim_max;
	if (setrlimit(RLIMIT_NPROC, &most) != 0)
		return error_set(why, "RLIMIT_NPROC: %s", strerror(errno));
	if (most.rlim_max == RLIM_INFINITY)
		return 0;
	now = geteuid() == 0 ? 0 : rlimit_check_tasks_now();
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
int rlimit_check_files(const struct hosting *hosting, struct error *why)
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

int rlimit_check_limits(const struct hosting *hosting, struct error *why)
{
	for (size_t i = 0; i < sizeof given / sizeof *given; i++)
		if (check_limit(i, &hosting->limits, why) != 0)
			return -1;
	return 0;
}
