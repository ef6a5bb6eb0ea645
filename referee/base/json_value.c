/*
 * json_value.c - trees, their members and integers.
 */
#include "base/json.h"

#include <math.h>

#include "base/memory.h"

cJSON *json_parse(const char *bytes, size_t size)
{
	cJSON *tree = cJSON_ParseWithLength(bytes, size);

	/* Scanned bytes always parse unless memory runs out. */
	if (tree == NULL)
		memory_exhausted();
	return tree;
}

const cJSON *json_get(const cJSON *object, const char *key)
{
	return cJSON_GetObjectItemCaseSensitive(object, key);
}

bool json_is_int(const cJSON *value, long long min, long long max,
		 long long *number)
{
	double d;

	if (!cJSON_IsNumber(value))
		return false;
	d = value->valuedouble;
	/* This must precede the casts, which are undefined out of range. */
	if (!(d >= (double)-JSON_INT_MAX && d <= (double)JSON_INT_MAX) ||
	    floor(d) != d)
		return false;
	if ((long long)d < min || (long long)d > max)
		return false;
	*number = (long long)d;
	return true;
}
