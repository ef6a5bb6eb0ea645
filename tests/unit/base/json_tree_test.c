/*
 * json_tree_test.c - reading trees, with errors that say where; writing JSON
 * that the strict reader accepts.
 */
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/json_write.h"
#include "tests/unit/unit.h"

/* ### reading */

static const struct {
	const char *json;
	long long min, max;
	bool good;
} integers[] = {
	{ "0", 0, 0, true },
	{ "-3", -3, 5, true },
	{ "5", -3, 5, true },
	{ "6", -3, 5, false },
	{ "-4", -3, 5, false },
	{ "2e1", 0, 100, true },
	{ "1.5", 0, 100, false },
	{ "1e999", LLONG_MIN, LLONG_MAX, false },
	{ "-1e999", LLONG_MIN, LLONG_MAX, false },
	{ "1e300", LLONG_MIN, LLONG_MAX, false },
	{ "4294967296", 0, 4294967295, false },
	{ "4294967295", 0, 4294967295, true },
	{ "9007199254740991", 0, JSON_INT_MAX, true },
	{ "-9007199254740991", LLONG_MIN, 0, true },
	{ "9007199254740992", 0, LLONG_MAX, false },
	{ "9007199254740993", 0, LLONG_MAX, false },
	{ "\"1\"", 0, 100, false },
	{ "true", 0, 100, false },
	{ "null", 0, 100, false },
	{ "[1]", 0, 100, false },
};

TEST_EACH(an_integer_is_one_within_its_bounds,
	  sizeof integers / sizeof *integers)
{
	const char *json = integers[_i].json;
	cJSON *value = json_parse(json, strlen(json));
	long long number = 77;
	bool good = json_is_int(value, integers[_i].min, integers[_i].max,
				&number);

	ck_assert_msg(good == integers[_i].good, "%s", json);
	ck_assert_msg(good ? number == (long long)value->valuedouble :
		      number == 77, "%s: %lld", json, number);
	ck_assert(!json_is_int(NULL, 0, 1, &number));
	cJSON_Delete(value);
}

enum want { INTEGER, STRING, LIST, OBJECT };

static const struct {
	const char *value;      /* of entrants[1].command */
	enum want want;
	const char *error;      /* after the path; NULL: good */
} wants[] = {
	{ "7",           INTEGER, NULL },
	{ "10",          INTEGER, "expected an integer from 1 to 9, found 10" },
	{ "1.5",         INTEGER, "expected an integer from 1 to 9, found 1.5" },
	{ "\"7\"",       INTEGER, "expected an integer from 1 to 9, found the text \"7\"" },
	{ "\"seven\"",   INTEGER, "expected an integer from 1 to 9, found \"seven\"" },
	{ "9007199254740991", INTEGER, "expected an integer from 1 to 9, found 9007199254740991" },
	{ NULL,          INTEGER, "expected an integer from 1 to 9, found nothing" },
	{ "\"x\"",       STRING, NULL },
	{ "3",           STRING, "expected a text, found 3" },
	{ "null",        STRING, "expected a text, found null" },
	{ NULL,          STRING, "expected a text, found nothing" },
	{ "[1,2]",       LIST, NULL },
	{ "[]",          LIST, "expected a list of 1 to 2 items, found 0" },
	{ "[1,2,3]",     LIST, "expected a list of 1 to 2 items, found 3" },
	{ "{\"a\":[1]}", LIST, "expected a list, found {\"a\":[1]}" },
	{ "{\"a\":\"0123456789012345678901234567890123456789012345678901234567890123456789\"}", LIST, "expected a list, found an object" },
	{ "[[1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26]]", STRING, "expected a text, found a list" },
	{ "\"0123456789012345678901234567890123456789012345678901234567890123456789\"", INTEGER, "expected an integer from 1 to 9, found a long text" },
	{ "{}",          OBJECT, NULL },
	{ "{\"b\":1,\"a\":2}", OBJECT, NULL },
	{ "[]",          OBJECT, "expected an object, found []" },
	{ "{\"a\":1,\"A\":2}", OBJECT, "unknown key \"A\"; the keys are a, b" },
};

TEST_EACH(an_error_says_where_what_and_what_is_there,
	  sizeof wants / sizeof *wants)
{
	static const char *const keys[] = { "a", "b", NULL };
	struct text json = {0}, expected = {0};
	struct error err = {0};
	const char *string;
	long long number;
	cJSON *tree;
	int result = 0;

	text_add(&json, "{\"entrants\":[0,{\"n\":1");
	if (wants[_i].value != NULL)
		text_printf(&json, ",\"command\":%s", wants[_i].value);
	text_add(&json, "}]}");
	tree = json_parse(json.bytes, json.length);
	{
		struct json_at top = { .name = "cup.json", .index = -1,
			.value = tree };
		struct json_at list = json_at_key(&top, "entrants");
		struct json_at item = json_at_item(&list, 1, cJSON_GetArrayItem(
				list.value, 1));
		struct json_at at = json_at_key(&item, "command");

		switch (wants[_i].want) {
		case INTEGER:
			result = json_want_int(&at, 1, 9, &number, &err);
			break;
		case STRING:
			result = json_want_string(&at, &string, &err);
			break;
		case LIST:
			result = json_want_list(&at, 1, 2, &err);
			break;
		case OBJECT:
			result = json_want_object(&at, keys, &err);
		}
	}
	ck_assert_int_eq(result, wants[_i].error != NULL ? -1 : 0);
	if (wants[_i].error != NULL)
		text_printf(&expected, "cup.json: entrants[1].command: %s",
			    wants[_i].error);
	ck_assert_str_eq(err.text, text_string(&expected));
	cJSON_Delete(tree);
	text_release(&json);
	text_release(&expected);
}

