/*
 * json_schema.c - JSON objects described by tables: read, checked, written.
 */
#include "base/json_schema.h"

#include <assert.h>
#include <stdint.h>
#include <string.h>

#include "base/text.h"

enum { FIELDS_MAX = 64 };       /* of one object */

/* ### members of structs */

static void *pointer_in(const char *member)
{
	void *pointer;

	memcpy(&pointer, member, sizeof pointer);
	return pointer;
}

static void set_pointer(char *member, const void *pointer)
{
	memcpy(member, &pointer, sizeof pointer);
}

/* A member of four bytes is an int, an enum or a uint32_t, never negative. */
static long long integer_in(const char *member, size_t size)
{
	return size == sizeof(long long) ? *(const long long *)member :
		*(const uint32_t *)member;
}

static void set_integer(char *member, size_t size, long long number)
{
	if (size == sizeof(long long))
		*(long long *)member = number;
	else
		*(uint32_t *)member = (uint32_t)number;
}

/* ### reading */

/* The sentence for a value of the wrong type. */
static int expected(const struct json_at *at, const struct json_field *field,
		    const char *what, struct error *err)
{
	return json_expected(at, err, "%s%s", what,
			     field->nullable ? " or null" : "");
}

static int read_integer(const struct json_at *at,
			const struct json_field *field, char *member,
			struct error *err)
{
	long long number;

	if (json_want_int(at, field->min, field->max, &number, err) != 0)
		return -1;
	if (member != NULL)
		set_integer(member, field->size, number);
	return 0;
}

static int read_word(const struct json_at *at, const struct json_field *field,
		     char *member, struct error *err)
{
	int word;

	if (json_want_word(at, field->words, &word, err) != 0)
		return -1;
	if (member != NULL)
		set_integer(member, field->size, field->min + word);
	return 0;
}

static int read_boolean(const struct json_at *at, char *member,
			struct error *err)
{
	if (!cJSON_IsBool(at->value))
		return json_expected(at, err, "true or false");
	if (member != NULL)
		*(bool *)member = cJSON_IsTrue(at->value);
	return 0;
}

static int read_text(const struct json_at *at, const struct json_field *field,
		     char *member, struct error *err)
{
	const char *text;
	int word;

	if (field->words != NULL &&
	    json_want_word(at, field->words, &word, err) != 0)
		return -1;
	if (!cJSON_IsString(at->value))
		return expected(at, field, "a string", err);
	text = at->value->valuestring;
	if (field->form != NULL && !field->form->fits(text))
		return expected(at, field, field->form->expected, err);
	if (member != NULL)
		set_pointer(member, field->type == JSON_COPY ?
			    memory_copy(text) : text);
	return 0;
}

static unsigned digit_value(char digit)
{
	return (unsigned)(digit <= '9' ? digit - '0' : digit - 'a' + 10);
}

static int read_hex(const struct json_at *at, const struct json_field *field,
		    char *member, struct error *err)
{
	const char *hex = cJSON_IsString(at->value) ? at->value->valuestring :
		"";
	size_t digits = field->size > 0 ? 2 * field->size :
		(size_t)field->digits;

	if (strlen(hex) != digits ||
	    strspn(hex, "0123456789abcdef") != digits)
		return json_expected(at, err, "%zu lower-case hex digits%s",
				     digits, field->nullable ? " or null" : "");
	for (size_t i = 0; member != NULL && i < field->size; i++)
		member[i] = (char)(digit_value(hex[2 * i]) << 4 |
				   digit_value(hex[2 * i + 1]));
	return 0;
}

static int read_object(const struct json_at *at,
		       const struct json_field *field, char *member,
		       struct error *err)
{
	if (!cJSON_IsObject(at->value))
		return expected(at, field, "an object", err);
	if (member != NULL)
		set_pointer(member, at->value);
	return 0;
}

static int read_value(const struct json_at *at, const struct json_field *field,
		      char *into, struct error *err);

static int read_list(const struct json_at *at, const struct json_field *field,
		     char *into, struct error *err)
{
	bool kept = into != NULL && field->size > 0;
	char *list = NULL;
	const cJSON *item;
	int i = 0, size;

	if (json_want_list(at, (int)field->min, (int)field->max, err) != 0)
		return -1;
	size = cJSON_GetArraySize(at->value);
	if (kept && field->array) {
		list = into + field->offset;
	} else if (kept) {
		list = memory_new((size_t)size + 1, field->size);
		set_pointer(into + field->offset, list);
	}
	if (kept && field->count != 0)
		set_integer(into + field->count, sizeof size, size);
	cJSON_ArrayForEach(item, at->value) {
		struct json_at here = json_at_item(at, i++, item);
		int result = field->fields->key != NULL ?
			json_schema_read(&here, field->fields, list, err) :
			read_value(&here, field->fields, list, err);

		if (result != 0)
			return -1;
		if (kept)
			list += field->size;
	}
	return 0;
}

