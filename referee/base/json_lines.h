/*
 * json_lines.h - reads what it can of a file of JSON lines that may be damaged.
 */
#ifndef BASE_JSON_LINES_H
#define BASE_JSON_LINES_H

#include <cjson/cJSON.h>

#include "base/error.h"

/* `line` is freed when this returns. */
typedef void json_lines_take(void *data, const cJSON *line);

/*
 * Calls `take`, in file order, for each line that is an object of at most two
 * levels with the member `key`.  Other lines, damaged ones and an incomplete
 * last one are skipped; a missing file counts as empty.  Returns 0, or -1 with
 * `err` if the file cannot be read.
 */
int json_lines_read(const char *path, const char *key, json_lines_take *take,
		    void *data, struct error *err);

#endif
