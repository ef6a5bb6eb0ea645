/*
 * site_script.c - text and bytes in a form that a page can load.
 */
#include "tournaments/site/site_script.h"

#include <assert.h>

#include <sodium.h>
#include <zlib.h>

#include "base/json_write.h"
#include "base/text.h"

/* As \uXXXX in units of UTF-16, as in JSON and JavaScript. */
static void add_escaped(struct text *out, uint32_t character)
{
	if (character >= 0x10000) {
		character -= 0x10000;
		text_printf(out, "\\u%04x", 0xd800 + (character >> 10));
		character = 0xdc00 + (character & 0x3ff);
	}
	text_printf(out, "\\u%04x", character);
}

void site_script_json(struct text *out, const char *json, size_t size)
{
	const char *end = json + size;

	while (json < end) {
		uint32_t character = (unsigned char)*json;
		int bytes = 1;

		if (character >= 0x80)
			bytes = utf8_decode(json, end, &character);
		assert(bytes > 0);
		if (character >= 0x7f || character == '<')
			add_escaped(out, character);
		else
			text_byte(out, *json);
		json += bytes;
	}
}

void site_script_string(struct text *out, const char *string)
{
	struct json_writer w = {0};

	json_string(&w, string);
	site_script_json(out, w.out.bytes, w.out.length);
	text_release(&w.out);
}

/* Raw deflate: zlib's header would have the level, and gzip's the system. */
static void deflate_all(struct text *out, const char *bytes, size_t size)
{
	z_stream stream = {0};
	int result = deflateInit2(&stream, 9, Z_DEFLATED, -MAX_WBITS, 9,
				  Z_DEFAULT_STRATEGY);

	assert(result == Z_OK);
	do {
		/* zlib counts in unsigned int. */
		const size_t part = size < 1 << 30 ? size : 1 << 30;

		stream.next_in = (Bytef *)(uintptr_t)bytes;
		stream.avail_in = (uInt)part;
		bytes = part > 0 ? bytes + part : bytes;        /* or NULL */
		size -= part;
		do {
			text_reserve(out, 1 << 16);
			stream.next_out = (Bytef *)out->bytes + out->length;
			stream.avail_out = 1 << 16;
			result = deflate(&stream, size == 0 ? Z_FINISH :
					 Z_NO_FLUSH);
			assert(result != Z_STREAM_ERROR);
			out->length += (1 << 16) - stream.avail_out;
		} while (stream.avail_out == 0);
	} while (size > 0);
	deflateEnd(&stream);
}

void site_script_bytes(struct text *out, const char *bytes, size_t size)
{
	struct text small = {0};
	size_t room;

	deflate_all(&small, bytes, size);
	room = sodium_base64_ENCODED_LEN(small.length,
					 sodium_base64_VARIANT_ORIGINAL);
	text_byte(out, '"');
	text_reserve(out, room);
	sodium_bin2base64(out->bytes + out->length, room,
			  (const unsigned char *)small.bytes, small.length,
			  sodium_base64_VARIANT_ORIGINAL);
	out->length += room - 1;
	text_byte(out, '"');
	text_release(&small);
}
