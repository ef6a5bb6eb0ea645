/*
 * json_plain_test.c - plain objects pass the strict scan and have the tree of
 * the parser, and the usual answers and log lines are plain.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_plain.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"

enum { TRIES = 200000, PIECES_MOST = 24 };

/* The scan and the parser agree with a tree of json_plain_read. */
static void assert_tree_is_parsed(const struct json_plain *plain,
				  const char *json, size_t size)
{
	struct error err;
	char *found, *expected;
	cJSON *tree;

	ck_assert_msg(json_scan(json, size, JSON_PLAIN_LEVELS, JSON_SPACES,
				&err) == 0, "%.*s: %s", (int)size, json,
		      err.text);
	tree = json_parse(json, size);
	/* cJSON_Compare ignores the order of keys; printing does not. */
	ck_assert_msg(cJSON_Compare(&plain->value[0], tree, true), "%.*s",
		      (int)size, json);
	found = cJSON_PrintUnformatted(&plain->value[0]);
	expected = cJSON_PrintUnformatted(tree);
	ck_assert_str_eq(found, expected);
	cJSON_free(found);
	cJSON_free(expected);
	cJSON_Delete(tree);
}

/* Reads a copy of exactly this size, so that reading on is detected. */
static bool is_plain(const char *json, size_t size)
{
	struct json_plain *plain = memory_new(1, sizeof *plain);
	char *copy = memory_new(size > 0 ? size : 1, 1);
	bool good;

	memcpy(copy, json, size);
	good = json_plain_read(plain, copy, size);
	if (good)
		assert_tree_is_parsed(plain, copy, size);
	free(copy);
	free(plain);
	return good;
}

static const struct {
	const char *json;
	bool plain;
} list[] = {
	{ "{}", true },
	{ "{\"move\":0}", true },
	{ "{\"move\": 12}", true },
	{ "{\"move\":{\"keep\":[1,5,5],\"then\":\"roll\"}}", true },
	{ "{\"move\": {\"keep\": [1, 5, 5], \"then\": \"bank\"}}", true },
	{ "{\"move\":{\"cells\":[]}}", true },
	{ "{\"t\":\"move\",\"seat\":1,\"move\":{\"cells\":[\"c1\"]},"
		"\"said\":\"(1*4)*6=24\"}", true },
	{ "{\"a\":[[[1]]]}", true },
	{ "{\"a\":999999999}", true },
	{ "{\"move\":{\"pass\":true}}", true },
	{ "{\"a\":[false,true]}", true },
	/* valid, but not plain */
	{ "{\"a\":1000000000}", false },
	{ "{\"a\":-1}", false },
	{ "{\"a\":null}", false },
	{ "{\"a\":1.5}", false },
	{ "{\"a\":1e3}", false },
	{ "{\"a\":\"\\n\"}", false },
	{ "{\"a\":\"\xc3\xa9\"}", false },
	{ "{\"a\":\"\x7f\"}", false },
	{ "{ \"a\":1}", false },
	{ "{\"a\":1 }", false },
	{ "{\"a\":  1}", false },
	{ " {}", false },
	{ "{} ", false },
	{ "{\"a\":[[[[1]]]]}", false },
	{ "[]", false },
	{ "1", false },
	/* invalid */
	{ "", false },
	{ "{", false },
	{ "{\"", false },
	{ "{\"a", false },
	{ "{\"a\"", false },
	{ "{\"a\":", false },
	{ "{\"a\":1", false },
	{ "{\"a\":1,", false },
	{ "{\"a\":1,}", false },
	{ "{\"a\":[1,]}", false },
	{ "{\"a\":[1}", false },
	{ "{\"a\":1]", false },
	{ "{\"a\"1}", false },
	{ "{a:1}", false },
	{ "{\"a\":tru", false },
	{ "{\"a\":tru}", false },
	{ "{\"a\":falsee}", false },
	{ "{1:1}", false },
	{ "{\"a\":01}", false },
	{ "{\"a\":00}", false },
	{ "{\"a\":1,\"a\":1}", false },
	{ "{\"a\":1,\"b\":2,\"a\":{}}", false },
	{ "{\"a\":\"\n\"}", false },
	{ "{\"a\":1}}", false },
	{ "{\"a\":1}{", false },
};

TEST_EACH(these_are_plain_and_those_are_not, sizeof list / sizeof *list)
{
	ck_assert_msg(is_plain(list[_i].json, strlen(list[_i].json)) ==
		      list[_i].plain, "%s", list[_i].json);
}

TEST(a_byte_of_zero_is_not_plain)
{
	ck_assert(!is_plain("{\"a\0\":1}", 8));
	ck_assert(!is_plain("{\"a\":\"\0\"}", 9));
	ck_assert(!is_plain("{}\0", 3));
}

/* {"a":[0,0,..]}: as many values as there is room for, and one more. */
TEST(what_is_too_much_for_the_room_is_not_plain)
{
	for (int items = JSON_PLAIN_VALUES - 3; items < JSON_PLAIN_VALUES + 3;
	     items++) {
		struct text json = {0};

		text_add(&json, "{\"a\":[0");
		for (int i = 1; i < items; i++)
			text_add(&json, ",0");
		text_add(&json, "]}");
		ck_assert(is_plain(json.bytes, json.length) ==
			  (items + 2 <= JSON_PLAIN_VALUES));
		text_release(&json);
	}
	for (int size = JSON_PLAIN_TEXT - 5; size < JSON_PLAIN_TEXT + 3;
	     size++) {
		struct text json = {0};

		text_add(&json, "{\"a\":\"");
		for (int i = 0; i < size; i++)
			text_byte(&json, 'x');
		text_add(&json, "\"}");
		/* Key and text each have a NUL. */
		ck_assert(is_plain(json.bytes, json.length) ==
			  (size + 3 <= JSON_PLAIN_TEXT));
		text_release(&json);
	}
}

/* Random pieces, which often make an object and sometimes an invalid one. */
TEST(random_pieces_are_read_as_the_parser_reads_them)
{
	static const char *const piece[] = {
		"{", "}", "[", "]", ",", ":", " ", "\"", "\"a\"", "\"b\"",
		"\"a\":", "\"b\":", "\"c\": ", "0", "7", "12", "-", "{}", "[]",
		"\"\"", "\"x y\"", ", ", "\\", "1.5", "true", "\t",
	};
	const int pieces = sizeof piece / sizeof *piece;
	struct random random = {4};
	int plain = 0;

	for (int i = 0; i < TRIES; i++) {
		int count = random_below(&random, PIECES_MOST);
		struct text json = {0};

		text_add(&json, random_below(&random, 8) > 0 ? "{\"k\":" : "{");
		/* A value, or any pieces. */
		for (int p = 0; p < count; p++)
			text_add(&json, piece[random_below(&random, pieces)]);
		text_add(&json, random_below(&random, 2) > 0 ? "}" : "]}");
		plain += is_plain(json.bytes, json.length);
		text_release(&json);
	}
	/* Enough for the test to mean something. */
	ck_assert_int_gt(plain, TRIES / 100);
}
