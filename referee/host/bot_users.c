/*
 * bot_users.c - the users that the bots of root run as.
 *
 * Two bots of one user could read and end each other, and would share what
 * that user may have.  So each user is a byte of a file that all referees of
 * root know, and the process that runs a bot as that user holds a lock on the
 * byte.  The system releases the lock, however its holder ends.
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

/* Between the users that systemd gives to services for a while, which end at
   65535, and those that are given to containers, most often from 100000 on. */
enum { FIRST = 70000, USERS = 4000 };

/* A bot could kill any process of its user, and would be counted with it. */
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

uid_t bot_users_helper(uid_t user)
{
	return user + USERS + 1;
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

		/* Asking for processes looks at all that there are; most
		   users that are taken are locked. */
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
	return error_set(err, "all %d users for the bots of root (%d to %d) "
			 "are taken", USERS, FIRST, FIRST + USERS - 1);
}
