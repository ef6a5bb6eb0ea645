/*
 * json_plain.c - reads JSON as bots and logs nearly always write it, in one
 * pass and without allocating.
 */
#include "base/json_plain.h"

#include <string.h>

enum { DIGITS_MOST = 9 };

struct plain_reader {
	struct json_plain *plain;
	const char *at, *end;
	int values, levels;
	size_t used;            /* bytes of plain->text */
};

static bool pass(struct plain_reader *r, char c)
{
	if (r->at == r->end || *r->at != c)
		return false;
	r->at++;
	return true;
}

/* Reads a text in quotes; NULL if there is no plain one. */
static char *read_text(struct plain_reader *r)
{
	char *text = r->plain->text + r->used;
	const char *start;
	size_t size;

	if (!pass(r, '"'))
		return NULL;
	start = r->at;
	while (r->at < r->end && *r->at >= ' ' && *r->at <= '~' &&
	       *r->at != '"' && *r->at != '\\')
		r->at++;
	size = (size_t)(r->at - start);
	if (!pass(r, '"') || size >= sizeof r->plain->text - r->used)
		return NULL;
	memcpy(text, start, size);
	text[size] = '\0';
	r->used += size + 1;
	return text;
}

static bool read_number(struct plain_reader *r, cJSON *value)
{
	const char *start = r->at;
	int number = 0;

	while (r->at < r->end && *r->at >= '0' && *r->at <= '9' &&
	       r->at - start < DIGITS_MOST)
		number = number * 10 + (*r->at++ - '0');
	if (r->at == start || (*start == '0' && r->at - start > 1))
		return false;
	value->type = cJSON_Number;
	value->valueint = number;
	value->valuedouble = number;
	return true;
}

static bool read_bool(struct plain_reader *r, cJSON *value)
{
	const bool yes = *r->at == 't';
	const char *word = yes ? "true" : "false";
	const size_t size = strlen(word);

	if ((size_t)(r->end - r->at) < size || memcmp(r->at, word, size) != 0)
		return false;
	r->at += size;
	value->type = yes ? cJSON_True : cJSON_False;
	value->valueint = yes;
	return true;
}

static bool has_key(const cJSON *object, const char *key)
{
	for (const cJSON *member = object->child; member != NULL;
	     member = member->next)
		if (strcmp(member->string, key) == 0)
			return true;
	return false;
}

static cJSON *read_value(struct plain_reader *r);

/* Reads the members or items of `value` and its closing bracket. */
static bool read_children(struct plain_reader *r, cJSON *value, char last)
{
	cJSON **place = &value->child;

	if (pass(r, last))
		return true;
	do {
		char *key = NULL;

		if (place != &value->child)
			pass(r, ' ');
		if (value->type == cJSON_Object) {
			key = read_text(r);
			if (key == NULL || has_key(value, key) || !pass(r, ':'))
				return false;
			pass(r, ' ');
		}
		*place = read_value(r);
		if (*place == NULL)
			return false;
		(*place)->string = key;
		place = &(*place)->next;
	} while (pass(r, ','));
	return pass(r, last);
}

static cJSON *read_value(struct plain_reader *r)
{
	cJSON *value = &r->plain->value[r->values];
	bool good;

	if (r->at == r->end || r->values == JSON_PLAIN_VALUES)
		return NULL;
	r->values++;
	*value = (cJSON){ .type = cJSON_String };
	if (*r->at == '"') {
		value->valuestring = read_text(r);
		return value->valuestring != NULL ? value : NULL;
	}
	if (*r->at == 't' || *r->at == 'f')
		return read_bool(r, value) ? value : NULL;
	if (*r->at != '{' && *r->at != '[')
		return read_number(r, value) ? value : NULL;
	if (r->levels == JSON_PLAIN_LEVELS)
		return NULL;
	value->type = *r->at == '{' ? cJSON_Object : cJSON_Array;
	r->levels++;
	r->at++;
	good = read_children(r, value, value->type == cJSON_Object ? '}' : ']');
	r->levels--;
	return good ? value : NULL;
}

bool json_plain_read(struct json_plain *plain, const char *bytes, size_t size)
{
	struct plain_reader r = { .plain = plain, .at = bytes, .end = bytes + size };

	return size > 0 && bytes[0] == '{' && read_value(&r) != NULL &&
		r.at == r.end;
}