TEST(the_place_is_told_where_the_bytes_are_known)
{
	static const char bytes[] = "\n{ \"a\" : [ 1, \"é\",\n\t{ \"b\": [] } ],\n"
		"  \"\\u0063\": \"x,]}\\\"\", \"d\":7}";
	cJSON *tree = json_parse(bytes, strlen(bytes));
	struct text source = {0};
	struct json_at top = { .name = "f", .index = -1, .value = tree,
		.source = &source };
	struct json_at a = json_at_key(&top, "a"), d = json_at_key(&top, "d");
	struct json_at c = json_at_key(&top, "c"), e = json_at_key(&top, "e");
	struct json_at second = json_at_item(&a, 1, a.value->child->next);
	struct json_at third = json_at_item(&a, 2, a.value->child->next->next);
	struct json_at b = json_at_key(&third, "b");
	const char *keys[] = { "a", "c", NULL };
	struct error err;

	text_add(&source, bytes);
	json_wrong(&a, &err, "no");
	ck_assert_str_eq(err.text, "f: a: no (line 2, column 9)");
	json_wrong(&second, &err, "no");
	ck_assert_str_eq(err.text, "f: a[1]: no (line 2, column 14)");
	json_wrong(&third, &err, "no");
	ck_assert_str_eq(err.text, "f: a[2]: no (line 3, column 2)");
	json_wrong(&b, &err, "no");
	ck_assert_str_eq(err.text, "f: a[2].b: no (line 3, column 9)");
	json_wrong(&c, &err, "no");
	ck_assert_str_eq(err.text, "f: c: no (line 4, column 13)");
	json_wrong(&d, &err, "no");
	ck_assert_str_eq(err.text, "f: d: no (line 4, column 27)");
	json_wrong(&e, &err, "no");
	ck_assert_str_eq(err.text, "f: e: no");
	json_want_object(&top, keys, &err);
	ck_assert_str_eq(err.text, "f: unknown key \"d\"; the keys are a, c (line "
			 "4, column 27)");
	text_release(&source);
	cJSON_Delete(tree);
}

TEST(the_path_is_as_short_as_the_place)
{
	cJSON *tree = cJSON_Parse("{\"a\":{\"b\":1},\"list\":[[5]]}");
	struct json_at top = { .name = "cup.json", .index = -1,
		.value = tree };
	struct json_at a = json_at_key(&top, "a"), b = json_at_key(&a, "b");
	struct json_at none = json_at_key(&b, "c");
	struct json_at list = json_at_key(&top, "list");
	struct json_at inner = json_at_item(&list, 0, list.value->child);
	struct json_at item = json_at_item(&inner, 0,
					   list.value->child->child);
	struct error err;

	ck_assert_int_eq(json_wrong(&top, &err, "%s %d", "no", 7), -1);
	ck_assert_str_eq(err.text, "cup.json: no 7");
	json_wrong(&a, &err, "no");
	ck_assert_str_eq(err.text, "cup.json: a: no");
	json_expected(&b, &err, "%d", 2);
	ck_assert_str_eq(err.text, "cup.json: a.b: expected 2, found 1");
	json_expected(&none, &err, "a text");
	ck_assert_str_eq(err.text,
			 "cup.json: a.b.c: expected a text, found nothing");
	json_wrong(&item, &err, "no");
	ck_assert_str_eq(err.text, "cup.json: list[0][0]: no");
	ck_assert_ptr_null(json_get(tree, "A"));
	cJSON_Delete(tree);
}

/* ### writing */

static void assert_wrote(struct json_writer *w, const char *expected)
{
	ck_assert_str_eq(text_string(&w->out), expected);
	text_release(&w->out);
}

