/*
 * decimal.c - numbers with decimal places, for people, CSV and JSON.
 */
#include "base/decimal.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

const char *decimal(char buffer[DECIMAL_SIZE], double value, int places,
		    bool plus)
{
	snprintf(buffer, DECIMAL_SIZE, "%.*f", places, value);
	if (buffer[0] == '-' && strspn(buffer, "-0.") == strlen(buffer))
		value = 0;
	if (plus && !isinf(value))
		snprintf(buffer, DECIMAL_SIZE, "%+.*f", places, value);
	else
		snprintf(buffer, DECIMAL_SIZE, "%.*f", places, value);
	return buffer;
}

double decimal_rounded(double value)
{
	return rint(value * 1e6) / 1e6;
}

void decimal_json_places(struct json_writer *w, double value, int places)
{
	char number[DECIMAL_SIZE];

	if (!isfinite(value)) {
		json_null(w);
		return;
	}
	decimal(number, value, places, false);
	json_raw(w, number, strlen(number));
}

void decimal_json(struct json_writer *w, double value)
{
	decimal_json_places(w, value, 6);
}

void decimal_put_json(struct json_writer *w, const char *key, double value)
{
	json_key(w, key);
	decimal_json(w, value);
}
