/*
 * bot_folders.c - the folder in TMPDIR that holds the bots' working folders.
 *
 * The processes that use it hold a lock on the folder itself, because bots
 * could remove a lock file in it.
 */
#define _GNU_SOURCE
#include "host/bot_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/remove_tree.h"

enum { TRIES = 20, OPEN = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static const char begin[] = "rollcall-bots-", any[] = "XXXXXX";

static const char *temporary(void)
{
	const char *folder = getenv("TMPDIR");

	return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

/* Another process that removes unused folders may have found this one before we
   lock it: then it has already been removed, or is about to be. */
static bool lock(const char *path)
{
	const int fd = open(path, OPEN);
	struct stat status;

	if (fd < 0)
		return false;
	if (flock(fd, LOCK_EX | LOCK_NB) == 0 && fstat(fd, &status) == 0 &&
	    status.st_nlink > 0)
		return true;
	close(fd);
	return false;
}

int bot_folders_make(char *path, size_t room, struct error *err)
{
	for (int i = 0; i < TRIES; i++) {
		snprintf(path, room, "%s/%s%s", temporary(), begin, any);
		if (mkdtemp(path) == NULL)
			break;
		if (chmod(path, 0711) == 0 && lock(path))
			return 0;
		rmdir(path);
	}
	error_set(err, "cannot make a folder for the bots in %s: %s",
		  temporary(), strerror(errno));
	path[0] = '\0';
	return -1;
}

static bool has_name(const char *name)
{
	return strlen(name) == strlen(begin) + strlen(any) &&
		strncmp(name, begin, strlen(begin)) == 0;
}

/* Is it ours, made as above, and no longer in use?  If so, `*fd` now holds its
   lock. */
static bool is_left(int folder, const char *name, int *fd)
{
	struct stat status;

	*fd = openat(folder, name, OPEN);
	if (*fd < 0)
		return false;
	if (fstat(*fd, &status) == 0 && status.st_uid == geteuid() &&
	    (status.st_mode & 0066) == 0 &&
	    flock(*fd, LOCK_EX | LOCK_NB) == 0)
		return true;
	close(*fd);
	return false;
}

bool bot_folders_left(bool remove)
{
	DIR *folder = opendir(temporary());
	const struct dirent *entry;
	bool found = false;
	char path[1024];
	int fd;

	while (folder != NULL && (remove || !found) &&
	       (entry = readdir(folder)) != NULL) {
		if (!has_name(entry->d_name) ||
		    !is_left(dirfd(folder), entry->d_name, &fd))
			continue;
		found = true;
		snprintf(path, sizeof path, "%s/%s", temporary(),
			 entry->d_name);
		if (remove)
			remove_tree(path);
		close(fd);
	}
	if (folder != NULL)
		closedir(folder);
	return found;
}
