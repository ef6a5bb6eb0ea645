/*
 * decimal.h - numbers with decimal places, for people, CSV and JSON.
 */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdbool.h>

#include "base/json_write.h"

enum { DECIMAL_SIZE = 40 };

/*
 * Writes `value` with `places` decimal places after a `.`, always with a sign
 * if `plus`; returns `buffer`.  A value that rounds to zero is never negative;
 * infinities become "inf" and "-inf".
 */
const char *decimal(char buffer[DECIMAL_SIZE], double value, int places,
		    bool plus);

/* Rounds to the 6 places of CSV and JSON, so that values that print alike
   compare equal. */
double decimal_rounded(double value);

/* Writes a value with 6 places, alone or (decimal_put_json) as a member; NAN
   and infinities become null. */
void decimal_json(struct json_writer *w, double value);
/* The same with `places` places. */
void decimal_json_places(struct json_writer *w, double value, int places);
void decimal_put_json(struct json_writer *w, const char *key, double value);

#endif
