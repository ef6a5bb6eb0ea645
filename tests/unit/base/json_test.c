/*
 * json_test.c - bytes that are not strict JSON never reach a parser.
 */
#include <stdlib.h>
#include <string.h>

#include "base/json_write.h"
#include "tests/unit/unit.h"
#include "tests/support/random.h"
#include "tests/support/vectors.h"

enum { DEPTH = 32 };

/* A copy of exactly this size, so that reading on is detected. */
static char *exact(const char *bytes, size_t size)
{
	char *copy = memory_new(size, 1);

	if (size > 0)
		memcpy(copy, bytes, size);
	return copy;
}

static bool scans(const char *bytes, size_t size, int flags)
{
	struct error err = {0};
	char *copy = exact(bytes, size);
	int result = json_scan(copy, size, DEPTH, flags, &err);

	free(copy);
	ck_assert_msg((result == 0) == (err.text[0] == '\0'),
		      "%d and \"%s\"", result, err.text);
	return result == 0;
}

/* ### scanning */

static const struct {
	const char *group;
	bool good;
} groups[] = { { "line_accept", true }, { "line_reject", false } };

TEST_EACH(every_line_of_the_vectors_has_its_verdict,
	  sizeof groups / sizeof *groups)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, groups[_i].group)) {
		const char *hex = cJSON_GetStringValue(json_get(vector, "hex"));
		const char *why = cJSON_GetStringValue(json_get(vector, "why"));
		size_t size = strlen(hex) / 2;
		char *bytes = memory_new(size, 1);

		for (size_t i = 0; i < size; i++) {
			char pair[3] = { hex[2 * i], hex[2 * i + 1], '\0' };

			bytes[i] = (char)strtol(pair, NULL, 16);
		}
		ck_assert_msg(scans(bytes, size, 0) == groups[_i].good,
			      "%s: %s", why != NULL ? why : "good", hex);
		free(bytes);
	}
	cJSON_Delete(file);
}

#define NINES "999999999999999999999999999999"

