/*
 * json_test.c - bytes that are not strict JSON never reach a parser; what is
 * plain passes the scan and has the parser's tree.
 */
#include "base/json_plain.h"
#include "base/json_write.h"
#include "tests/support/random.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

#define FILE_NAME "base/json.txt"

enum { DEPTH = 32 };

static bool scans(const char *bytes, size_t size, int flags)
{
	struct error err = {0};
	char *copy = exact(bytes, size);
	int result = json_scan(copy, size, DEPTH, flags, &err);

	free(copy);
	if ((result == 0) != (err.text[0] == '\0'))
		ck_abort_msg("%d and \"%s\"", result, err.text);
	return result == 0;
}

/* The scan and the parser agree with a tree of json_plain_read. */
static void assert_tree_is_parsed(const struct json_plain *plain,
				  const char *json, size_t size)
{
	struct error err;
	char *found, *expected;
	cJSON *tree;

	if (json_scan(json, size, JSON_PLAIN_LEVELS, JSON_SPACES, &err) != 0)
		ck_abort_msg("%.*s: %s", (int)size, json, err.text);
	tree = json_parse(json, size);
	/* cJSON_Compare ignores the order of keys; printing does not. */
	found = cJSON_PrintUnformatted(&plain->value[0]);
	expected = cJSON_PrintUnformatted(tree);
	if (!cJSON_Compare(&plain->value[0], tree, true) ||
	    strcmp(found, expected) != 0)
		ck_abort_msg("%.*s: %s", (int)size, json, found);
	cJSON_free(found);
	cJSON_free(expected);
	cJSON_Delete(tree);
}

static bool is_plain(const char *json, size_t size)
{
	struct json_plain *plain = memory_new(1, sizeof *plain);
	char *copy = exact(json, size);
	bool good = json_plain_read(plain, copy, size);

	if (good)
		assert_tree_is_parsed(plain, copy, size);
	free(copy);
	free(plain);
	return good;
}

TEST_ROWS(flags_allow_what_they_name_and_nothing_else, FILE_NAME, "lines")
{
	const char *json = row->text[0], *taken = row->text[1];
	size_t size = row->size[0];
	bool spaces = strchr(taken, 's') != NULL;
	bool floats = strchr(taken, 'f') != NULL;

	ck_assert(scans(json, size, 0) == (strchr(taken, 'n') != NULL));
	ck_assert(scans(json, size, JSON_SPACES) == spaces);
	ck_assert(scans(json, size, JSON_FLOATS) == floats);
	ck_assert(scans(json, size, JSON_SPACES | JSON_FLOATS) ==
		  (spaces || floats));
	ck_assert(is_plain(json, size) == (strchr(taken, 'p') != NULL));
}

TEST_VECTORS(a_line_of_the_vectors_is_good, "line_accept")
{
	char *bytes = vectors_bytes(vector, "hex");

	ck_assert_msg(scans(bytes, strlen(text_at(vector, "hex")) / 2, 0),
		      "%s", bytes);
	free(bytes);
}

TEST_ROWS(a_value_is_scanned_or_its_bad_byte_named, FILE_NAME, "values")
{
	struct error err = {0};
	char *json = exact(row->text[0], row->size[0]);
	int flags = 0;

	for (const char *flag = row->text[1]; *flag != '\0'; flag++)
		flags |= *flag == 's' ? JSON_SPACES : *flag == 'f' ?
			JSON_FLOATS : *flag == 'l' ? JSON_LINES : 0;
	assert_says(json_scan_value(json, row->size[0], atoi(row->text[2]),
				    flags, &err), &err, row->text[3]);
	free(json);
	if (row->text[3] != NULL)
		ck_assert_str_eq(err.text, row->text[3]);
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

/* As many values, or as long a text, as there is room for, and more. */
TEST(what_is_too_much_for_the_room_is_not_plain)
{
	for (int i = -5; i < 3; i++) {
		struct text list = {0}, long_text = {0};

		text_add(&list, "{\"a\":[0");
		for (int item = 3; item < JSON_PLAIN_VALUES + i; item++)
			text_add(&list, ",0");
		text_add(&list, "]}");
		ck_assert(is_plain(list.bytes, list.length) == (i <= 0));
		text_add(&long_text, "{\"a\":\"");
		for (int byte = 0; byte < JSON_PLAIN_TEXT + i; byte++)
			text_byte(&long_text, 'x');
		text_add(&long_text, "\"}");
		/* Key and text each have a NUL. */
		ck_assert(is_plain(long_text.bytes, long_text.length) ==
			  (i + 3 <= 0));
		text_release(&list);
		text_release(&long_text);
	}
}

/* Ten thousand keys: "k0" .. and one more at the end.  Comparing all pairs, 50
   million per line, would time out. */
TEST_ROWS(a_key_twice_is_found_among_ten_thousand, FILE_NAME, "keys")
{
	struct text line = {0};

	text_byte(&line, '{');
	for (int k = 0; k < 10000; k++)
		text_printf(&line, "\"%s%d\":{\"k0\":0},",
			    k % 3 == 0 ? "\\u006b" : "k", k);
	text_printf(&line, "\"%s\":1}", row->text[0]);
	ck_assert(scans(line.bytes, line.length, 0) == row_yes(row, 1));
	text_release(&line);
}

/* A few keys are compared in pairs, many are sorted. */
TEST(a_key_twice_is_found_among_any_number)
{
	struct text line = {0};

	for (int count = 2; count < 80; count++)
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
			if (scans(line.bytes, line.length, 0) != (twin < 0))
				ck_abort_msg("%d, %d", count, twin);
		}
	text_release(&line);
}

