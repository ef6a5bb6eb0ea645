/*
 * utf8.h - steps through UTF-8 without the locale.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>

/* The number of bytes of the UTF-8 character at `at`, which is before `end`;
   0 when there is none. */
int utf8_size(const char *at, const char *end);

/* Characters of bytes that are UTF-8: the columns they take, but for the few
   that are wider. */
int utf8_count(const char *bytes, size_t size);

#endif