static const struct {
	const char *json;
	bool plain, spaces, floats;     /* valid with only this flag */
} lines[] = {
	{ "{\"a\":1}",                           true, true, true },
	{ "{\"a\":{},\"b\":[],\"A\":null}",      true, true, true },
	{ "{\"a\":9007199254740991}",            true, true, true },
	{ "{\"a\":-9007199254740991}",           true, true, true },
	{ "{\"\\u00e9\":1,\"e\\u0301\":2}",      true, true, true },
	{ "{\"a\":[{\"a\":1},{\"a\":1}]}",       true, true, true },
	{ "{\"a\":{\"a\":{\"a\":1}}}",           true, true, true },
	{ " {\"a\":1}",                          false, true, false },
	{ "{\"a\":1}\r\n",                       false, true, false },
	{ "{ }",                                 false, true, false },
	{ "{\"a\":[ ]}",                         false, true, false },
	{ "{\t\"a\" :\n[ 1 ,\r2 ] , \"b\":{ } }", false, true, false },
	{ "{\"a\":1}\v",                         false, false, false },
	{ "{\"a\":1}\f",                         false, false, false },
	{ "{\"a\":1}\xc2\xa0",                   false, false, false },
	{ "{\"a\":1 2}",                         false, false, false },
	{ "{\"a\":- 1}",                         false, false, false },
	{ "{\"a\":1.5}",                         false, false, true },
	{ "{\"a\":-0}",                          false, false, true },
	{ "{\"a\":-0.0e-0}",                     false, false, true },
	{ "{\"a\":1E+05}",                       false, false, true },
	{ "{\"a\":1e999}",                       false, false, true },
	{ "{\"a\":9007199254740992}",            false, false, true },
	{ "{\"a\":" NINES NINES "999}",          false, false, true },
	{ "{\"a\":" NINES NINES "9999}",         false, false, false },
	{ "{\"a\":-" NINES NINES "99}",          false, false, true },
	{ "{\"a\":-" NINES NINES "999}",         false, false, false },
	{ "{\"a\":0." NINES NINES "9}",          false, false, true },
	{ "{\"a\":0." NINES NINES "99}",         false, false, false },
	{ "{\"a\":1e" NINES NINES "9}",          false, false, true },
	{ "{\"a\":1e" NINES NINES "99}",         false, false, false },
	{ "{\"a\":1.}",                          false, false, false },
	{ "{\"a\":.5}",                          false, false, false },
	{ "{\"a\":1e}",                          false, false, false },
	{ "{\"a\":1e+}",                         false, false, false },
	{ "{\"a\":1.e1}",                        false, false, false },
	{ "{\"a\":01.5}",                        false, false, false },
	{ "{\"a\":-01}",                         false, false, false },
	{ "{\"a\":00}",                          false, false, false },
	{ "{\"a\":1.2.3}",                       false, false, false },
	{ "{\"a\":NaN}",                         false, false, false },
	{ "{\"a\":nul}",                         false, false, false },
	{ "{\"a\":nulll}",                       false, false, false },
	{ "{,}",                                 false, false, false },
	{ "{\"a\"}",                             false, false, false },
	{ "{\"a\":}",                            false, false, false },
	{ "{\"a\":1,,\"b\":2}",                  false, false, false },
	{ "{\"a\":[1}",                          false, false, false },
	{ "{\"a\":1]",                           false, false, false },
	{ "{\"a\":\"\\",                         false, false, false },
	{ "{\"a\":\"\\u00",                      false, false, false },
	{ "{\"a\":\"\\ud83d\\",                  false, false, false },
	{ "{\"a\":\"\\ud83d\\ud83d\"}",          false, false, false },
	{ "{\"a\":\"\xf0\x9f\x98",               false, false, false },
	{ "{\"a\":\"\xe0\x9f\xbf\"}",            false, false, false },
	{ "{\"a\":\"\xe0\xa0\x80\"}",            true, true, true },
	{ "{\"a\":\"\xf0\x8f\xbf\xbf\"}",        false, false, false },
	{ "{\"a\":\"\xed\x9f\xbf\xee\x80\x80\"}", true, true, true },
	{ "{\"a\":\"\xf4\x8f\xbf\xbf\"}",        true, true, true },
	{ "{\"\\ud83d\\ude00\":1,\"\xf0\x9f\x98\x80\":2}", false, false, false },
	{ "{\"\\u00e9\":1,\"\xc3\xa9\":2}",      false, false, false },
	{ "{\"\\u20ac\":1,\"\xe2\x82\xac\":2}",  false, false, false },
	{ "{\"/\":1,\"\\/\":2}",                 false, false, false },
	{ "{\"\\n\":1,\"\\u000A\":2}",           false, false, false },
};

TEST_EACH(flags_allow_what_they_name_and_nothing_else,
	  sizeof lines / sizeof *lines)
{
	const char *json = lines[_i].json;
	size_t size = strlen(json);

	ck_assert_msg(scans(json, size, 0) == lines[_i].plain, "%s", json);
	ck_assert_msg(scans(json, size, JSON_SPACES) == lines[_i].spaces,
		      "with spaces: %s", json);
	ck_assert_msg(scans(json, size, JSON_FLOATS) == lines[_i].floats,
		      "with floats: %s", json);
	ck_assert_msg(scans(json, size, JSON_SPACES | JSON_FLOATS) ==
		      (lines[_i].spaces || lines[_i].floats),
		      "with both: %s", json);
}

