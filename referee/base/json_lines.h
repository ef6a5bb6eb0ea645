/*
 * json_lines.h - what can be read of a file of JSON lines that may be damaged.
 */
#ifndef BASE_JSON_LINES_H
#define BASE_JSON_LINES_H

#include <cjson/cJSON.h>

#include "base/error.h"

/* `line` is freed when this returns. */
typedef void json_lines_take(void *data, const cJSON *line);

/*
 * Calls `take` for each line that is a flat object, or one with flat members,
 * and has the member `key`, in the order of the file.  Other lines, damaged
 * ones and a last one without its end are skipped; a file that is not there
 * has none.  Returns 0, or -1 with `err`: it cannot be read.
 */
int json_lines_read(const char *path, const char *key, json_lines_take *take,
		    void *data, struct error *err);

#endif
