/*
 * bot_users.c - the users that bots run as when the referee is root.
 *
 * Two bots with the same user could read and kill each other, and would share
 * that user's limits.  So each user is represented by a byte of a file common
 * to all referees of root, and the process that runs a bot as that user holds a
 * lock on the byte.  The system releases the lock however its holder ends.
 */
#define _GNU_SOURCE
#include "host/bot_users.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

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
