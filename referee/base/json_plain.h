/*
 * json_plain.h - reads JSON as bots and logs nearly always write it, in one
 * pass and without allocating.
 *
 * Plain JSON is an object of objects, lists, texts of printable ASCII without
 * escapes, true, false and unsigned integers of at most nine digits, with no
 * white space but one blank after a comma or a colon, and within the limits
 * below.  json_scan with JSON_SPACES accepts all plain JSON, and json_parse
 * makes the same tree of it; use these two for everything else.
 */
#ifndef BASE_JSON_PLAIN_H
#define BASE_JSON_PLAIN_H

#include <stdbool.h>
#include <stddef.h>

#include <cjson/cJSON.h>

enum {
	JSON_PLAIN_VALUES = 40,         /* in all levels */
	JSON_PLAIN_LEVELS = 4,
	JSON_PLAIN_TEXT = 400           /* bytes of keys and texts, with NULs */
};

/* Storage for the tree.  Must not be copied: the values point into it. */
struct json_plain {
	cJSON value[JSON_PLAIN_VALUES];         /* the object comes first */
	char text[JSON_PLAIN_TEXT];
};

/* Reads exactly `size` bytes.  If true, the object is plain->value[0], which
   must not be deleted.  If false, the bytes are not plain; they may still be
   valid JSON. */
bool json_plain_read(struct json_plain *plain, const char *bytes, size_t size);

#endif
