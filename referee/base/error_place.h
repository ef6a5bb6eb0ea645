/*
 * error_place.h - the file and the line that a sentence begins with, for
 * programs.
 */
#ifndef BASE_ERROR_PLACE_H
#define BASE_ERROR_PLACE_H

#include "base/error.h"
#include "base/json_write.h"

/*
 * Writes a sentence as two members of an open object,
 * "why":{"file":..,"line":..,"why":..},"sentence":"..".  `path` is the file that
 * it may begin with, or a folder whose files are named FOLDER/NAME.  `file` is
 * null when it does not begin with it, `line` when no number follows; `why` is
 * the rest.
 */
void error_place_write(const struct error *err, const char *path,
		       struct json_writer *w);

#endif
