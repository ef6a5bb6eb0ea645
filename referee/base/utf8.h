/*
 * utf8.h - decodes UTF-8 independently of the locale.
 */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stddef.h>
#include <stdint.h>

/* The number of bytes of the UTF-8 character at `at`, which is before `end`;
   0 if the bytes are not valid. */
int utf8_size(const char *at, const char *end);

/* The same; also stores the code point in `*character` if valid. */
int utf8_decode(const char *at, const char *end, uint32_t *character);

/* The number of characters in valid UTF-8: the columns it takes, except for the
   few characters that are wider. */
int utf8_count(const char *bytes, size_t size);

#endif
