/*
 * number.c - parses integers.
 */
#include "base/number.h"

#include <errno.h>
#include <stdlib.h>

bool number_parse(const char *text, long long min, long long max,
		  long long *number)
{
	const char *digits = text + (*text == '-');
	long long value;
	char *end;

	/* strtoll also accepts leading spaces and a plus sign. */
	if (*digits < '0' || *digits > '9' || (*text == '-' && *digits == '0'))
		return false;
	errno = 0;
	value = strtoll(text, &end, 10);
	if (errno != 0 || *end != '\0' || value < min || value > max)
		return false;
	*number = value;
	return true;
}
