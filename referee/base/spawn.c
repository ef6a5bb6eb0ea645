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

	while (path != NULL && *path != '\0') {
		size_t length = strcspn(path, ":");
		char *file = text_new("%.*s/%s", (int)length, path, name);

		if (access(file, X_OK) == 0)
			return file;
		free(file);
		path += length + (path[length] == ':');
	}
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