static const struct {
	const char *json;
	int flags, depth;
	const char *error;      /* NULL: good */
} values[] = {
	{ "1",           0, 0, NULL },
	{ "\"a\"",       0, 0, NULL },
	{ "null",        0, 0, NULL },
	{ "-0",          JSON_FLOATS, 0, NULL },
	{ " true ",      JSON_SPACES, 0, NULL },
	{ "[[]]",        0, 2, NULL },
	{ "[{\"a\":[]}]", 0, 3, NULL },
	{ "[]",          0, 0, "byte 1: too many levels" },
	{ "[[]]",        0, 1, "byte 2: too many levels" },
	{ "{\"a\":[]}",  0, 1, "byte 6: too many levels" },
	{ "",            0, 9, "byte 1: ends too early" },
	{ "[1",          0, 9, "byte 3: expected a comma or the list's end" },
	{ "1 ",          0, 9, "byte 2: something after the value" },
	{ "1,",          0, 9, "byte 2: something after the value" },
	{ "\"\x01\"",    0, 9, "byte 2: a control character in a text" },
	{ "{\"a\":1,}",  0, 9, "byte 8: expected a key in quotes" },
	{ "{\"a\":1,}",  JSON_LINES, 9, "line 1, column 8: expected a key in quotes" },
	{ "{\"ä\":1,\n \"b\" 2}", JSON_LINES | JSON_SPACES, 9, "line 2, column 6: expected a colon" },
	{ "[1,\n\n[2]\n", JSON_LINES | JSON_SPACES, 9, "line 4, column 1: expected a comma or the list's end" },
};

TEST_EACH(a_value_is_scanned_or_its_bad_byte_named,
	  sizeof values / sizeof *values)
{
	struct error err = {0};
	size_t size = strlen(values[_i].json);
	char *json = exact(values[_i].json, size);
	int result = json_scan_value(json, size, values[_i].depth,
				     values[_i].flags, &err);

	free(json);
	ck_assert_msg((result == 0) == (values[_i].error == NULL), "%s: %s",
		      values[_i].json, err.text);
	if (values[_i].error != NULL)
		ck_assert_str_eq(err.text, values[_i].error);
}

TEST(depth_has_an_end_whatever_is_asked)
{
	struct error err;
	char deep[200];

	memset(deep, '[', 100);
	memset(deep + 100, ']', 100);
	ck_assert_int_eq(json_scan_value(deep + 36, 128, 1000, 0, &err), 0);
	ck_assert_int_eq(json_scan_value(deep + 35, 130, 1000, 0, &err), -1);
	ck_assert_int_eq(json_scan_value(deep, 200, 1000, 0, &err), -1);
}

/* Ten thousand keys: "k0" .. and one more, `last`, at the end. */
static void many_keys(struct text *line, const char *last)
{
	text_clear(line);
	text_byte(line, '{');
	for (int i = 0; i < 10000; i++)
		text_printf(line, "\"%s%d\":{\"k0\":0},",
			    i % 3 == 0 ? "\\u006b" : "k", i);
	text_printf(line, "\"%s\":1}", last);
}

/* Comparing all pairs, 50 million per line, would time out. */
TEST(a_key_twice_is_found_among_ten_thousand)
{
	static const struct {
		const char *last;
		bool good;
	} keys[] = {
		{ "k10000", true }, { "K77", true }, { "k", true },
		{ "k077", true }, { "\\u006b10000", true }, { "\\\\k77", true },
		{ "k77", false }, { "\\u006b77", false }, { "k9999", false },
		{ "k0", false }, { "\\u006B0", false }, { "k\\u0038\\u0030", false },
	};
	struct text line = {0};

	for (size_t i = 0; i < sizeof keys / sizeof *keys; i++) {
		many_keys(&line, keys[i].last);
		ck_assert_msg(scans(line.bytes, line.length, 0) ==
			      keys[i].good, "%s", keys[i].last);
	}
	text_release(&line);
}

