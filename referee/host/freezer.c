/*
 * freezer.c - control groups: what that of the referee leaves to bots, and one
 * for each bot, which can be frozen and has a share of the memory.
 */
#define _GNU_SOURCE
#include "host/freezer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/process.h"

#define NAME "rollcall-"
#define FREEZE "cgroup.freeze"
#define MEMBERS "cgroup.procs"
#define LIMIT "memory.limit_in_bytes"

enum { PATH_MOST = FREEZER_GROUP_MOST + 20 };

bool freezer_is_safe(enum level level)
{
	return level == LEVEL_STRICT ||
		(level == LEVEL_LIMITS && geteuid() == 0);
}

/* ### finding the group */

/* Finds where control groups of that kind, and with that option, are mounted,
   `place`, and which group is the root of that mount, `top`: the fifth and
   fourth field of the line. */
static bool find_mount(const char *kind, const char *option, char *top,
		       char *place, struct text *text)
{
	char *line, *end;

	if (!process_read("self", "mountinfo", text))
		return false;
	for (line = text->bytes; *line != '\0'; line = end + 1) {
		end = strchrnul(line, '\n');
		if (*end == '\0')
			return false;
		*end = '\0';
		if (strstr(line, kind) != NULL && strstr(line, option) != NULL)
			return sscanf(line, "%*s %*s %*s %299s %299s", top,
				      place) == 2;
	}
	return false;
}

/* Finds this process's group of version 2, or, of version 1, that with the
   controller; `*root` is the length of the folder of all groups. */
static bool find_own(const char *controller, char *folder, size_t *root,
		     struct text *text)
{
	char top[300], place[300], name[32], *path;
	size_t length;

	snprintf(name, sizeof name, "%s:", controller == NULL ? "\n0:" :
		 controller);
	if (!(controller == NULL ?
	      find_mount(" - cgroup2 ", "", top, place, text) :
	      find_mount(" - cgroup ", controller, top, place, text)) ||
	    !process_read("self", "cgroup", text))
		return false;
	/* Where version 1 groups are in use too, it is not the first line. */
	path = controller == NULL && strncmp(text->bytes, "0::", 3) == 0 ?
		text->bytes : strstr(text->bytes, name);
	if (path == NULL)
		return false;
	path = strchr(path, '/');
	if (path == NULL)
		return false;
	path[strcspn(path, "\n")] = '\0';
	length = strcmp(top, "/") == 0 ? 0 : strlen(top);
	if (strncmp(path, top, length) != 0)
		return false;
	*root = strlen(place);
	return snprintf(folder, FREEZER_HOME_MOST, "%s%s", place,
			path + length) < FREEZER_HOME_MOST;
}

void freezer_find_home(struct freezer_home *home)
{
	OWNED(text) struct text text = {0};
	size_t root;

	if (!find_own(NULL, home->folder, &root, &text))
		home->folder[0] = '\0';
	if (!find_own("memory", home->memory, &root, &text))
		home->memory[0] = '\0';
	home->share = 0;
}

/* Opens a file of the group; -1: not possible. */
static int open_file(const char *folder, const char *file, int how)
{
	char path[PATH_MOST];

	snprintf(path, sizeof path, "%s/%s", folder, file);
	return open(path, how | O_CLOEXEC);
}

/* The number behind a word, which may be "", at the beginning of a line of a
   file; -1: there is none. */
static long number_in(const char *folder, const char *file, const char *word)
{
	const int fd = open_file(folder, file, O_RDONLY);
	OWNED(stream) FILE *opened = fd >= 0 ? fdopen(fd, "r") : NULL;
	const size_t length = strlen(word);
	char line[128];
	long number = -1;

	while (opened != NULL && number < 0 &&
	       fgets(line, sizeof line, opened) != NULL)
		if (strncmp(line, word, length) != 0 ||
		    sscanf(line + length, "%ld", &number) != 1)
			number = -1;
	return number;
}

/*
 * Of the limits of a controller for this process's group and each group above
 * it, finds the one that leaves the least.  `limits` are the files that have it
 * in versions 2 and 1, `usage` has what is used (NULL: that does not count).
 * Returns false if there is none.
 */
static bool find_limit(const char *controller, const char *const limits[2],
		       const char *usage, long *most, long *now)
{
	char folder[FREEZER_HOME_MOST];
	OWNED(text) struct text text = {0};
	bool limited = false;

	for (int i = 0; i < 2; i++) {
		size_t root;

		if (!find_own(i == 0 ? NULL : controller, folder, &root, &text))
			continue;
		for (; strlen(folder) >= root; *strrchr(folder, '/') = '\0') {
			const long limit = number_in(folder, limits[i], "");
			const long used = usage == NULL ? 0 :
				number_in(folder, usage, "");

			if (limit < 0 || used < 0 ||
			    (limited && limit - used >= *most - *now))
				continue;
			*most = limit;
			*now = used;
			limited = true;
		}
	}
	return limited;
}

bool freezer_tasks(long *most, long *now)
{
	static const char *const limits[] = { "pids.max", "pids.max" };

	return find_limit("pids", limits, "pids.current", most, now);
}

long long freezer_memory(void)
{
	static const char *const limits[] = { "memory.max", LIMIT };
	/* What version 1 has instead of no limit. */
	const long no_limit = LONG_MAX / 4096 * 4096 / 2;
	long most, now;

	return find_limit("memory", limits, NULL, &most, &now) &&
		most < no_limit ? most : 0;
}

