/*
 * vectors.h - reads the test vectors; a missing group fails the test.
 */
#ifndef SUPPORT_VECTORS_H
#define SUPPORT_VECTORS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/json.h"
#include "base/memory.h"
#include "base/text.h"

/* The whole file tests/vectors/NAME; the caller deletes it. */
static inline cJSON *vectors_load(const char *name)
{
	const char *srcdir = getenv("srcdir");
	struct text bytes = {0};
	struct error err = {0};
	char path[1024];
	cJSON *tree;

	snprintf(path, sizeof path, "%s/tests/vectors/%s",
		 srcdir != NULL ? srcdir : ".", name);
	if (file_read(&bytes, path, 1 << 24, &err) != 0) {
		fprintf(stderr, "%s\n", err.text);
		exit(1);
	}
	tree = cJSON_ParseWithLength(bytes.bytes, bytes.length);
	text_release(&bytes);
	if (tree == NULL) {
		fprintf(stderr, "%s is no JSON\n", path);
		exit(1);
	}
	return tree;
}

/* The vectors of one game; the caller deletes them. */
static inline cJSON *vectors_of_game(const char *name)
{
	char file[64];

	snprintf(file, sizeof file, "games/%s.json", name);
	return vectors_load(file);
}

/* A group of a vector file, which must be there and not empty. */
static inline const cJSON *vectors_group(const cJSON *file, const char *group)
{
	const cJSON *found = json_get(file, group);

	if (found == NULL || found->child == NULL) {
		fprintf(stderr, "the vectors have no group %s\n", group);
		exit(1);
	}
	return found;
}

/* The bytes of a text in hex, with a NUL behind them; the caller frees them. */
static inline char *vectors_bytes(const cJSON *vector, const char *key)
{
	const char *hex = cJSON_GetStringValue(json_get(vector, key));
	size_t size = hex != NULL ? strlen(hex) / 2 : 0;
	char *bytes = memory_new(size + 1, 1);

	for (size_t i = 0; i < size; i++) {
		char pair[3] = { hex[2 * i], hex[2 * i + 1], '\0' };

		bytes[i] = (char)strtol(pair, NULL, 16);
	}
	return bytes;
}

static inline const char *text_at(const cJSON *vector, const char *key)
{
	const char *text = cJSON_GetStringValue(json_get(vector, key));

	if (text == NULL) {
		fprintf(stderr, "a vector has no text %s\n", key);
		exit(1);
	}
	return text;
}

static inline long long int_at(const cJSON *vector, const char *key)
{
	long long number;

	if (!json_is_int(json_get(vector, key), -JSON_INT_MAX, JSON_INT_MAX,
			 &number)) {
		fprintf(stderr, "a vector has no integer %s\n", key);
		exit(1);
	}
	return number;
}

/* Calls `check` for each vector of a group of fair-dice.json. */
static inline void vectors_each(const char *group,
				void (*check)(const cJSON *vector))
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, group))
		check(vector);
	cJSON_Delete(file);
}

/* A test for each of them. */
#define TEST_VECTORS(name, group) \
	static void name##_vector(const cJSON *vector); \
	TEST(name) { vectors_each(group, name##_vector); } \
	static void name##_vector(const cJSON *vector)

#endif
