/*
 * logline_test.c - the lines of a match log: their bytes, and what is refused.
 */
#include "fair/logline.h"
#include "tests/support/rows.h"
#include "tests/support/vectors.h"

#define FILE_NAME "fair/lines.txt"
#define ONES "01010101010101010101010101010101" \
	"01010101010101010101010101010101"

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

/* ### writing */

static void assert_line(struct json_writer *w, enum logline_type type,
			const char *line)
{
	enum logline_type found;
	struct error err;
	cJSON *tree;

	ck_assert_str_eq(text_string(&w->out), line);
	assert_says(read_line(line, strlen(line), &tree, &found, &err), &err,
		    NULL);
	ck_assert_int_eq(found, type);
	cJSON_Delete(tree);
	text_release(&w->out);
	*w = (struct json_writer){ .comma = true };
}

TEST(every_line_that_is_written_has_its_bytes)
{
	static const int seven[] = { 5, 3, 1, 1, 6, 2, 2 }, one[] = { 65536 };
	static const int scores[] = { 10150, -8300 }, ranks[] = { 1, 2 };
	unsigned char signature[SIGNATURE_SIZE];
	/* Earlier contents of the writer do not matter. */
	struct json_writer w = { .comma = true };
	struct hash ones;

	memset(&ones, 1, sizeof ones);
	memset(signature, 1, sizeof signature);
	logline_game(&w, 1000000, 0, 2);
	assert_line(&w, LINE_GAME, "{\"t\":\"game\",\"board\":1000000,"
		    "\"rotation\":0,\"seats\":[0,1]}");
	logline_game(&w, 1, 2, 3);
	assert_line(&w, LINE_GAME, "{\"t\":\"game\",\"board\":1,"
		    "\"rotation\":2,\"seats\":[2,0,1]}");
	logline_chain(&w, 2, 4294967295, &ones);
	assert_line(&w, LINE_CHAIN, "{\"t\":\"chain\",\"s\":2,"
		    "\"c\":4294967295,\"anchor\":\"" ONES "\"}");
	logline_draw(&w, 1, 12, 7, 6, seven, &ones);
	assert_line(&w, LINE_DRAW, "{\"t\":\"draw\",\"s\":1,\"k\":12,"
		    "\"dice\":\"7d6\",\"v\":[5,3,1,1,6,2,2],\"link\":\""
		    ONES "\"}");
	logline_draw(&w, 0, 4294967295, 1, 65536, one, &ones);
	assert_line(&w, LINE_DRAW, "{\"t\":\"draw\",\"s\":0,\"k\":4294967295,"
		    "\"dice\":\"1d65536\",\"v\":[65536],\"link\":\"" ONES
		    "\"}");
	logline_move(&w, 0, "{\"then\":\"bank\"}", 15, NULL, 0);
	assert_line(&w, LINE_MOVE, "{\"t\":\"move\",\"seat\":0,\"move\":"
		    "{\"then\":\"bank\"}}");
	logline_move(&w, 1, "{}", 2, "\"five\"", 6);
	assert_line(&w, LINE_MOVE, "{\"t\":\"move\",\"seat\":1,\"move\":{},"
		    "\"said\":\"five\"}");
	logline_again(&w, 9);
	assert_line(&w, LINE_AGAIN, "{\"t\":\"again\",\"seat\":9}");
	logline_fault(&w, 1, "timeout", "a \"b\"\n\xc3\xa9");
	assert_line(&w, LINE_FAULT, "{\"t\":\"fault\",\"seat\":1,\"fault\":"
		    "\"timeout\",\"detail\":\"a \\\"b\\\"\\n\xc3\xa9\"}");
	logline_over(&w, 2, scores, ranks, "normal");
	assert_line(&w, LINE_OVER, "{\"t\":\"over\",\"scores\":[10150,-8300],"
		    "\"ranks\":[1,2],\"end\":\"normal\"}");
	logline_resume(&w, 0);
	assert_line(&w, LINE_RESUME, "{\"t\":\"resume\",\"games\":0}");
	logline_close(&w, &ones, 100);
	assert_line(&w, LINE_CLOSE, "{\"t\":\"close\",\"secret\":\"" ONES
		    "\",\"games\":100}");
	logline_sign(&w, &ones, signature);
	assert_line(&w, LINE_SIGN, "{\"t\":\"sign\",\"log\":\"" ONES
		    "\",\"sig\":\"" ONES ONES "\"}");
}

TEST(a_board_line_has_the_first_anchor_of_every_stream)
{
	struct json_writer w = {0};
	struct hash secret, salt;
	struct hash_chains chains;
	struct text line = {0};

	memset(&secret, 7, sizeof secret);
	memset(&salt, 8, sizeof salt);
	hash_chains_init(&chains, &secret, &salt, 4, 3);
	hash_chains_set_board(&chains, 5);
	text_add(&line, "{\"t\":\"board\",\"board\":5,\"anchors\":[");
	for (int stream = 0; stream < 3; stream++) {
		char hex[HASH_HEX_SIZE + 1];

		hash_to_hex(hash_chains_anchor(&chains, stream, 0), hex);
		text_printf(&line, "%s\"%s\"", stream > 0 ? "," : "", hex);
	}
	text_add(&line, "]}");
	logline_board(&w, &chains);
	assert_line(&w, LINE_BOARD, text_string(&line));
	hash_chains_release(&chains);
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
