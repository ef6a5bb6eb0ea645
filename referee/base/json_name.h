/*
 * json_name.h - keys of objects and positions of values, for the files
 * json_*.c.
 */
#ifndef BASE_JSON_NAME_H
#define BASE_JSON_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* A key as written between its quotes. */
struct json_name {
	const char *at;
	size_t size;
	bool escaped;           /* it contains a backslash */
};

/* Orders struct json_name for qsort, so that keys that are equal when decoded
   become adjacent; the order is otherwise arbitrary. */
int json_name_compare(const void *left, const void *right);

/* Appends the position of `at` in a file of these bytes, as "line 3, column 7".
   Columns count characters. */
void json_place(const char *bytes, const char *at, struct text *out);

/* The value of the four hex digits at `at`, or -1. */
int json_hex4(const char *at, const char *end);

#endif
