/*
 * remove_tree.c - removes folders that bots have filled.
 *
 * No path is used except that of the folder itself, and there is no recursion:
 * a folder's contents that cannot be removed at once are moved up to the top.
 * So two descriptors are enough for any depth.
 */
#define _GNU_SOURCE
#include "host/remove_tree.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Gives us permission to a folder and opens it; NULL: not possible. */
static DIR *enter(int parent, const char *name)
{
	DIR *folder;
	int fd;

	if (fchmodat(parent, name, 0700, 0) != 0)
		return NULL;
	fd = openat(parent, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW |
		    O_CLOEXEC);
	folder = fd >= 0 ? fdopendir(fd) : NULL;
	if (fd >= 0 && folder == NULL)
		close(fd);
	return folder;
}

static bool is_entry(const struct dirent *entry)
{
	return strcmp(entry->d_name, ".") != 0 &&
		strcmp(entry->d_name, "..") != 0;
}

/* Moves a folder to `top`, named by the first free number there.  It has to be
   writable to be moved. */
static bool move_up(int from, const char *name, int top, unsigned *number)
{
	char other[16];

	if (fchmodat(from, name, 0700, 0) != 0)
		return false;
	do {
		snprintf(other, sizeof other, "%u", (*number)++);
		if (renameat(from, name, top, other) == 0)
			return true;
	} while (errno == EEXIST || errno == ENOTEMPTY || errno == ENOTDIR);
	return false;
}

static bool remove_one(int folder, const char *name)
{
	return unlinkat(folder, name, 0) == 0 ||
		(errno == EISDIR &&
		 unlinkat(folder, name, AT_REMOVEDIR) == 0);
}

/* Removes a folder in `top` that is not empty. */
static bool remove_full(int top, const char *name, unsigned *number)
{
	DIR *folder = enter(top, name);
	struct dirent *entry;
	bool done = true;

	if (folder == NULL)
		return false;
	while ((entry = readdir(folder)) != NULL)
		if (is_entry(entry) &&
		    !remove_one(dirfd(folder), entry->d_name))
			done = move_up(dirfd(folder), entry->d_name, top,
				       number) && done;
	closedir(folder);
	return done && unlinkat(top, name, AT_REMOVEDIR) == 0;
}

void remove_tree(const char *path)
{
	DIR *top;
	struct dirent *entry;
	unsigned number = 0;
	bool again;

	/* A bot may have replaced the folder by something else. */
	if (unlink(path) == 0)
		return;
	top = enter(AT_FDCWD, path);
	again = top != NULL;
	/* Repeats as long as something was removed: readdir may not have
	   returned what was moved up meanwhile. */
	while (again) {
		again = false;
		rewinddir(top);
		while ((entry = readdir(top)) != NULL)
			if (is_entry(entry) &&
			    (remove_one(dirfd(top), entry->d_name) ||
			     remove_full(dirfd(top), entry->d_name, &number)))
				again = true;
	}
	if (top != NULL)
		closedir(top);
	rmdir(path);
}
