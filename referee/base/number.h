/*
 * number.h - parses integers.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>

/*
 * Reads all of `text` as a decimal integer from `min` to `max`: digits after an
 * optional minus sign, and nothing else (no space, no plus sign, no -0).  If
 * `text` is anything else, returns false and leaves `*number` unchanged.
 */
bool number_parse(const char *text, long long min, long long max,
		  long long *number);

#endif
