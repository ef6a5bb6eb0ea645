/*
 * spawn.c - finds programs.
 */
#include "base/spawn.h"

#include <stdlib.h>
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
