/*
 * bot_folders.c - the folder in TMPDIR that holds the bots' working folders; the
 * users that bots run as.
 */
#define _GNU_SOURCE
#include "host/bot_folders.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

/*
 * ### removing what bots have filled
 *
 * No path is used except that of the folder itself, and there is no recursion:
 * a folder's contents that cannot be removed at once are moved up to the top.
 * So two descriptors are enough for any depth.
 */

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

/*
 * ### the folder that holds the working folders
 *
 * The processes that use it hold a lock on the folder itself, because bots
 * could remove a lock file in it.
 */

enum { TRIES = 20, OPEN = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC };

static const char begin[] = "rollcall-bots-", any[] = "XXXXXX";

const char *bot_folders_place(void)
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
		snprintf(path, room, "%s/%s%s", bot_folders_place(), begin,
			 any);
		if (mkdtemp(path) == NULL)
			break;
		if (chmod(path, 0711) == 0 && lock(path))
			return 0;
		rmdir(path);
	}
	error_set(err, "cannot make a folder for the bots in %s: %s",
		  bot_folders_place(), strerror(errno));
	path[0] = '\0';
	return -1;
}

static bool has_name(const char *name)
{
	return strlen(name) == strlen(begin) + strlen(any) &&
		strncmp(name, begin, strlen(begin)) == 0;
}

/* Is it ours, made as above, and no longer in use?  If so, `*fd` holds its lock;
   otherwise it may be open, too. */
static bool is_left(int folder, const char *name, int *fd)
{
	struct stat status;

	*fd = openat(folder, name, OPEN);
	return *fd >= 0 && fstat(*fd, &status) == 0 &&
		status.st_uid == geteuid() && (status.st_mode & 0066) == 0 &&
		flock(*fd, LOCK_EX | LOCK_NB) == 0;
}

bool bot_folders_left(bool remove)
{
	OWNED(folder) DIR *folder = opendir(bot_folders_place());
	const struct dirent *entry;
	bool found = false;
	char path[1024];

	while (folder != NULL && (remove || !found) &&
	       (entry = readdir(folder)) != NULL) {
		OWNED(file) int fd = -1;

		if (!has_name(entry->d_name) ||
		    !is_left(dirfd(folder), entry->d_name, &fd))
			continue;
		found = true;
		snprintf(path, sizeof path, "%s/%s", bot_folders_place(),
			 entry->d_name);
		if (remove)
			remove_tree(path);
	}
	return found;
}

/*
 * ### the users that bots run as when the referee is root
 *
 * Two bots with the same user could read and kill each other, and would share
 * that user's limits.  So each user is represented by a byte of a file common
 * to all referees of root, and the process that runs a bot as that user holds a
 * lock on the byte.  The system releases the lock however its holder ends.
 */

#define LOCKS "/run/rollcall.users"

/* Between systemd's dynamic users for services, which end at 65535, and the
   users of containers, which usually start at 100000. */
enum { FIRST = 70000, USERS = 4000 };

/* A bot could kill any other process of its user, and would share its limits
   with it. */
static bool has_processes(uid_t user)
{
	errno = 0;
	getpriority(PRIO_USER, user);
	return errno != ESRCH;
}

uid_t bot_users_nobody(void)
{
	return FIRST + USERS;
}

int bot_users_take(uid_t *user, struct error *err)
{
	int fd = open(LOCKS, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);

	if (fd < 0)
		return error_set(err, "cannot open %s: %s", LOCKS,
				 strerror(errno));
	for (int i = 0; i < USERS; i++) {
		struct flock byte = { .l_type = F_WRLCK,
			.l_whence = SEEK_SET, .l_start = i, .l_len = 1 };

		/* The lock is tried first: it rules out most users that are
		   taken, and has_processes is slow, as the system then looks
		   at all processes. */
		if (fcntl(fd, F_OFD_SETLK, &byte) == 0) {
			*user = (uid_t)(FIRST + i);
			if (!has_processes(*user))
				return fd;
			byte.l_type = F_UNLCK;
			fcntl(fd, F_OFD_SETLK, &byte);
			continue;
		}
		if (errno == EAGAIN || errno == EACCES)
			continue;
		error_set(err, "cannot lock %s: %s", LOCKS, strerror(errno));
		close(fd);
		return -1;
	}
	close(fd);
	return error_set(err, "all %d users for bots of root (%d to %d) "
			 "are taken", USERS, FIRST, FIRST + USERS - 1);
}
