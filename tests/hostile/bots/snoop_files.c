/*
 * snoop_files.c - what a bot could read or write that is not its own.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include "snoop.h"

static const char *opens(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return NULL;
	close(fd);
	return "opened";
}

static const char *of_match(const char *name, int flags)
{
	char path[300];

	snprintf(path, sizeof path, "%.200s/%s", target.folder, name);
	return opens(path, flags);
}

static const char *secret(void) { return of_match("secret", O_RDONLY); }
static const char *key(void) { return of_match("key", O_RDONLY); }
static const char *log_write(void) { return of_match("log.jsonl", O_RDWR); }
static const char *trace_read(void) { return of_match("trace", O_RDONLY); }
static const char *rival_file(void) { return of_match("rival", O_RDONLY); }
static const char *rival_write(void) { return of_match("rival", O_RDWR); }
static const char *shadow(void) { return opens("/etc/shadow", O_RDONLY); }
static const char *kmsg(void) { return opens("/dev/kmsg", O_RDONLY); }
static const char *kcore(void) { return opens("/proc/kcore", O_RDONLY); }
static const char *disk(void)
{
	return opens("/dev/vda", O_RDONLY) != NULL ||
		opens("/dev/sda", O_RDONLY) != NULL ? "opened" : NULL;
}

static const char *kernel_setting(void)
{
	return opens("/proc/sys/kernel/core_pattern", O_WRONLY);
}

static const char *sysrq(void)
{
	return opens("/proc/sysrq-trigger", O_WRONLY);
}

static const char *tty(void) { return opens("/dev/tty", O_RDWR); }

static const char *homes(void)
{
	DIR *root = opendir("/root");
	DIR *home = opendir("/home");
	const char *found = root != NULL ? "/root" : NULL;

	if (home != NULL)
		while (found == NULL) {
			const struct dirent *entry = readdir(home);

			if (entry == NULL)
				break;
			if (entry->d_name[0] != '.')
				found = "/home";
		}
	if (root != NULL)
		closedir(root);
	if (home != NULL)
		closedir(home);
	return found;
}

/* Changes nothing, but finds out whether it could. */
static const char *own_file(void)
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

static const char *write_etc(void) { return create_in("/etc"); }
static const char *write_usr(void) { return create_in("/usr/bin"); }
static const char *write_root(void) { return create_in("/"); }
static const char *write_var(void) { return create_in("/var/tmp"); }
static const char *write_dev(void) { return create_in("/dev"); }
static const char *write_proc(void) { return create_in("/proc/self"); }
static const char *write_sys(void)
{
	return opens("/sys/kernel/mm/ksm/run", O_WRONLY);
}

/* The boxes of the other bots of this match. */
static const char *other_boxes(void)
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
		DIR *box;

		if (entry->d_name[0] == '.' ||
		    strcmp(entry->d_name, end + 1) == 0)
			continue;
		snprintf(path, sizeof path, "%s/%s", here, entry->d_name);
		box = opendir(path);
		if (box != NULL) {
			found = "entered another's folder";
			closedir(box);
		}
	}
	if (boxes != NULL)
		closedir(boxes);
	return found;
}

static const char *device(void)
{
	if (mknod("device", S_IFCHR | 0600, 1 << 8 | 5) != 0)
		return NULL;
	return unlink("device") == 0 ? "made a device" : "made it and left it";
}

const struct check file_checks[] = {
	{ "secret", secret },
	{ "key", key },
	{ "log_write", log_write },
	{ "trace_read", trace_read },
	{ "rival_file", rival_file },
	{ "rival_write", rival_write },
	{ "shadow", shadow },
	{ "kmsg", kmsg },
	{ "kernel_memory", kcore },
	{ "disk", disk },
	{ "kernel_setting", kernel_setting },
	{ "sysrq", sysrq },
	{ "tty", tty },
	{ "homes", homes },
	{ "own_file", own_file },
	{ "write_etc", write_etc },
	{ "write_usr", write_usr },
	{ "write_root", write_root },
	{ "write_var", write_var },
	{ "write_dev", write_dev },
	{ "write_proc", write_proc },
	{ "write_sys", write_sys },
	{ "other_boxes", other_boxes },
	{ "device", device },
	{ NULL, NULL }
};
