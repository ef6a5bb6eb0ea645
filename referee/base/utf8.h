/*
 * utf8.h - steps through UTF-8 without the locale.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The number of bytes of the UTF-8 character at `at`, which is before `end`;
   0 when there is none. */
int utf8_size(const char *at, const char *end);

/* The same, and the character's number in `*character` when there is one. */
int utf8_decode(const char *at, const char *end, uint32_t *character);

/* Characters of bytes that are UTF-8: the columns they take, but for the few
   that are wider. */
int utf8_count(const char *bytes, size_t size);

#endif
