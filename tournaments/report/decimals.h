/*
 * decimals.h - numbers with a fraction on a command line.
 */
#ifndef TOURNAMENTS_REPORT_DECIMALS_H
#define TOURNAMENTS_REPORT_DECIMALS_H

#include "base/error.h"

/* A decimal from min to max: no NaN, no infinity, nothing behind it.  Returns
   0, or -1 with a sentence that begins with `option`. */
int decimals_read(const char *option, const char *text, double min,
		  double max, double *number, struct error *err);

#endif
