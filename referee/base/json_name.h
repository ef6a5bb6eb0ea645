/*
 * json_name.h - the keys of objects and the places of values, for the files
 * json_*.c.
 */
#ifndef BASE_JSON_NAME_H
#define BASE_JSON_NAME_H

#include <stdbool.h>
#include <stddef.h>

#include "base/text.h"

/* A key as it is written between its quotes. */
struct json_name {
	const char *at;
	size_t size;
	bool escaped;           /* it has a backslash somewhere */
};

/* Orders struct json_name for qsort: any total order will do in which keys
   that are equal when decoded are adjacent. */
int json_name_compare(const void *left, const void *right);

/* Appends "line 3, column 7": where `at` is in a file of these bytes.  A column
   is a character. */
void json_place(const char *bytes, const char *at, struct text *out);

/* Four hex digits at `at`, or -1. */
int json_hex4(const char *at, const char *end);

#endif
