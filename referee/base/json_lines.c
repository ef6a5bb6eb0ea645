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
	const char *value;
	size_t room = 0, length;
	char *line = NULL;
	cJSON *tree;
	ssize_t got;
	int result = 0;

	if (file == NULL)
		return errno == ENOENT ? 0 : error_reading(err, "open", path);
	while ((got = getline(&line, &room, file)) > 0) {
		if (line[--got] != '\n' ||
		    json_scan(line, (size_t)got, DEPTH_MAX, 0, &ignored) != 0 ||
		    !json_member(line, (size_t)got, key, &value, &length))
			continue;
		tree = json_parse(line, (size_t)got);
		take(data, tree);
		cJSON_Delete(tree);
	}
	if (ferror(file))
		result = error_reading(err, "read", path);
	free(line);
	fclose(file);
	return result;
}