TEST(commas_stand_where_they_are_due)
{
	struct json_writer w = {0};
	const unsigned char bytes[] = { 0x00, 0x9f, 0xff };

	json_open(&w, '{');
	json_put_int(&w, "a", 1);
	json_put_string(&w, "b", "x");
	json_put_ints(&w, "c", (const int[]){ 3, -1, 2 }, 3);
	json_put_ints(&w, "none", NULL, 0);
	json_key(&w, "d");
	json_open(&w, '[');
	json_open(&w, '{');
	json_close(&w, '}');
	json_open(&w, '[');
	json_close(&w, ']');
	json_bool(&w, true);
	json_bool(&w, false);
	json_null(&w);
	json_raw(&w, "{\"r\":1}", 7);
	json_string(&w, "");
	json_int(&w, 0);
	json_hex(&w, bytes, sizeof bytes);
	json_hex(&w, bytes, 0);
	json_close(&w, ']');
	json_key(&w, "e");
	json_null(&w);
	json_close(&w, '}');
	ck_assert_str_eq(text_string(&w.out),
			 "{\"a\":1,\"b\":\"x\",\"c\":[3,-1,2],\"none\":[],"
			 "\"d\":[{},[],true,false,null,{\"r\":1},\"\",0,"
			 "\"009fff\",\"\"],\"e\":null}");
	json_clear(&w);
	json_int(&w, 1);
	assert_wrote(&w, "1");
}

static const struct {
	const char *bytes;
	size_t size;
	const char *json;
} strings[] = {
	{ "plain", 5, "\"plain\"" },
	{ "a\"b\\c/d", 7, "\"a\\\"b\\\\c/d\"" },
	{ "\n\r\t", 3, "\"\\n\\r\\t\"" },
	{ "\x01\b\f\x1f\x7f", 5, "\"\\u0001\\u0008\\u000c\\u001f\\u007f\"" },
	{ "a\0b", 3, "\"a\\u0000b\"" },
	{ "\xc3\xa9\xf0\x9f\x98\x80", 6, "\"\xc3\xa9\xf0\x9f\x98\x80\"" },
	{ "\"", 1, "\"\\\"\"" },
	{ "", 0, "\"\"" },
};

TEST_EACH(a_text_is_escaped_where_it_must_be, sizeof strings / sizeof *strings)
{
	struct json_writer w = {0};

	json_string_bytes(&w, strings[_i].bytes, strings[_i].size);
	assert_wrote(&w, strings[_i].json);
}

static const struct {
	long long number;
	const char *json;
} numbers[] = {
	{ 0, "0" }, { 7, "7" }, { -7, "-7" }, { 10, "10" }, { -100, "-100" },
	{ JSON_INT_MAX, "9007199254740991" },
	{ LLONG_MAX, "9223372036854775807" },
	{ LLONG_MIN, "-9223372036854775808" },
};

TEST_EACH(every_integer_is_written_whole, sizeof numbers / sizeof *numbers)
{
	struct json_writer w = {0};

	json_int(&w, numbers[_i].number);
	assert_wrote(&w, numbers[_i].json);
	/* The widest number still fits with its comma. */
	w = (struct json_writer){ .comma = true };
	json_int(&w, numbers[_i].number);
	ck_assert_int_eq(w.out.bytes[0], ',');
	ck_assert_str_eq(text_string(&w.out) + 1, numbers[_i].json);
	text_release(&w.out);
}

static const char *const trees[] = {
	"{}",
	"[]",
	"7",
	"{\"a\":[1,{\"b\":null},[]],\"c\":\"x\\\"\\n\",\"d\":true,\"e\":false}",
	"{\"k\\\"\\\\\\n\":1,\"\xc3\xa9\":2,\"\":3}",
	"[1000000000000000,999999999999999,9007199254740991,-9007199254740991]",
	"[4503599627370497,2147483648,-2147483649,0.5]",
};

TEST_EACH(a_tree_is_written_as_it_was_read, sizeof trees / sizeof *trees)
{
	cJSON *tree = cJSON_Parse(trees[_i]);
	struct json_writer w = {0};

	ck_assert_ptr_nonnull(tree);
	json_open(&w, '[');
	json_tree(&w, tree);
	json_tree(&w, tree);
	ck_assert_uint_eq(w.out.length, 2 * strlen(trees[_i]) + 2);
	ck_assert(memcmp(w.out.bytes + 1, trees[_i], strlen(trees[_i])) == 0);
	ck_assert_int_eq(w.out.bytes[strlen(trees[_i]) + 1], ',');
	cJSON_Delete(tree);
	text_release(&w.out);
}

/* Long enough for the buffer to grow in every kind of place. */
TEST(a_long_line_is_written_whole)
{
	struct json_writer w = {0};
	struct error err = {0};
	cJSON *tree;

	json_open(&w, '[');
	for (int i = 0; i < 3000; i++) {
		json_open(&w, '{');
		json_put_int(&w, "number", i);
		json_key(&w, "text");
		json_string_bytes(&w, "\n\n\nabc", (size_t)(i % 7));
		json_key(&w, "hex");
		json_hex(&w, (const unsigned char *)"abcdefg",
			 (size_t)(i % 8));
		json_close(&w, '}');
	}
	json_close(&w, ']');
	ck_assert_msg(json_scan_value(w.out.bytes, w.out.length, 2, 0,
				      &err) == 0, "%s", err.text);
	tree = json_parse(w.out.bytes, w.out.length);
	ck_assert_int_eq(cJSON_GetArraySize(tree), 3000);
	cJSON_Delete(tree);
	text_release(&w.out);
}
