/*
 * json_write.c - writes compact JSON straight into a reused buffer.
 */
#include "base/json_write.h"

#include <stdlib.h>

#include "base/json.h"

static void separate(struct json_writer *w)
{
	if (w->comma)
		text_byte(&w->out, ',');
}

void json_long(struct json_writer *w, long long number)
{
	unsigned long long left = number < 0 ?
		0ULL - (unsigned long long)number : (unsigned long long)number;
	char digits[24];
	char *at = digits + sizeof digits;

	do
		*--at = (char)('0' + left % 10);
	while ((left /= 10) != 0);
	if (number < 0)
		*--at = '-';
	if (w->comma)
		*--at = ',';
	text_append(&w->out, at, (size_t)(digits + sizeof digits - at));
	w->comma = true;
}

void json_raw(struct json_writer *w, const char *json, size_t size)
{
	separate(w);
	text_append(&w->out, json, size);
	w->comma = true;
}

void json_bool(struct json_writer *w, bool yes)
{
	json_raw(w, yes ? "true" : "false", yes ? 4 : 5);
}

void json_null(struct json_writer *w)
{
	json_raw(w, "null", 4);
}

void json_string_bytes(struct json_writer *w, const char *bytes, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	size_t plain = 0;

	separate(w);
	text_byte(&w->out, '"');
	for (size_t i = 0; i < size; i++) {
		unsigned char c = (unsigned char)bytes[i];

		if (c >= 0x20 && c != '"' && c != '\\' && c != 0x7f)
			continue;
		text_append(&w->out, bytes + plain, i - plain);
		plain = i + 1;
		text_byte(&w->out, '\\');
		switch (c) {
		case '"': case '\\': text_byte(&w->out, (char)c); break;
		case '\n': text_byte(&w->out, 'n'); break;
		case '\r': text_byte(&w->out, 'r'); break;
		case '\t': text_byte(&w->out, 't'); break;
		default:
			text_append(&w->out, "u00", 3);
			text_byte(&w->out, hex[c >> 4]);
			text_byte(&w->out, hex[c & 15]);
		}
	}
	text_append(&w->out, bytes + plain, size - plain);
	text_byte(&w->out, '"');
	w->comma = true;
}

void json_string(struct json_writer *w, const char *string)
{
	json_string_bytes(w, string, strlen(string));
}

void json_hex(struct json_writer *w, const unsigned char *bytes, size_t size)
{
	static const char hex[] = "0123456789abcdef";
	char *to;

	separate(w);
	text_reserve(&w->out, 2 * size + 2);
	to = w->out.bytes + w->out.length;
	*to++ = '"';
	for (size_t i = 0; i < size; i++) {
		*to++ = hex[bytes[i] >> 4];
		*to++ = hex[bytes[i] & 15];
	}
	*to++ = '"';
	w->out.length = (size_t)(to - w->out.bytes);
	w->comma = true;
}

void json_ints(struct json_writer *w, const int *numbers, int count)
{
	json_open(w, '[');
	for (int i = 0; i < count; i++)
		json_int(w, numbers[i]);
	json_close(w, ']');
}

/* A value that is not a container. */
static void write_single(struct json_writer *w, const cJSON *value)
{
	long long number;
	char *json;

	/* cJSON writes 10^15 as 1e+15, which json_read refuses as an
	   integer. */
	if (json_is_int(value, -JSON_INT_MAX, JSON_INT_MAX, &number)) {
		json_int(w, number);
		return;
	}
	json = cJSON_PrintUnformatted(value);
	if (json == NULL)
		memory_exhausted();
	json_raw(w, json, strlen(json));
	cJSON_free(json);
}

void json_tree(struct json_writer *w, const cJSON *tree)
{
	bool object = cJSON_IsObject(tree);
	const cJSON *child;

	if (!object && !cJSON_IsArray(tree)) {
		write_single(w, tree);
		return;
	}
	json_open(w, object ? '{' : '[');
	cJSON_ArrayForEach(child, tree) {
		if (object) {
			json_string(w, child->string);
			text_byte(&w->out, ':');
			w->comma = false;
		}
		json_tree(w, child);
	}
	json_close(w, object ? '}' : ']');
}

void json_put_string(struct json_writer *w, const char *key,
		     const char *string)
{
	json_key(w, key);
	json_string(w, string);
}

void json_put_or_null(struct json_writer *w, const char *key,
		      const char *string)
{
	json_key(w, key);
	if (string != NULL)
		json_string(w, string);
	else
		json_null(w);
}
