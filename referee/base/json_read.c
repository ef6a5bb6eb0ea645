/*
 * json_read.c - reads trees, with errors that say which key of which file.
 */
#include "base/json.h"

#include <stdarg.h>
#include <stdio.h>

#include "base/json_write.h"
#include "base/words.h"

struct json_at json_at_key(const struct json_at *up, const char *key)
{
	return (struct json_at){ up, key, -1,
		cJSON_IsObject(up->value) ? json_get(up->value, key) : NULL };
}

struct json_at json_at_item(const struct json_at *up, int index,
			    const cJSON *value)
{
	return (struct json_at){ up, NULL, index, value };
}

bool json_is_there(const struct json_at *at)
{
	return at->value != NULL && !cJSON_IsNull(at->value);
}

static void path_of(const struct json_at *at, struct text *path)
{
	if (at->up == NULL) {
		text_add(path, at->name);
		return;
	}
	path_of(at->up, path);
	if (at->index >= 0)
		text_printf(path, "[%d]", at->index);
	else
		text_printf(path, "%s%s", at->up->up == NULL ? ": " : ".",
			    at->name);
}

static void found(const cJSON *value, struct text *out)
{
	struct json_writer w = {0};

	if (value == NULL) {
		text_add(out, "nothing");
		return;
	}
	json_tree(&w, value);
	if (w.out.length <= 60)
		text_append(out, w.out.bytes, w.out.length);
	else
		text_add(out, cJSON_IsObject(value) ? "an object" :
			 cJSON_IsArray(value) ? "a list" : "a long text");
	text_release(&w.out);
}

int json_wrong(const struct json_at *at, struct error *err,
	       const char *format, ...)
{
	struct text path = {0};
	char why[400];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	path_of(at, &path);
	error_set(err, "%s: %s", text_string(&path), why);
	text_release(&path);
	return -1;
}

int json_expected(const struct json_at *at, struct error *err,
		  const char *format, ...)
{
	struct text there = {0};
	char what[400];
	va_list args;

	va_start(args, format);
	vsnprintf(what, sizeof what, format, args);
	va_end(args);
	found(at->value, &there);
	json_wrong(at, err, "expected %s, found %s", what,
		   text_string(&there));
	text_release(&there);
	return -1;
}

int json_want_object(const struct json_at *at, const char *const *keys,
		     struct error *err)
{
	const cJSON *member;

	if (!cJSON_IsObject(at->value))
		return json_expected(at, err, "an object");
	cJSON_ArrayForEach(member, at->value) {
		if (words_find(keys, member->string) < 0) {
			struct text known = {0};

			words_list(&known, keys, ", ");
			json_wrong(at, err, "unknown key \"%s\"; known are %s",
				   member->string, text_string(&known));
			text_release(&known);
			return -1;
		}
	}
	return 0;
}

int json_want_int(const struct json_at *at, long long min, long long max,
		  long long *number, struct error *err)
{
	if (!json_is_int(at->value, min, max, number))
		return json_expected(at, err, "an integer from %lld to %lld",
				     min, max);
	return 0;
}

int json_want_string(const struct json_at *at, const char **string,
		     struct error *err)
{
	if (!cJSON_IsString(at->value))
		return json_expected(at, err, "a text");
	*string = at->value->valuestring;
	return 0;
}

int json_want_list(const struct json_at *at, int min, int max,
		   struct error *err)
{
	int size;

	if (!cJSON_IsArray(at->value))
		return json_expected(at, err, "a list");
	size = cJSON_GetArraySize(at->value);
	if (size < min || size > max)
		return json_wrong(at, err, "expected a list of %d to %d "
				  "items, found %d", min, max, size);
	return 0;
}

int json_want_word(const struct json_at *at, const char *const *words,
		   int *word, struct error *err)
{
	struct text known = {0};
	int found = cJSON_IsString(at->value) ?
		words_find(words, at->value->valuestring) : -1;

	if (found >= 0) {
		*word = found;
		return 0;
	}
	text_add(&known, "\"");
	words_list(&known, words, "\", \"");
	text_add(&known, "\"");
	json_expected(at, err, "one of %s", text_string(&known));
	text_release(&known);
	return -1;
}

int json_may_int(const struct json_at *up, const char *key, long long min,
		 long long max, long long *number, struct error *err)
{
	struct json_at at = json_at_key(up, key);

	return at.value == NULL ? 0 :
		json_want_int(&at, min, max, number, err);
}
