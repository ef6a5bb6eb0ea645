/*
 * freezer.c - control groups: what that of the referee leaves to bots, and one
 * for each bot, which can be frozen.
 */
#define _GNU_SOURCE
#include "host/freezer.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/process.h"

#define NAME "rollcall-"
#define FREEZE "cgroup.freeze"
#define MEMBERS "cgroup.procs"

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
	struct text text = {0};
	size_t root;

	if (!find_own(NULL, home->folder, &root, &text))
		home->folder[0] = '\0';
	text_release(&text);
}

/* The number in a file of a group; -1: there is none. */
static long number_in(const char *folder, const char *file)
{
	char path[PATH_MOST];
	long number = -1;
	FILE *opened;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	opened = fopen(path, "re");
	if (opened == NULL)
		return -1;
	if (fscanf(opened, "%ld", &number) != 1)
		number = -1;
	fclose(opened);
	return number;
}

bool freezer_tasks(long *most, long *now)
{
	static const char *const controllers[] = { NULL, "pids" };
	char folder[FREEZER_HOME_MOST];
	struct text text = {0};
	bool limited = false;

	for (int i = 0; i < 2; i++) {
		size_t root;

		if (!find_own(controllers[i], folder, &root, &text))
			continue;
		/* Each group above may have a limit of its own. */
		for (; strlen(folder) >= root; *strrchr(folder, '/') = '\0') {
			const long limit = number_in(folder, "pids.max");
			const long used = number_in(folder, "pids.current");

			if (limit < 0 || used < 0 ||
			    (limited && limit - used >= *most - *now))
				continue;
			*most = limit;
			*now = used;
			limited = true;
		}
	}
	text_release(&text);
	return limited;
}

static long oom_kills_in(const char *folder, const char *file)
{
	char path[PATH_MOST], line[128];
	long kills = -1;
	FILE *opened;

	snprintf(path, sizeof path, "%s/%s", folder, file);
	opened = fopen(path, "re");
	while (opened != NULL && kills < 0 &&
	       fgets(line, sizeof line, opened) != NULL)
		if (sscanf(line, "oom_kill %ld", &kills) != 1)
			kills = -1;
	if (opened != NULL)
		fclose(opened);
	return kills;
}

long freezer_oom_kills(void)
{
	char folder[FREEZER_HOME_MOST];
	struct text text = {0};
	long kills = -1;
	size_t root;

	if (find_own(NULL, folder, &root, &text))
		kills = oom_kills_in(folder, "memory.events");
	if (kills < 0 && find_own("memory", folder, &root, &text))
		kills = oom_kills_in(folder, "memory.oom_control");
	text_release(&text);
	return kills >= 0 ? kills : oom_kills_in("/proc", "vmstat");
}

static struct freezer group_of(const struct freezer_home *home, pid_t warden)
{
	struct freezer freezer;

	snprintf(freezer.folder, sizeof freezer.folder, "%s/" NAME "%ld",
		 home->folder, (long)warden);
	return freezer;
}

/* Opens a file of the group; -1: not possible. */
static int open_file(const struct freezer *freezer, const char *file, int how)
{
	char path[PATH_MOST];

	snprintf(path, sizeof path, "%s/%s", freezer->folder, file);
	return open(path, how | O_CLOEXEC);
}

/* ### using it */

bool freezer_make(const struct freezer_home *home, pid_t warden,
		  struct freezer *freezer)
{
	int fd;

	if (home->folder[0] == '\0')
		return false;
	*freezer = group_of(home, warden);
	if (mkdir(freezer->folder, 0755) != 0)
		return false;
	fd = open_file(freezer, FREEZE, O_WRONLY);
	if (fd >= 0) {
		close(fd);
		return true;
	}
	rmdir(freezer->folder);
	return false;
}

void freezer_enter(const struct freezer *freezer)
{
	const int fd = open_file(freezer, MEMBERS, O_WRONLY);

	if (fd < 0)
		return;
	/* A failure is ignored: freezer_is_used finds out. */
	if (write(fd, "0", 1) != 1)
		errno = 0;
	close(fd);
}

bool freezer_is_used(const struct freezer *freezer)
{
	const int fd = open_file(freezer, MEMBERS, O_RDONLY);
	char byte;
	bool used;

	if (fd < 0)
		return false;
	used = read(fd, &byte, 1) == 1;
	close(fd);
	return used;
}

int freezer_open(const struct freezer *freezer)
{
	return open_file(freezer, FREEZE, O_WRONLY);
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
	rmdir(freezer->folder);
}

void freezer_remove_of(const struct freezer_home *home, pid_t warden)
{
	struct freezer freezer;

	if (home->folder[0] == '\0')
		return;
	freezer = group_of(home, warden);
	freezer_remove(&freezer);
}

void freezer_tidy(const struct freezer_home *home)
{
	struct dirent *entry;
	DIR *all = home->folder[0] != '\0' ? opendir(home->folder) : NULL;

	if (all == NULL)
		return;
	while ((entry = readdir(all)) != NULL) {
		long warden;

		if (strncmp(entry->d_name, NAME, strlen(NAME)) != 0)
			continue;
		warden = strtol(entry->d_name + strlen(NAME), NULL, 10);
		if (warden > 0 && kill((pid_t)warden, 0) != 0 &&
		    errno == ESRCH)
			freezer_remove_of(home, (pid_t)warden);
	}
	closedir(all);
}
