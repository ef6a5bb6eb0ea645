/*
 * site_script_test.c - texts and bytes in scripts are read back unchanged, and
 * nothing in them ends the script.
 */
#include <signal.h>

#include <sodium.h>
#include <zlib.h>

#include "base/json.h"
#include "pack/page_bytes.h"
#include "tests/support/rows.h"
#include "tournaments/site/site_data.h"

TEST_ROWS(strings_are_escaped, "base/printable.txt", "strings")
{
	struct text out = {0};

	text_byte(&out, '(');
	site_script_string(&out, row->text[0]);
	ck_assert_str_eq(text_string(&out) + 1, row->text[1]);
	text_release(&out);
}

TEST(json_means_the_same)
{
	static const char json[] = "{\"<\xc3\xa4\":[1,\"\xf0\x9f\x8e\xb2<\","
		"null,{\"__proto__\":\"\xe2\x80\xa8\"}]}";
	struct text out = {0};
	cJSON *in = json_parse(json, strlen(json)), *found;

	site_script_json(&out, json, strlen(json));
	for (size_t i = 0; i < out.length; i++)
		ck_assert(out.bytes[i] >= ' ' && out.bytes[i] < 0x7f &&
			  out.bytes[i] != '<');
	found = json_parse(out.bytes, out.length);
	ck_assert(in != NULL && found != NULL);
	ck_assert(cJSON_Compare(in, found, true));
	cJSON_Delete(in);
	cJSON_Delete(found);
	text_release(&out);
}

static const char *const invalid[] = {
	"\x80", "\xc3", "\xc0\xbc", "\xe2\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
	"\xff",
};

/* Everything on a page has been read as JSON, so this would be our mistake. */
TEST_ENDS(what_is_not_utf8_is_not_written, 0,
	  sizeof invalid / sizeof *invalid, SIGABRT, 0)
{
	struct text out = {0};

	site_script_string(&out, invalid[_i]);
}

/* `size` bytes that are all different or all the same. */
static void fill(struct text *bytes, size_t size, bool same)
{
	uint32_t state = 15;

	for (size_t i = 0; i < size; i++) {
		state = state * 1664525 + 1013904223;
		text_byte(bytes, (char)(same ? '<' : state >> 24));
	}
}

static const size_t sizes[] = { 0, 1, 2, 65535, 65536, 200000 };

TEST_EACH(bytes_come_out_as_they_went_in, 2 * sizeof sizes / sizeof *sizes)
{
	const size_t size = sizes[_i / 2];
	struct text in = {0}, out = {0}, again = {0};
	unsigned char *packed, *found = malloc(size + 1);
	z_stream stream = {0};
	size_t length;

	fill(&in, size, _i % 2 == 1);
	page_bytes_add(&out, in.bytes, in.length);
	page_bytes_add(&again, in.bytes, in.length);
	ck_assert(out.length == again.length &&
		  memcmp(out.bytes, again.bytes, out.length) == 0);
	packed = malloc(out.length);
	ck_assert_int_eq(sodium_base642bin(packed, out.length, out.bytes,
					   out.length, NULL, &length, NULL,
					   sodium_base64_VARIANT_ORIGINAL), 0);
	ck_assert_int_eq(inflateInit2(&stream, -MAX_WBITS), Z_OK);
	stream.next_in = packed;
	stream.avail_in = (uInt)length;
	stream.next_out = found;
	stream.avail_out = (uInt)size + 1;
	ck_assert_int_eq(inflate(&stream, Z_FINISH), Z_STREAM_END);
	ck_assert(stream.total_out == size && stream.avail_in == 0);
	ck_assert(size == 0 || memcmp(found, in.bytes, size) == 0);
	inflateEnd(&stream);
	free(packed);
	free(found);
	text_release(&in);
	text_release(&out);
	text_release(&again);
}
