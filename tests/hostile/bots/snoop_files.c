/*
 * snoop_files.c - what a bot could read or write that is not its own.
 */
#define _GNU_SOURCE
#include <sys/stat.h>
#include <sys/time.h>

#include "talk.h"

CHECKS(look_at_files)

static const char *of_match(const char *name, int flags)
{
	char path[300];

	snprintf(path, sizeof path, "%.200s/%s", target.folder, name);
	return opens(path, flags);
}

CHECK(secret) { return of_match("secret", O_RDONLY); }
CHECK(key) { return of_match("key", O_RDONLY); }
CHECK(log_write) { return of_match("log.jsonl", O_RDWR); }
CHECK(trace_read) { return of_match("trace", O_RDONLY); }
CHECK(rival_file) { return of_match("rival", O_RDONLY); }
CHECK(rival_write) { return of_match("rival", O_RDWR); }
CHECK(shadow) { return opens("/etc/shadow", O_RDONLY); }
CHECK(kmsg) { return opens("/dev/kmsg", O_RDONLY); }
CHECK(kernel_memory) { return opens("/proc/kcore", O_RDONLY); }
CHECK(disk)
{
	return opens("/dev/vda", O_RDONLY) != NULL ||
		opens("/dev/sda", O_RDONLY) != NULL ? "opened" : NULL;
}

CHECK(kernel_setting)
{
	return opens("/proc/sys/kernel/core_pattern", O_WRONLY);
}

CHECK(sysrq) { return opens("/proc/sysrq-trigger", O_WRONLY); }

CHECK(tty) { return opens("/dev/tty", O_RDWR); }

/* Can a folder be opened, and has it an entry, if that matters? */
static bool shows(const char *path, bool entry)
{
	DIR *folder = opendir(path);
	const struct dirent *one = NULL;

	if (folder == NULL)
		return false;
	do
		one = readdir(folder);
	while (one != NULL && one->d_name[0] == '.');
	closedir(folder);
	return !entry || one != NULL;
}

CHECK(homes)
{
	return shows("/root", false) ? "/root" : shows("/home", true) ?
		"/home" : NULL;
}

/* Changes nothing, but finds out whether it could. */
CHECK(own_file)
{
	char path[300], other[310];

	snprintf(path, sizeof path, "%.200s/hostile", target.folder);
	snprintf(other, sizeof other, "%s.other", path);
	if (opens(path, O_WRONLY) != NULL)
		return "opened for writing";
	if (rename(path, other) != 0)
		return NULL;
	if (rename(other, path) != 0)
		return "renamed, and not back";
	return "renamed";
}

static const char *create_in(const char *folder)
{
	char path[300];
	int fd;

	snprintf(path, sizeof path, "%.200s/rc-hostile-%ld", folder,
		 (long)getpid());
	fd = open(path, O_CREAT | O_EXCL | O_WRONLY, 0600);
	if (fd < 0)
		return NULL;
	close(fd);
	return unlink(path) == 0 ? "created" : "created and left";
}

CHECK(write_etc) { return create_in("/etc"); }
CHECK(write_usr) { return create_in("/usr/bin"); }
CHECK(write_root) { return create_in("/"); }
CHECK(write_var) { return create_in("/var/tmp"); }
CHECK(write_dev) { return create_in("/dev"); }
CHECK(write_proc) { return create_in("/proc/self"); }
CHECK(write_sys) { return opens("/sys/kernel/mm/ksm/run", O_WRONLY); }

/* The boxes of the other bots of this match. */
CHECK(other_boxes)
{
	char here[300], path[600];
	const char *found = NULL;
	struct dirent *entry;
	char *end;
	DIR *boxes;

	if (getcwd(here, sizeof here) == NULL ||
	    (end = strrchr(here, '/')) == NULL)
		return "no folder";
	*end = '\0';
	boxes = here[0] != '\0' && strstr(here, "rollcall") != NULL ?
		opendir(here) : NULL;
	while (boxes != NULL && (entry = readdir(boxes)) != NULL) {
		snprintf(path, sizeof path, "%s/%s", here, entry->d_name);
		if (entry->d_name[0] != '.' &&
		    strcmp(entry->d_name, end + 1) != 0 && shows(path, false))
			found = "entered another's folder";
	}
	if (boxes != NULL)
		closedir(boxes);
	return found;
}

CHECK(device)
{
	if (mknod("device", S_IFCHR | 0600, 1 << 8 | 5) != 0)
		return NULL;
	return unlink("device") == 0 ? "made a device" : "made it and left it";
}
