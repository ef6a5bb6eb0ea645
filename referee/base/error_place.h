/*
 * error_place.h - splits the file and the line off an error sentence, for
 * programs that read it.
 */
#ifndef BASE_ERROR_PLACE_H
#define BASE_ERROR_PLACE_H

#include "base/error.h"
#include "base/json_write.h"

/*
 * Writes a sentence as two members of an open object,
 * "why":{"file":..,"line":..,"why":..},"sentence":"..".  `path` is the file
 * that the sentence may begin with, or a folder whose files are named
 * FOLDER/NAME.  `file` is null if the sentence does not begin with it, `line`
 * if no line number follows; the inner `why` is the rest.
 */
void error_place_write(const struct error *err, const char *path,
		       struct json_writer *w);

#endif
