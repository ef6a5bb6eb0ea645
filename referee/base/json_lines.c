/*
 * json_lines.c - reads what it can of a file of JSON lines that may be damaged.
 */
#include "base/json_lines.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/json.h"

enum { DEPTH_MAX = 2 };

int json_lines_read(const char *path, const char *key, json_lines_take *take,
		    void *data, struct error *err)
{
	FILE *file = fopen(path, "re");
	struct error ignored;
	size_t room = 0;
	char *line = NULL;
	cJSON *tree;
	ssize_t got;
	int result = 0;

	if (file == NULL)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	while ((got = getline(&line, &room, file)) > 0) {
		if (line[--got] != '\n')
			continue;
		tree = json_read(line, (size_t)got, DEPTH_MAX, 0, &ignored);
		if (json_get(tree, key) != NULL)
			take(data, tree);
		cJSON_Delete(tree);
	}
	if (ferror(file))
		result = error_reading(err, "read", path);
	free(line);
	fclose(file);
	return result;
}
