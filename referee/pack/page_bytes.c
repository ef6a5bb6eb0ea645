/*
 * page_bytes.c - bytes in a form that a page can hold.
 */
#include "pack/page_bytes.h"

#include <assert.h>
#include <stdint.h>

#include <sodium.h>
#include <zlib.h>

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

void page_bytes_add(struct text *out, const char *bytes, size_t size)
{
	OWNED(text) struct text small = {0};
	size_t room;

	deflate_all(&small, bytes, size);
	room = sodium_base64_ENCODED_LEN(small.length,
					 sodium_base64_VARIANT_ORIGINAL);
	text_reserve(out, room);
	sodium_bin2base64(out->bytes + out->length, room,
			  (const unsigned char *)small.bytes, small.length,
			  sodium_base64_VARIANT_ORIGINAL);
	out->length += room - 1;
}
