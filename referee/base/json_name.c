/*
 * json_name.c - compares keys of objects decoded; looks up members and items in
 * the bytes.
 */
#include "base/json_name.h"

#include <string.h>

#include "base/json.h"

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

int json_hex4(const char *at, const char *end)
{
	int value = 0;

	if (end - at < 4)
		return -1;
	for (int i = 0; i < 4; i++) {
		int digit = hex_digit(at[i]);

		if (digit < 0)
			return -1;
		value = value * 16 + digit;
	}
	return value;
}

/* Decodes a scanned key byte by byte; escapes become UTF-8. */
struct decoder {
	const char *at, *end;
	unsigned char ready[4];
	int have, given;
};

static void decode_character(struct decoder *d, unsigned code)
{
	d->given = 0;
	if (code < 0x80) {
		d->ready[0] = (unsigned char)code;
		d->have = 1;
	} else if (code < 0x800) {
		d->ready[0] = (unsigned char)(0xc0 | code >> 6);
		d->ready[1] = (unsigned char)(0x80 | (code & 0x3f));
		d->have = 2;
	} else if (code < 0x10000) {
		d->ready[0] = (unsigned char)(0xe0 | code >> 12);
		d->ready[1] = (unsigned char)(0x80 | (code >> 6 & 0x3f));
		d->ready[2] = (unsigned char)(0x80 | (code & 0x3f));
		d->have = 3;
	} else {
		d->ready[0] = (unsigned char)(0xf0 | code >> 18);
		d->ready[1] = (unsigned char)(0x80 | (code >> 12 & 0x3f));
		d->ready[2] = (unsigned char)(0x80 | (code >> 6 & 0x3f));
		d->ready[3] = (unsigned char)(0x80 | (code & 0x3f));
		d->have = 4;
	}
}

static int decode_next(struct decoder *d)
{
	static const char from[] = "\"\\/bfnrt", to[] = "\"\\/\b\f\n\r\t";
	unsigned code;

	if (d->given < d->have)
		return d->ready[d->given++];
	if (d->at == d->end)
		return -1;
	if (*d->at != '\\')
		return (unsigned char)*d->at++;
	if (d->at[1] != 'u') {
		char c = to[strchr(from, d->at[1]) - from];

		d->at += 2;
		return (unsigned char)c;
	}
	code = (unsigned)json_hex4(d->at + 2, d->end);
	d->at += 6;
	if (code >= 0xd800 && code <= 0xdbff) {
		code = 0x10000 + ((code - 0xd800) << 10) +
			((unsigned)json_hex4(d->at + 2, d->end) - 0xdc00);
		d->at += 6;
	}
	decode_character(d, code);
	return d->ready[d->given++];
}

int json_name_compare(const void *left, const void *right)
{
	const struct json_name *a = left, *b = right;
	struct decoder da = { .at = a->at, .end = a->at + a->size };
	struct decoder db = { .at = b->at, .end = b->at + b->size };
	int ca, cb;

	if (!a->escaped && !b->escaped) {
		int order = memcmp(a->at, b->at,
				   a->size < b->size ? a->size : b->size);

		return order != 0 ? order :
			(a->size > b->size) - (a->size < b->size);
	}
	do {
		ca = decode_next(&da);
		cb = decode_next(&db);
	} while (ca == cb && ca >= 0);
	return ca - cb;
}

/* Returns the end of one value in JSON that a scan has accepted. */
static const char *skip_value(const char *at, const char *end)
{
	int depth = 0;

	for (; at < end; at++) {
		if (*at == '"') {
			for (at++; *at != '"'; at++)
				if (*at == '\\')
					at++;
		} else if (*at == '{' || *at == '[') {
			depth++;
		} else if (*at == '}' || *at == ']') {
			if (depth-- == 0)
				return at;
		} else if (*at == ',' && depth == 0) {
			return at;
		}
	}
	return at;
}

static const char *pass_spaces(const char *at, const char *end)
{
	while (at < end && strchr(" \t\r\n", *at) != NULL)
		at++;
	return at;
}

static size_t size_of(const char *at, const char *stop)
{
	while (stop > at && strchr(" \t\r\n", stop[-1]) != NULL)
		stop--;
	return (size_t)(stop - at);
}

bool json_item(const char *bytes, size_t size, int index,
	       const char **value, size_t *value_size)
{
	const char *end = bytes + size;
	const char *at = pass_spaces(bytes, end), *stop;

	do {
		at = pass_spaces(at + 1, end);
		stop = skip_value(at, end);
		if (index-- == 0 && stop > at) {
			*value = at;
			*value_size = size_of(at, stop);
			return true;
		}
		at = stop;
	} while (at < end && *at == ',');
	return false;
}

bool json_member(const char *bytes, size_t size, const char *key,
		 const char **value, size_t *value_size)
{
	struct json_name wanted = { key, strlen(key), false };
	const char *end = bytes + size;
	const char *at = pass_spaces(bytes, end) + 1;

	for (;;) {
		struct json_name found = { .escaped = false };
		const char *stop;
		bool same;

		at = pass_spaces(at, end);
		if (at == end || *at != '"')
			return false;
		found.at = ++at;
		for (; *at != '"'; at++) {
			if (*at == '\\') {
				found.escaped = true;
				at++;
			}
		}
		found.size = (size_t)(at - found.at);
		same = json_name_compare(&found, &wanted) == 0;
		at = pass_spaces(at + 1, end) + 1;      /* after the colon */
		at = pass_spaces(at, end);
		stop = skip_value(at, end);
		if (same) {
			*value = at;
			*value_size = size_of(at, stop);
			return true;
		}
		if (stop == end || *stop != ',')
			return false;
		at = stop + 1;
	}
}

void json_place(const char *bytes, const char *at, struct text *out)
{
	int line = 1, column = 1;

	for (; bytes < at; bytes++) {
		if (*bytes == '\n') {
			line++;
			column = 1;
		} else if ((*bytes & 0xc0) != 0x80) {
			column++;
		}
	}
	text_printf(out, "line %d, column %d", line, column);
}
