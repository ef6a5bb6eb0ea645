/*
 * path.c - resolves paths that are relative to the file that names them.
 */
#include "base/path.h"

#include <string.h>

#include "base/text.h"

char *path_from(const char *folder, const char *path)
{
	struct text whole = {0};

	if (path[0] != '/' && strcmp(folder, ".") != 0)
		text_printf(&whole, "%s/", folder);
	text_add(&whole, path);
	text_byte(&whole, '\0');
	return whole.bytes;
}

char *path_folder(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (slash == NULL)
		return memory_copy(".");
	return memory_copy_bytes(path, slash == path ? 1 :
				 (size_t)(slash - path));
}