/* `into` is the struct or list item that has the member. */
static int read_value(const struct json_at *at, const struct json_field *field,
		      char *into, struct error *err)
{
	char *member = into != NULL && field->size > 0 ?
		into + field->offset : NULL;
	bool given = !field->nullable || !cJSON_IsNull(at->value);

	if (at->value == NULL && field->optional)
		return 0;
	if (into != NULL && field->given != 0)
		*(bool *)(into + field->given) = given;
	if (!given)
		return 0;
	switch (field->type) {
	case JSON_INTEGER:
		return read_integer(at, field, member, err);
	case JSON_WORD:
		return read_word(at, field, member, err);
	case JSON_BOOLEAN:
		return read_boolean(at, member, err);
	case JSON_TEXT: case JSON_COPY:
		return read_text(at, field, member, err);
	case JSON_HEX:
		return read_hex(at, field, member, err);
	case JSON_OBJECT:
		return read_object(at, field, member, err);
	case JSON_RECORD:
		if (!cJSON_IsObject(at->value))
			return expected(at, field, "an object", err);
		return json_schema_read(at, field->fields, member, err);
	case JSON_LIST:
		return read_list(at, field, into, err);
	case JSON_ANY:
		break;
	}
	return 0;
}

/* Refuses anything but an object, and unknown keys. */
static int check_keys(const struct json_at *at,
		      const struct json_field *fields, struct error *err)
{
	const char *keys[FIELDS_MAX + 1] = {0};

	for (int i = 0; fields[i].key != NULL; i++) {
		assert(i < FIELDS_MAX);
		keys[i] = fields[i].key;
	}
	return json_want_object(at, keys, err);
}

int json_schema_read(const struct json_at *at, const struct json_field *fields,
		     void *into, struct error *err)
{
	if (check_keys(at, fields, err) != 0)
		return -1;
	for (; fields->key != NULL; fields++) {
		struct json_at here = json_at_key(at, fields->key);

		if (read_value(&here, fields, into, err) != 0)
			return -1;
	}
	return 0;
}

/* ### writing */

static bool is_none(const struct json_field *field, const char *from)
{
	const char *member = from + field->offset;

	if (field->given != 0)
		return !*(const bool *)(from + field->given);
	if (field->type == JSON_RECORD)
		return is_none(field->fields, member);
	if (field->type == JSON_LIST)
		return pointer_in(member) == NULL;
	for (size_t i = 0; i < field->size; i++)
		if (member[i] != 0)
			return false;
	return true;
}

static void write_value(struct json_writer *w, const struct json_field *field,
			const char *from);

static void write_list(struct json_writer *w, const struct json_field *field,
		       const char *from)
{
	const char *list = field->array ? from + field->offset :
		pointer_in(from + field->offset);
	long long count = field->count == 0 ? -1 :
		integer_in(from + field->count, sizeof(int));

	json_open(w, '[');
	for (; count > 0 || (count < 0 && pointer_in(list) != NULL);
	     list += field->size) {
		if (field->fields->key != NULL)
			json_schema_write(w, field->fields, list);
		else
			write_value(w, field->fields, list);
		count -= count > 0;
	}
	json_close(w, ']');
}

static void write_value(struct json_writer *w, const struct json_field *field,
			const char *from)
{
	const char *member = from + field->offset;
	long long number = field->min;

	if (field->nullable && is_none(field, from)) {
		json_null(w);
		return;
	}
	switch (field->type) {
	case JSON_INTEGER: case JSON_WORD:
		if (field->size > 0)
			number = integer_in(member, field->size);
		if (field->type == JSON_INTEGER)
			json_int(w, number);
		else
			json_string(w, field->words[number - field->min]);
		break;
	case JSON_BOOLEAN:
		json_bool(w, *(const bool *)member);
		break;
	case JSON_TEXT: case JSON_COPY:
		json_string(w, pointer_in(member));
		break;
	case JSON_HEX:
		json_hex(w, (const unsigned char *)member, field->size);
		break;
	case JSON_OBJECT:
		json_tree(w, pointer_in(member));
		break;
	case JSON_RECORD:
		json_schema_write(w, field->fields, member);
		break;
	case JSON_LIST:
		write_list(w, field, from);
		break;
	case JSON_ANY:
		assert(!"a table that is only read");
		break;
	}
}

void json_schema_write(struct json_writer *w, const struct json_field *fields,
		       const void *from)
{
	json_open(w, '{');
	for (; fields->key != NULL; fields++) {
		if (fields->optional && is_none(fields, from))
			continue;
		json_key(w, fields->key);
		write_value(w, fields, from);
	}
	json_close(w, '}');
}
