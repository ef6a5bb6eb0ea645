/*
 * number.h - parses whole numbers.
 */
#ifndef BASE_NUMBER_H
#define BASE_NUMBER_H

#include <stdbool.h>

/*
 * Reads all of `text` as a decimal integer from `min` to `max`: digits, with a
 * minus before them where it is negative, and nothing else (no space, no
 * plus, no -0).  False when it is anything else; then `*number` is unchanged.
 */
bool number_parse(const char *text, long long min, long long max,
		  long long *number);

#endif