/* A few keys are compared in pairs, many are sorted. */
TEST(a_key_twice_is_found_among_any_number)
{
	struct text line = {0};

	for (int count = 2; count < 80; count++) {
		for (int twin = -1; twin < count - 1; twin++) {
			text_clear(&line);
			text_byte(&line, '{');
			for (int i = 0; i < count - 1; i++)
				text_printf(&line, "\"%c%d\":0,", 'z' - i % 26,
					    i);
			if (twin < 0)
				text_add(&line, "\"other\":0}");
			else
				text_printf(&line, "\"\\u00%x%d\":0}",
					    (unsigned)('z' - twin % 26), twin);
			ck_assert_msg(scans(line.bytes, line.length, 0) ==
				      (twin < 0), "%d, %d", count, twin);
		}
	}
	text_release(&line);
}

/* ### finding a member in bytes */

static const struct {
	const char *json, *key, *value;         /* value NULL: none */
} members[] = {
	{ "{}",                                  "a", NULL },
	{ " { } ",                               "a", NULL },
	{ "{\"a\":1}",                           "a", "1" },
	{ "{\"b\":1}",                           "a", NULL },
	{ "{\"A\":1}",                           "a", NULL },
	{ "{\"aa\":1,\"\":2}",                   "a", NULL },
	{ "{\"aa\":1,\"a\":2}",                  "a", "2" },
	{ "{\"b\":{\"a\":1},\"a\":2}",           "a", "2" },
	{ "{\"b\":{\"a\":1}}",                   "a", NULL },
	{ "{\"b\":[{\"a\":1},\",\"],\"a\":[2,3]}", "a", "[2,3]" },
	{ "{\"b\":\"}],\\\"a\\\":7\",\"a\":8}",  "a", "8" },
	{ "{\"b\":\"a\",\"a\":\"b\"}",           "a", "\"b\"" },
	{ "{\"a\":\"x,y}\\\\\",\"b\":1}",        "a", "\"x,y}\\\\\"" },
	{ "{\"\\u0061\":1}",                     "a", "1" },
	{ "{\"b\\\"\":0,\"mo\\u0076e\":{\"k\":[1]}}", "move", "{\"k\":[1]}" },
	{ "{\"\\\\u0061\":1}",                   "a", NULL },
	{ "{\"a\\\"\":1,\"a\":null}",            "a", "null" },
	{ " { \"b\" : [ 1 , 2 ] ,\n\t\"a\" :  { \"c\" : 1 }  , \"d\":1}\n", "a", "{ \"c\" : 1 }" },
	{ "{\"a\" : 1 }",                        "a", "1" },
	{ "{\"a\":\"x \" }",                     "a", "\"x \"" },
};

TEST_EACH(a_member_is_found_in_the_bytes, sizeof members / sizeof *members)
{
	size_t size = strlen(members[_i].json), value_size = 99;
	char *json = exact(members[_i].json, size);
	const char *wanted = members[_i].value, *value = NULL;
	bool there;

	ck_assert(scans(json, size, JSON_SPACES));
	there = json_member(json, size, members[_i].key, &value, &value_size);
	ck_assert_msg(there == (wanted != NULL), "%s", json);
	if (there)
		ck_assert_msg(value_size == strlen(wanted) &&
			      memcmp(value, wanted, value_size) == 0,
			      "%.*s: %.*s", (int)size, json, (int)value_size,
			      value);
	free(json);
}

/* ### against the parser */

static const char *const seeds[] = {
	"{\"t\":\"draw\",\"s\":1,\"k\":1,\"dice\":\"7d6\",\"v\":[5,3,1,1,6,2,2]}",
	"{\"a\":{\"b\":[1,-2,{\"c\":null}],\"d\":true},\"\":false,\"a\\u0061\":[]}",
	"{\"x\":\"\\u00e9\\ud83d\\ude00\\n\\\"\\\\/\",\"\xc3\xa9\":\"\xf0\x9f\x98\x80\"}",
	" { \"n\" : [ 0.5 , 1e9 , -0 , 12345678901234567890 , 1.5E-7 ] }\n",
	"{\"n\":[9007199254740991,-9007199254740991,1000000000000000,0.1]}",
};

