/*
 * spawn.c - finds programs, and says whether they can be run.
 */
#define _GNU_SOURCE
#include "base/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/text.h"

char *spawn_find(const char *name)
{
	const char *path = getenv("PATH");
	struct text file = {0};

	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");

		text_clear(&file);
		text_printf(&file, "%.*s/%s", (int)length, path, name);
		text_byte(&file, '\0');
		if (access(file.bytes, X_OK) == 0)
			return file.bytes;
		path += length + (path[length] == ':');
	}
	text_release(&file);
	return NULL;
}

int spawn_check(const char *name, const char *path, struct error *err)
{
	struct statvfs system;

	if (access(path, X_OK) == 0)
		return 0;
	error_set(err, "%s cannot be run: %s", name, strerror(errno));
	if (statvfs(path, &system) == 0 && (system.f_flag & ST_NOEXEC) != 0)
		return error_add(err, " (it is on a file system mounted with "
				 "noexec: move it to another, or name its "
				 "interpreter before it)");
	return error_add(err, " (chmod +x makes it executable)");
}
