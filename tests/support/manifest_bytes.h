/*
 * manifest_bytes.h - reads the manifest of the vectors, with changes.
 */
#ifndef SUPPORT_MANIFEST_BYTES_H
#define SUPPORT_MANIFEST_BYTES_H

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "fair/manifest.h"
#include "vectors.h"

/* A test that includes this loads them in a fixture. */
static cJSON *vectors;

static inline void load_vectors(void)
{
	vectors = vectors_load("fair-dice.json");
}

static inline void delete_vectors(void)
{
	cJSON_Delete(vectors);
}

/* The manifest of the vectors; the caller deletes it. */
static inline cJSON *good_tree(void)
{
	return cJSON_Duplicate(vectors_group(vectors, "manifest")->child, 1);
}

/* Adds `key` or replaces its value; takes ownership of `value`. */
static inline void set_key(cJSON *tree, const char *key, cJSON *value)
{
	ck_assert_ptr_nonnull(value);
	if (json_get(tree, key) == NULL)
		cJSON_AddItemToObject(tree, key, value);
	else
		cJSON_ReplaceItemInObjectCaseSensitive(tree, key, value);
}

/* The text of a manifest; deletes `tree`.  The caller frees the text. */
static inline char *bytes_of(cJSON *tree)
{
	char *bytes = cJSON_PrintUnformatted(tree);

	ck_assert_ptr_nonnull(bytes);
	cJSON_Delete(tree);
	return bytes;
}

/* Parses a copy of exactly this size, so that reading on is detected. */
static inline int parse(struct manifest *manifest, const char *bytes,
			size_t size, struct error *err)
{
	char *copy = malloc(size > 0 ? size : 1);
	int result;

	ck_assert_ptr_nonnull(copy);
	memcpy(copy, bytes, size);
	*err = (struct error){0};
	result = manifest_parse(manifest, copy, size, "m.json", err);
	free(copy);
	ck_assert_msg((result == 0) == (err->text[0] == '\0'), "%d and \"%s\"",
		      result, err->text);
	/* A failure leaves nothing to release. */
	if (result != 0)
		ck_assert(manifest->tree == NULL && manifest->entrant == NULL);
	return result;
}

static inline void assert_refused(const char *bytes, size_t size,
				  const char *says)
{
	struct manifest manifest;
	struct error err;

	ck_assert_msg(parse(&manifest, bytes, size, &err) == -1,
		      "taken, without %s: %.2000s", says, bytes);
	ck_assert_msg(strstr(err.text, says) != NULL &&
		      strncmp(err.text, "m.json", 6) == 0,
		      "\"%s\" without \"%s\"", err.text, says);
}

/* The manifest is read, and written again with the same bytes.  Frees them. */
static inline void assert_written_again(char *bytes)
{
	struct json_writer w = {0};
	struct manifest manifest;
	struct error err;

	ck_assert_msg(parse(&manifest, bytes, strlen(bytes), &err) == 0, "%s",
		      err.text);
	manifest_write(&manifest, &w);
	ck_assert_str_eq(text_string(&w.out), bytes);
	manifest_release(&manifest);
	text_release(&w.out);
	free(bytes);
}

#endif
