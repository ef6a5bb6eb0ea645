/*
 * rating_vectors.h - the vectors of ratings.json, and how numbers are compared
 * with them.
 */
#ifndef SUPPORT_RATING_VECTORS_H
#define SUPPORT_RATING_VECTORS_H

#include <check.h>
#include <math.h>
#include <string.h>

#include "vectors.h"

/* The file is read once and kept. */
static inline const cJSON *rating_vectors(const char *group)
{
	static cJSON *file;

	if (file == NULL)
		file = vectors_load("ratings.json");
	return vectors_group(file, group);
}

static inline const cJSON *rating_vector(const char *group, const char *id)
{
	const cJSON *vector;

	cJSON_ArrayForEach(vector, rating_vectors(group))
		if (strcmp(json_get(vector, "id")->valuestring, id) == 0)
			return vector;
	ck_abort_msg("no vector %s", id);
	return NULL;
}

static inline double number_at(const cJSON *list, int at)
{
	return cJSON_GetArrayItem(list, at)->valuedouble;
}

/* The tolerance is relative to numbers above 1; NAN equals NAN. */
static inline void assert_near(double got, double expected, double tolerance)
{
	ck_assert_msg((isnan(got) && isnan(expected)) || fabs(got - expected) <=
		      tolerance * fmax(1, fabs(expected)),
		      "%.17g, expected %.17g", got, expected);
}

#endif
