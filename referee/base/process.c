/*
 * process.c - what the system tells of a process.
 */
#include "base/process.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

bool process_read(const char *pid, const char *name, char *text, size_t room)
{
	char path[80];
	ssize_t got;
	int fd;

	snprintf(path, sizeof path, "/proc/%.20s/%.40s", pid, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	got = read(fd, text, room - 1);
	close(fd);
	if (got <= 0)
		return false;
	text[got] = '\0';
	return true;
}