long freezer_oom_kills(void)
{
	char folder[FREEZER_HOME_MOST];
	OWNED(text) struct text text = {0};
	long kills = -1;
	size_t root;

	if (find_own(NULL, folder, &root, &text))
		kills = number_in(folder, "memory.events", "oom_kill");
	if (kills < 0 && find_own("memory", folder, &root, &text))
		kills = number_in(folder, "memory.oom_control", "oom_kill");
	return kills >= 0 ? kills : number_in("/proc", "vmstat", "oom_kill");
}

enum freezer_oom freezer_oom_of(const struct freezer *freezer)
{
	const char *folder = freezer->memory;
	const bool first = strcmp(folder, freezer->folder) != 0;

	if (folder[0] == '\0')
		return FREEZER_OOM_UNKNOWN;
	if (number_in(folder, first ? "memory.oom_control" : "memory.events",
		      "oom_kill") <= 0)
		return FREEZER_OOM_NONE;
	return (first ? number_in(folder, "memory.failcnt", "") :
		number_in(folder, "memory.events.local", "oom")) > 0 ?
		FREEZER_OOM_OWN : FREEZER_OOM_OTHERS;
}

static struct freezer group_of(const struct freezer_home *home, pid_t warden)
{
	struct freezer freezer = {0};

	if (home->folder[0] != '\0')
		snprintf(freezer.folder, sizeof freezer.folder, "%s/" NAME "%ld",
			 home->folder, (long)warden);
	if (home->memory[0] != '\0')
		snprintf(freezer.memory, sizeof freezer.memory, "%s/" NAME "%ld",
			 home->memory, (long)warden);
	return freezer;
}

static bool write_file(const char *folder, const char *file, const char *text)
{
	OWNED(file) int fd = open_file(folder, file, O_WRONLY);
	const size_t size = strlen(text);

	return fd >= 0 && write(fd, text, size) == (ssize_t)size;
}

/* ### using it */

/* The group for memory is that for freezing, or of version 1. */
static void limit_memory(long long share, struct freezer *freezer)
{
	char text[24];

	snprintf(text, sizeof text, "%lld", share);
	if (share > 0 && freezer->memory[0] != '\0') {
		if (mkdir(freezer->memory, 0755) == 0 &&
		    write_file(freezer->memory, LIMIT, text))
			return;
		rmdir(freezer->memory);
	} else if (share > 0 && freezer->folder[0] != '\0' &&
		   write_file(freezer->folder, "memory.max", text)) {
		/* Without this the bot would go on with some processes. */
		write_file(freezer->folder, "memory.oom.group", "1");
		memcpy(freezer->memory, freezer->folder,
		       sizeof freezer->memory);
		return;
	}
	freezer->memory[0] = '\0';
}

bool freezer_make(const struct freezer_home *home, pid_t warden,
		  struct freezer *freezer)
{
	OWNED(file) int fd = -1;

	*freezer = group_of(home, warden);
	if (home->folder[0] != '\0' && mkdir(freezer->folder, 0755) == 0) {
		fd = open_file(freezer->folder, FREEZE, O_WRONLY);
		if (fd < 0)
			rmdir(freezer->folder);
	}
	if (fd < 0)
		freezer->folder[0] = '\0';
	limit_memory(home->share, freezer);
	return fd >= 0;
}

void freezer_enter(const struct freezer *freezer)
{
	/* A failure is ignored: freezer_is_used finds out. */
	if (freezer->folder[0] != '\0')
		write_file(freezer->folder, MEMBERS, "0");
	if (freezer->memory[0] != '\0')
		write_file(freezer->memory, MEMBERS, "0");
}

bool freezer_is_used(const struct freezer *freezer)
{
	OWNED(file) int fd = open_file(freezer->folder, MEMBERS, O_RDONLY);
	char byte;

	return fd >= 0 && read(fd, &byte, 1) == 1;
}

int freezer_open(const struct freezer *freezer)
{
	return open_file(freezer->folder, FREEZE, O_WRONLY);
}

int freezer_set(int freezer, bool frozen)
{
	ssize_t wrote;

	do
		wrote = write(freezer, frozen ? "1" : "0", 1);
	while (wrote < 0 && errno == EINTR);
	/* If the group has been removed, the bot is gone. */
	return wrote == 1 || errno == ENODEV ? 0 : errno;
}

void freezer_remove(const struct freezer *freezer)
{
	if (freezer->folder[0] != '\0')
		rmdir(freezer->folder);
	if (freezer->memory[0] != '\0')
		rmdir(freezer->memory);
}

void freezer_remove_of(const struct freezer_home *home, pid_t warden)
{
	const struct freezer freezer = group_of(home, warden);

	freezer_remove(&freezer);
}

static void tidy(const struct freezer_home *home, const char *folder)
{
	OWNED(folder) DIR *all = folder[0] != '\0' ? opendir(folder) : NULL;
	const struct dirent *entry;
	long warden;

	while (all != NULL && (entry = readdir(all)) != NULL)
		if (sscanf(entry->d_name, NAME "%ld", &warden) == 1 &&
		    warden > 0 && kill((pid_t)warden, 0) != 0 &&
		    errno == ESRCH)
			freezer_remove_of(home, (pid_t)warden);
}

void freezer_tidy(const struct freezer_home *home)
{
	tidy(home, home->folder);
	tidy(home, home->memory);
}
