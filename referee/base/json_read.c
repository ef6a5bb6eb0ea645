/*
 * json_read.c - reads trees, with errors that name the file and the key.
 */
#include "base/json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/json_write.h"
#include "base/printable.h"
#include "base/words.h"

struct json_at json_at_key(const struct json_at *up, const char *key)
{
	return (struct json_at){ .up = up, .name = key, .index = -1,
		.value = cJSON_IsObject(up->value) ?
			json_get(up->value, key) : NULL };
}

struct json_at json_at_item(const struct json_at *up, int index,
			    const cJSON *value)
{
	return (struct json_at){ .up = up, .index = index, .value = value };
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
			    FOREIGN(at->name));
}

/* Adds the place of the value, or of the innermost container that exists,
   unless it is the whole file. */
static void add_place(const struct json_at *at, struct text *out)
{
	const struct json_at *top;
	const char *found;
	size_t size;

	while (at->up != NULL && at->value == NULL)
		at = at->up;
	for (top = at; top->up != NULL; top = top->up)
		;
	if (top == at || top->source == NULL ||
	    !json_bytes(top->source->bytes, top->source->length, top->value,
			at->value, &found, &size))
		return;
	text_add(out, " (");
	json_place(top->source->bytes, found, out);
	text_byte(out, ')');
}

/* "100" and "true" in quotes are texts, which is easily overlooked. */
static bool looks_like_another(const cJSON *value)
{
	const char *text = cJSON_GetStringValue(value);
	struct error ignored;
	cJSON *other;

	if (text == NULL)
		return false;
	other = json_read(text, strlen(text), 1, JSON_FLOATS | JSON_VALUE,
			  &ignored);
	cJSON_Delete(other);
	return other != NULL;
}

static void found(const cJSON *value, struct text *out)
{
	struct json_writer w = {0};

	if (value == NULL) {
		text_add(out, "nothing");
		return;
	}
	if (cJSON_IsNumber(value) && isinf(value->valuedouble)) {
		text_add(out, "a number that is too large");
		return;
	}
	json_tree(&w, value);
	if (w.out.length <= 60)
		text_printf(out, "%s%s", looks_like_another(value) ?
			    "the string " : "", FOREIGN(text_string(&w.out)));
	else
		text_add(out, cJSON_IsObject(value) ? "an object" :
			 cJSON_IsArray(value) ? "a list" : "a long string");
	text_release(&w.out);
}

/* Sets what is wrong with `at`, followed by the line and column of `place`. */
__attribute__((format(printf, 4, 0)))
static int say(const struct json_at *at, const struct json_at *place,
	       struct error *err, const char *format, va_list args)
{
	struct text sentence = {0};

	path_of(at, &sentence);
	text_add(&sentence, ": ");
	text_vprintf(&sentence, format, args);
	add_place(place, &sentence);
	error_set(err, "%s", text_string(&sentence));
	text_release(&sentence);
	return -1;
}

int json_wrong(const struct json_at *at, struct error *err,
	       const char *format, ...)
{
	va_list args;

	va_start(args, format);
	say(at, at, err, format, args);
	va_end(args);
	return -1;
}

__attribute__((format(printf, 4, 5)))
static int wrong_key(const struct json_at *at, const char *name,
		     struct error *err, const char *format, ...)
{
	const struct json_at key = json_at_key(at, name);
	va_list args;

	va_start(args, format);
	say(at, &key, err, format, args);
	va_end(args);
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
			wrong_key(at, member->string, err,
				  "unknown key \"%s\"; the keys are %s",
				  FOREIGN(member->string), text_string(&known));
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
		return json_expected(at, err, "a string");
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
