/*
 * decimal.h - numbers with decimal places, for people, CSV and JSON.
 */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdbool.h>

#include "base/json_write.h"

enum { DECIMAL_SIZE = 40 };

/*
 * `value` with `places` decimal places after a `.`; `plus`: always signed.
 * What rounds to zero is never negative; "inf" and "-inf" stay.
 */
const char *decimal(char buffer[DECIMAL_SIZE], double value, int places,
		    bool plus);

/* Rounded to the 6 places of CSV and JSON: what is printed alike is equal. */
double decimal_rounded(double value);

/* A value with 6 places, alone or as a member; null for NAN and infinities. */
void decimal_json(struct json_writer *w, double value);
/* The same with so many places. */
void decimal_json_places(struct json_writer *w, double value, int places);
void decimal_put_json(struct json_writer *w, const char *key, double value);

#endif