TEST_ROWS(a_member_is_found_in_the_bytes, FILE_NAME, "members")
{
	char *json = exact(row->text[0], row->size[0]);
	const char *value = NULL;
	size_t size = 99;

	ck_assert(scans(json, row->size[0], JSON_SPACES));
	ck_assert(json_member(json, row->size[0], row->text[1], &value,
			      &size) == (row->text[2] != NULL));
	if (row->text[2] != NULL)
		ck_assert(size == row->size[2] &&
			  memcmp(value, row->text[2], size) == 0);
	free(json);
}

/* ### random bytes, against the parser */

static void assert_tree_agrees(const char *bytes, size_t size, int flags)
{
	cJSON *tree = cJSON_ParseWithLength(bytes, size), *again;
	struct json_writer w = {0};
	struct error err;
	const cJSON *member;

	if (tree == NULL)
		ck_abort_msg("not parsed: %.*s", (int)size, bytes);
	json_tree(&w, tree);
	if (json_scan(w.out.bytes, w.out.length, DEPTH, flags & JSON_FLOATS,
		      &err) != 0)
		ck_abort_msg("%s: %.*s", err.text, (int)w.out.length,
			     w.out.bytes);
	again = cJSON_ParseWithLength(w.out.bytes, w.out.length);
	/* An infinite number is written as null. */
	if (again == NULL || (!(flags & JSON_FLOATS) &&
			      !cJSON_Compare(tree, again, 1)))
		ck_abort_msg("written otherwise: %.*s", (int)size, bytes);
	cJSON_ArrayForEach(member, tree) {
		const char *value;
		size_t value_size;

		/* json_member compares keys without escapes. */
		if (strpbrk(member->string, "\"\\") == NULL &&
		    (!json_member(bytes, size, member->string, &value,
				  &value_size) ||
		     json_scan_value(value, value_size, DEPTH, flags,
				     &err) != 0))
			ck_abort_msg("no %s: %.*s", member->string, (int)size,
				     bytes);
	}
	cJSON_Delete(again);
	cJSON_Delete(tree);
	text_release(&w.out);
}

/* Random pieces, which often make an object and sometimes an invalid one. */
TEST(random_pieces_are_read_as_the_parser_reads_them)
{
	enum { TRIES = 40000, PIECES_MOST = 24 };
	static const char *const piece[] = {
		"{", "}", "[", "]", ",", ":", " ", "\"", "\"a\"", "\"b\"",
		"\"a\":", "\"b\":", "\"c\": ", "0", "7", "12", "-", "{}", "[]",
		"\"\"", "\"x y\"", ", ", "\\", "1.5", "true", "\t", "1e9", "-0",
		"null", "\"\\u00e9\"", "\"\\ud83d\"", "\"\xc3\xa9\"", "\xc3",
		"\x01", "9007199254740991", "\"\\n\\/\"",
	};
	struct random random = {4};
	int plain = 0;

	for (int i = 0; i < TRIES; i++) {
		int count = random_below(&random, PIECES_MOST);
		int flags = i % (1 + (JSON_SPACES | JSON_FLOATS));
		struct text json = {0};
		char *copy;

		text_add(&json, random_below(&random, 8) > 0 ? "{\"k\":" : "{");
		/* A value, or any pieces. */
		for (int p = 0; p < count; p++)
			text_add(&json, piece[random_below(&random,
				 sizeof piece / sizeof *piece)]);
		text_add(&json, random_below(&random, 2) > 0 ? "}" : "]}");
		plain += is_plain(json.bytes, json.length);
		copy = exact(json.bytes, json.length);
		if (scans(copy, json.length, flags))
			assert_tree_agrees(copy, json.length, flags);
		free(copy);
		text_release(&json);
	}
	/* Enough for the test to mean something. */
	ck_assert_int_gt(plain, TRIES / 200);
}
