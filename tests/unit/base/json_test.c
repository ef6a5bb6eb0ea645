/*
 * json_test.c - bytes that are not strict JSON are refused; of others, the tree
 * is that of cJSON's parser.
 */
#include "base/json_write.h"
#include "tests/support/json.h"
#include "tests/support/random.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

#define FILE_NAME "base/json.txt"

enum { DEPTH = 32 };

static struct arena arena;

/* Fails unless two trees are the same, with all that cJSON sets. */
static void assert_same(const cJSON *a, const cJSON *b)
{
	ck_assert(a->type == b->type && a->valueint == b->valueint &&
		  memcmp(&a->valuedouble, &b->valuedouble,
			 sizeof a->valuedouble) == 0);
	ck_assert_pstr_eq(a->string, b->string);
	ck_assert_pstr_eq(a->valuestring, b->valuestring);
	ck_assert((a->child == NULL) == (b->child == NULL) &&
		  (a->next == NULL) == (b->next == NULL) &&
		  (a->prev == NULL) == (b->prev == NULL));
	if (a->child != NULL)
		assert_same(a->child, b->child);
	if (a->next != NULL) {
		ck_assert_ptr_eq(a->next->prev, a);
		assert_same(a->next, b->next);
	}
}

/* Each value is found in the bytes, where it is read again. */
static void assert_found(const char *bytes, size_t size, const cJSON *tree,
			 const cJSON *value)
{
	const char *found;
	size_t found_size;
	struct error err;
	cJSON *again;

	for (; value != NULL; value = value->next) {
		ck_assert(json_bytes(bytes, size, tree, value, &found,
				     &found_size));
		again = json_read(found, found_size, DEPTH, JSON_VALUE |
				  JSON_SPACES | JSON_FLOATS, &err);
		ck_assert(again != NULL && cJSON_Compare(again, value, 1));
		cJSON_Delete(again);
		assert_found(bytes, size, tree, value->child);
	}
}

/* Reads with and without an arena. */
static bool reads(const char *bytes, size_t size, int flags)
{
	struct error err = {0}, same = {0};
	char *copy = exact(bytes, size);
	cJSON *tree = json_read(copy, size, DEPTH, flags, &err), *other;

	arena_clear(&arena);
	other = json_read_in(&arena, copy, size, DEPTH, flags, &same);
	ck_assert_str_eq(err.text, same.text);
	ck_assert((tree == NULL) == (other == NULL) &&
		  (tree == NULL) == (err.text[0] != '\0'));
	if (tree != NULL)
		assert_same(tree, other);
	cJSON_Delete(tree);
	free(copy);
	return tree != NULL;
}

TEST_ROWS(flags_allow_what_they_name_and_nothing_else, FILE_NAME, "lines")
{
	const char *json = row->text[0], *taken = row->text[1];
	size_t size = row->size[0];
	bool spaces = strchr(taken, 's') != NULL;
	bool floats = strchr(taken, 'f') != NULL;

	ck_assert(reads(json, size, 0) == (strchr(taken, 'n') != NULL));
	ck_assert(reads(json, size, JSON_SPACES) == spaces);
	ck_assert(reads(json, size, JSON_FLOATS) == floats);
	ck_assert(reads(json, size, JSON_SPACES | JSON_FLOATS) ==
		  (spaces || floats));
}

TEST_VECTORS(a_line_of_the_vectors_is_good, "line_accept")
{
	char *bytes = vectors_bytes(vector, "hex");

	ck_assert_msg(reads(bytes, strlen(text_at(vector, "hex")) / 2, 0),
		      "%s", bytes);
	free(bytes);
}

TEST_ROWS(a_value_is_read_or_its_bad_byte_named, FILE_NAME, "values")
{
	struct error err = {0};
	char *json = exact(row->text[0], row->size[0]);
	int flags = JSON_VALUE;
	cJSON *tree;

	for (const char *flag = row->text[1]; *flag != '\0'; flag++)
		flags |= *flag == 's' ? JSON_SPACES : *flag == 'f' ?
			JSON_FLOATS : *flag == 'l' ? JSON_LINES : 0;
	tree = json_read(json, row->size[0], row_int(row, 2), flags, &err);
	assert_says(tree != NULL ? 0 : -1, &err, row->text[3]);
	cJSON_Delete(tree);
	free(json);
	if (row->text[3] != NULL)
		ck_assert_str_eq(err.text, row->text[3]);
}

TEST(depth_has_an_end_whatever_is_asked)
{
	struct text deep = {0};
	struct error err;

	for (int levels = 64; levels < 100; levels++) {
		text_clear(&deep);
		for (int i = 0; i < 2 * levels; i++)
			text_byte(&deep, i < levels ? '[' : ']');
		ck_assert(is_json(&deep, 1000, JSON_VALUE, &err) ==
			  (levels == 64));
	}
	text_release(&deep);
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
	ck_assert(reads(line.bytes, line.length, 0) == row_yes(row, 1));
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
			if (reads(line.bytes, line.length, 0) != (twin < 0))
				ck_abort_msg("%d, %d", count, twin);
		}
	text_release(&line);
}

TEST_ROWS(a_member_is_found_in_the_bytes, FILE_NAME, "members")
{
	char *json = exact(row->text[0], row->size[0]);
	cJSON *tree = json_parse(json, row->size[0]);
	const char *value = NULL;
	size_t size = 99;

	ck_assert(json_bytes(json, row->size[0], tree,
			     json_get(tree, row->text[1]), &value,
			     &size) == (row->text[2] != NULL));
	if (row->text[2] != NULL)
		ck_assert(size == row->size[2] &&
			  memcmp(value, row->text[2], size) == 0);
	cJSON_Delete(tree);
	free(json);
}

/* ### random bytes, against the parser */

static void assert_tree_agrees(const char *bytes, size_t size, int flags)
{
	cJSON *tree = cJSON_ParseWithLength(bytes, size), *read;
	struct json_writer w = {0};
	struct error err;

	if (tree == NULL)
		ck_abort_msg("not parsed: %.*s", (int)size, bytes);
	read = json_read(bytes, size, DEPTH, flags, &err);
	assert_same(read, tree);
	json_tree(&w, tree);
	if (!is_json(&w.out, DEPTH, flags & JSON_FLOATS, &err))
		ck_abort_msg("%s: %.*s", err.text, (int)w.out.length,
			     w.out.bytes);
	/* An infinite number is written as null. */
	if (!(flags & JSON_FLOATS)) {
		assert_found(bytes, size, read, read);
		cJSON *again = json_parse(w.out.bytes, w.out.length);

		assert_same(tree, again);
		cJSON_Delete(again);
	}
	cJSON_Delete(read);
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
		copy = exact(json.bytes, json.length);
		if (reads(copy, json.length, flags))
			assert_tree_agrees(copy, json.length, flags);
		free(copy);
		text_release(&json);
	}
}
