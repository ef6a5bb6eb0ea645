/*
 * json_write.c - writes compact JSON straight into a reused buffer, and
 * numbers with decimal places.
 */
#include "base/json_write.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

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
