/*
 * decimals.c - numbers with a fraction on a command line.
 */
#include "tournaments/report/decimals.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

int decimals_read(const char *option, const char *text, double min,
		  double max, double *number, struct error *err)
{
	char *end;

	/* strtod also takes hexadecimal, "nan" and "inf". */
	if (text[strspn(text, "+-.0123456789eE")] != '\0' || *text == '\0')
		return error_set(err, "%s: expected a number, found \"%s\"",
				 option, text);
	*number = strtod(text, &end);
	if (*end != '\0' || !isfinite(*number) || *number < min ||
	    *number > max)
		return error_set(err, "%s: expected a number from %g to %g, "
				 "found \"%s\"", option, min, max, text);
	return 0;
}
