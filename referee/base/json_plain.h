/*
 * json_plain.h - JSON as bots and logs nearly always write it, read in one pass
 * and without allocating.
 *
 * Plain is an object of objects, lists, texts of printable ASCII without
 * escapes, true, false, and integers of at most nine digits without sign, with
 * no white space but one blank after a comma or a colon, and small enough for
 * the room here.  What is plain passes json_scan with JSON_SPACES, too, and has
 * the tree that json_parse makes of it; for all else there are these two.
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

/* The tree's room.  It must not be copied: its values point into it. */
struct json_plain {
	cJSON value[JSON_PLAIN_VALUES];         /* the object comes first */
	char text[JSON_PLAIN_TEXT];
};

/* Reads exactly `size` bytes.  True: the object is plain->value[0], to be read
   and not to be deleted.  False: it is not plain, be it right or wrong. */
bool json_plain_read(struct json_plain *plain, const char *bytes, size_t size);

#endif
