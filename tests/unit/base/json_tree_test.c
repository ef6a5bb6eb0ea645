/*
 * json_tree_test.c - reading trees, with errors that say where; writing JSON
 * that the strict reader accepts.
 */
#include <limits.h>

#include "base/json.h"
#include "base/json_write.h"
#include "tests/support/rows.h"

#define FILE_NAME "base/values.txt"

/* ### reading */

TEST_ROWS(an_integer_is_one_within_its_bounds, FILE_NAME, "integers")
{
	cJSON *value = json_parse(row->text[0], row->size[0]);
	long long number = 77;
	bool good = json_is_int(value, atoll(row->text[1]),
				atoll(row->text[2]), &number);

	ck_assert(good == row_yes(row, 3));
	ck_assert_int_eq(number, good ? (long long)value->valuedouble : 77);
	ck_assert(!json_is_int(NULL, 0, 1, &number));
	cJSON_Delete(value);
}

/* The value at a path like a.0.b, and all above it; until the next walk, as
   they refer to the names of the keys. */
static struct json_at *walk(struct json_at at[8], const char *path)
{
	static char words[80];
	char *rest = words, *word;

	snprintf(words, sizeof words, "%s", path);

	while ((word = strtok_r(rest, ".", &rest)) != NULL) {
		at[1] = *word < '0' || *word > '9' ? json_at_key(at, word) :
			json_at_item(at, atoi(word), cJSON_GetArrayItem(
					     at->value, atoi(word)));
		at++;
	}
	return at;
}

TEST_ROWS(an_error_says_where_what_and_what_is_there, FILE_NAME, "wants")
{
	static const char *const keys[] = { "a", "b", NULL };
	struct json_at top[8] = { { .name = "cup.json", .index = -1 } }, *at;
	struct text json = {0}, expected = {0};
	struct error err = {0};
	const char *string;
	long long number;
	int result = 0;

	text_add(&json, "{\"entrants\":[0,{\"n\":1");
	if (row->text[0] != NULL)
		text_printf(&json, ",\"command\":%s", row->text[0]);
	text_add(&json, "}]}");
	top->value = json_parse(json.bytes, json.length);
	at = walk(top, "entrants.1.command");
	switch (row->text[1][0]) {
	case 'i':
		result = json_want_int(at, 1, 9, &number, &err);
		break;
	case 't':
		result = json_want_string(at, &string, &err);
		break;
	case 'l':
		result = json_want_list(at, 1, 2, &err);
		break;
	default:
		result = json_want_object(at, keys, &err);
	}
	if (row->text[2] != NULL)
		text_printf(&expected, "cup.json: entrants[1].command: %s",
			    row->text[2]);
	assert_says(result, &err, row->text[2]);
	ck_assert_str_eq(err.text, text_string(&expected));
	cJSON_Delete((cJSON *)top->value);
	text_release(&json);
	text_release(&expected);
}

TEST_ROWS(the_place_is_told_where_the_bytes_are_known, FILE_NAME, "places")
{
	char bytes[] = "\n{ \"a\" : [ 1, \"\xc3\xa9\",\n\t{ \"b\": [] }, [5] ],"
		"\n  \"\\u0063\": \"x,]}\\\"\", \"d\":7}";
	struct text source = { bytes, strlen(bytes), sizeof bytes };
	struct json_at top[8] = { { .name = "f", .index = -1,
		.value = json_parse(bytes, strlen(bytes)),
		.source = &source } };
	const char *keys[] = { "a", "c", NULL };
	struct error err;

	json_wrong(walk(top, row->text[0]), &err, "no");
	ck_assert_str_eq(err.text, row->text[1]);
	json_want_object(top, keys, &err);
	ck_assert_str_eq(err.text, "f: unknown key \"d\"; the keys are a, c "
			 "(line 4, column 27)");
	cJSON_Delete((cJSON *)top->value);
}

TEST(without_the_bytes_an_error_has_the_path_alone)
{
	struct json_at top[8] = { { .name = "cup.json", .index = -1,
		.value = cJSON_Parse("{\"a\":{\"b\":1}}") } };
	struct error err;

	ck_assert_int_eq(json_wrong(top, &err, "%s %d", "no", 7), -1);
	ck_assert_str_eq(err.text, "cup.json: no 7");
	json_expected(walk(top, "a.b"), &err, "%d", 2);
	ck_assert_str_eq(err.text, "cup.json: a.b: expected 2, found 1");
	json_expected(walk(top, "a.b.c"), &err, "a string");
	ck_assert_str_eq(err.text,
			 "cup.json: a.b.c: expected a string, found nothing");
	ck_assert_ptr_null(json_get(top->value, "A"));
	cJSON_Delete((cJSON *)top->value);
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

TEST_ROWS(a_text_is_escaped_where_it_must_be, FILE_NAME, "texts")
{
	struct json_writer w = {0};

	json_string_bytes(&w, row->text[0], row->size[0]);
	assert_wrote(&w, row->text[1]);
}

TEST(every_integer_is_written_whole)
{
	static const struct {
		long long number;
		const char *json;       /* with the comma of a list */
	} numbers[] = {
		{ 0, ",0" }, { 7, ",7" }, { -7, ",-7" }, { 10, ",10" },
		{ -100, ",-100" }, { JSON_INT_MAX, ",9007199254740991" },
		{ LLONG_MAX, ",9223372036854775807" },
		/* The widest number still fits. */
		{ LLONG_MIN, ",-9223372036854775808" },
	};

	for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
		struct json_writer w = {0};

		json_int(&w, numbers[i].number);
		assert_wrote(&w, numbers[i].json + 1);
		w = (struct json_writer){ .comma = true };
		json_int(&w, numbers[i].number);
		assert_wrote(&w, numbers[i].json);
	}
}

TEST_ROWS(a_tree_is_written_as_it_was_read, FILE_NAME, "trees")
{
	cJSON *tree = cJSON_Parse(row->text[0]);
	struct json_writer w = {0};
	struct text twice = {0};

	ck_assert_ptr_nonnull(tree);
	json_open(&w, '[');
	json_tree(&w, tree);
	json_tree(&w, tree);
	json_close(&w, ']');
	text_printf(&twice, "[%s,%s]", row->text[0], row->text[0]);
	assert_wrote(&w, text_string(&twice));
	text_release(&twice);
	cJSON_Delete(tree);
}