enum { SEEDS = sizeof seeds / sizeof *seeds, ROUNDS = 4000 };

/* Bytes for mutations: those of the grammar, and some harmful ones. */
static const char spices[] = "{}[]\",:\\ \n\tu0d8e19.+-Etrufalsn"
			     "\x01\x7f\x80\xc3\xed\xff";

static void mutate(struct text *bytes, struct random *random)
{
	int size = (int)bytes->length;
	int at = random_below(random, size), to = random_below(random, size);
	int length = random_below(random, size - at) % 12 + 1;

	if (length > size - at)
		length = size - at;
	switch (random_below(random, 4)) {
	case 0:         /* another byte */
		bytes->bytes[at] = spices[random_below(random,
						       sizeof spices)];
		break;
	case 1:         /* a piece is cut out */
		memmove(bytes->bytes + at, bytes->bytes + at + length,
			(size_t)(size - at - length));
		bytes->length -= (size_t)length;
		break;
	case 2:         /* a piece is doubled */
		text_reserve(bytes, (size_t)length);
		memmove(bytes->bytes + at + length, bytes->bytes + at,
			(size_t)(size - at));
		bytes->length += (size_t)length;
		break;
	case 3:         /* two bytes change places */
		{
			char byte = bytes->bytes[at];

			bytes->bytes[at] = bytes->bytes[to];
			bytes->bytes[to] = byte;
		}
	}
}

static void assert_tree_agrees(const char *bytes, size_t size, int flags)
{
	cJSON *tree = cJSON_ParseWithLength(bytes, size), *again;
	struct json_writer w = {0};
	struct error err;
	const cJSON *member;

	ck_assert_msg(tree != NULL, "not parsed: %.*s", (int)size, bytes);
	json_tree(&w, tree);
	ck_assert_msg(json_scan(w.out.bytes, w.out.length, DEPTH,
				flags & JSON_FLOATS, &err) == 0,
		      "%s: %.*s", err.text, (int)w.out.length, w.out.bytes);
	again = cJSON_ParseWithLength(w.out.bytes, w.out.length);
	ck_assert(again != NULL);
	/* An infinite number is written as null. */
	ck_assert_msg((flags & JSON_FLOATS) || cJSON_Compare(tree, again, 1),
		      "written otherwise: %.*s", (int)size, bytes);
	cJSON_ArrayForEach(member, tree) {
		const char *value;
		size_t value_size;

		/* json_member compares keys without escapes. */
		if (strpbrk(member->string, "\"\\") == NULL)
			ck_assert_msg(json_member(bytes, size, member->string,
						  &value, &value_size) &&
				      json_scan_value(value, value_size, DEPTH,
						      flags, &err) == 0,
				      "no %s: %.*s", member->string,
				      (int)size, bytes);
	}
	cJSON_Delete(again);
	cJSON_Delete(tree);
	text_release(&w.out);
}

TEST_EACH(what_a_scan_passes_the_parser_reads, (JSON_SPACES | JSON_FLOATS) + 1)
{
	struct random random = { (uint64_t)_i };
	struct text bytes = {0};
	int passed = 0;

	for (int i = 0; i < ROUNDS; i++) {
		const char *seed = seeds[random_below(&random, SEEDS)];
		int mutations = random_below(&random, 4);

		text_clear(&bytes);
		text_add(&bytes, seed);
		while (mutations-- > 0 && bytes.length > 0)
			mutate(&bytes, &random);
		if (!scans(bytes.bytes, bytes.length, _i))
			continue;
		passed++;
		{
			char *copy = exact(bytes.bytes, bytes.length);

			assert_tree_agrees(copy, bytes.length, _i);
			free(copy);
		}
	}
	/* Otherwise the seeds are wrong and nothing was tested. */
	ck_assert_int_gt(passed, ROUNDS / 10);
	text_release(&bytes);
}
