/*
 * logline_test.c - the lines of a match log: what is refused; the golden logs
 * have the bytes that are written.
 */
#include "fair/logline.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

#define FILE_NAME "fair/lines.txt"

static int read_line(const char *bytes, size_t size, cJSON **tree,
		     enum logline_type *type, struct error *err)
{
	char *copy = exact(bytes, size);
	int result;

	*err = (struct error){0};
	*tree = NULL;
	result = logline_read(copy, size, tree, type, err);
	free(copy);
	ck_assert_msg((result == 0) == (err->text[0] == '\0') &&
		      (result == 0) == (*tree != NULL), "%d and \"%s\"",
		      result, err->text);
	return result;
}

/* A line is taken, or refused with the part `says` of an error. */
static void assert_read(const char *bytes, size_t size, const char *says)
{
	struct json_writer w = {0};
	enum logline_type type;
	struct error err;
	cJSON *tree;

	assert_says(read_line(bytes, size, &tree, &type, &err), &err, says);
	/* It is written again unchanged. */
	if (says == NULL) {
		json_tree(&w, tree);
		ck_assert_str_eq(text_string(&w.out), bytes);
	}
	cJSON_Delete(tree);
	text_release(&w.out);
}

/* ### the vectors */

TEST(every_line_has_the_verdict_of_the_vectors)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "form_accept")) {
		const char *line = json_get(vector, "line")->valuestring;

		assert_read(line, strlen(line), NULL);
	}
	cJSON_ArrayForEach(vector, vectors_group(file, "form_reject")) {
		const char *line = json_get(vector, "line")->valuestring;

		assert_read(line, strlen(line), "");
	}
	/* The scan refuses these, not the check of its type. */
	cJSON_ArrayForEach(vector, vectors_group(file, "line_reject")) {
		char *bytes = vectors_bytes(vector, "hex");

		assert_read(bytes, strlen(json_get(vector, "hex")->valuestring)
			    / 2, "byte ");
		free(bytes);
	}
	cJSON_Delete(file);
}

TEST_ROWS(the_sentence_names_the_key_of_a_wrong_line, FILE_NAME, "wrong")
{
	assert_read(row->text[0], row->size[0], row->text[1]);
}

/* {"t":"fault",..} of `size` bytes, without LF. */
static void long_line(struct text *line, size_t size)
{
	static const char start[] = "{\"t\":\"fault\",\"seat\":0,\"fault\":"
		"\"gone\",\"detail\":\"";

	text_clear(line);
	text_add(line, start);
	while (line->length < size - 2)
		text_byte(line, 'x');
	text_add(line, "\"}");
}

TEST(a_line_has_at_most_a_mebibyte_with_its_end)
{
	struct text line = {0};

	long_line(&line, LOG_LINE_MAX - 1);
	assert_read(text_string(&line), line.length, NULL);
	long_line(&line, LOG_LINE_MAX);
	assert_read(text_string(&line), line.length, "");
	text_release(&line);
}

TEST(a_line_has_at_most_32_levels)
{
	struct text line = {0};

	for (int depth = 29; depth <= 31; depth++) {
		text_clear(&line);
		text_add(&line, "{\"t\":\"move\",\"seat\":0,\"move\":{\"a\":");
		for (int i = 0; i < depth; i++)
			text_byte(&line, '[');
		for (int i = 0; i < depth; i++)
			text_byte(&line, ']');
		text_add(&line, "}}");
		assert_read(text_string(&line), line.length,
			    depth + 2 <= LOG_DEPTH_MAX ? NULL : "levels");
	}
	text_release(&line);
}

/* ### the header */

/* A person has neither files nor words. */
TEST_ROWS(a_header_that_is_read_is_written_the_same, FILE_NAME, "headers")
{
	struct json_writer w = {0};
	struct logline_header header;
	enum logline_type type;
	struct error err;
	cJSON *tree;

	assert_says(read_line(row->text[0], row->size[0], &tree, &type, &err),
		    &err, NULL);
	ck_assert_int_eq(type, LINE_MATCH);
	logline_header_take(&header, tree);
	logline_match(&w, &header);
	ck_assert_str_eq(text_string(&w.out), row->text[0]);
	ck_assert_int_eq(logline_is_person(&header.entrant[0]),
			 strcmp(row->text[1], "person") == 0);
	header.entrant[0].bot.bytes[31] = 1;
	ck_assert(!logline_is_person(&header.entrant[0]));
	logline_header_release(&header);
	logline_header_release(&header);
	text_release(&w.out);
}

TEST_ROWS(the_type_shows_in_the_first_bytes, FILE_NAME, "types")
{
	const char *type = row->text[1] != NULL ? row->text[1] : "";

	ck_assert_int_eq(logline_type_of(row->text[0], row->size[0]),
			 strcmp(type, "match") == 0 ? LINE_MATCH :
			 strcmp(type, "draw") == 0 ? LINE_DRAW :
			 strcmp(type, "sign") == 0 ? LINE_SIGN : LINE_TYPES);
}
