/*
 * logline_test.c - the lines of a match log: their bytes, and what is refused.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "fair/logline.h"
#include "tests/unit/unit.h"
#include "tests/support/vectors.h"

#define ZEROES "00000000000000000000000000000000" \
	"00000000000000000000000000000000"
#define ONES "01010101010101010101010101010101" \
	"01010101010101010101010101010101"

/* Reads a copy of exactly this size, so that reading on is detected. */
static int read_line(const char *bytes, size_t size, cJSON **tree,
		     enum logline_type *type, struct error *err)
{
	char *copy = malloc(size > 0 ? size : 1);
	int result;

	ck_assert_ptr_nonnull(copy);
	if (size > 0)
		memcpy(copy, bytes, size);
	*err = (struct error){0};
	*tree = NULL;
	result = logline_read(copy, size, tree, type, err);
	free(copy);
	ck_assert_msg((result == 0) == (err->text[0] == '\0'), "%d and \"%s\"",
		      result, err->text);
	ck_assert_int_eq(result == 0, *tree != NULL);
	return result;
}

/* ### the vectors */

TEST(every_line_of_the_right_form_is_taken)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "form_accept")) {
		const char *line = json_get(vector, "line")->valuestring;
		struct json_writer w = {0};
		enum logline_type type;
		struct error err;
		cJSON *tree;

		ck_assert_msg(read_line(line, strlen(line), &tree, &type, &err)
			      == 0, "%s: %s", err.text, line);
		/* It is written again unchanged. */
		json_tree(&w, tree);
		ck_assert_str_eq(text_string(&w.out), line);
		cJSON_Delete(tree);
		text_release(&w.out);
	}
	cJSON_Delete(file);
}

TEST(every_line_of_a_wrong_form_is_refused)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "form_reject")) {
		const char *line = json_get(vector, "line")->valuestring;
		enum logline_type type;
		struct error err;
		cJSON *tree;

		ck_assert_msg(read_line(line, strlen(line), &tree, &type, &err)
			      != 0, "%s: %s",
			      json_get(vector, "why")->valuestring, line);
	}
	cJSON_Delete(file);
}

TEST(bytes_that_are_not_strict_are_refused_here_too)
{
	cJSON *file = vectors_load("fair-dice.json");
	const cJSON *vector;

	cJSON_ArrayForEach(vector, vectors_group(file, "line_reject")) {
		const char *hex = json_get(vector, "hex")->valuestring;
		struct text bytes = {0};
		enum logline_type type;
		struct error err;
		cJSON *tree;

		for (; hex[0] != '\0'; hex += 2) {
			char pair[3] = { hex[0], hex[1], '\0' };

			text_byte(&bytes, (char)strtol(pair, NULL, 16));
		}
		ck_assert_msg(read_line(bytes.bytes, bytes.length, &tree,
					&type, &err) != 0, "%s: %s",
			      json_get(vector, "why")->valuestring,
			      text_string(&bytes));
		/* The scan refuses it, not the check of its type. */
		ck_assert_msg(strstr(err.text, "known type") == NULL, "%s: %s",
			      json_get(vector, "why")->valuestring, err.text);
		text_release(&bytes);
	}
	cJSON_Delete(file);
}

/* ### one wrong key in each line, and the error */

static const struct {
	const char *line, *says;
} wrongs[] = {
	{ "",                                    "byte 1" },
	{ "{}",                                  "no known type" },
	{ "{\"t\":7}",                           "no known type" },
	{ "{\"t\":\"game\" }",                   "byte 12" },
	{ "{\"t\":\"again\",\"seat\":64}",       "again: seat: expected an integer from 0 to 63, found 64" },
	{ "{\"t\":\"again\",\"seat\":\"0\"}",    "again: seat: " },
	{ "{\"t\":\"again\",\"seat\":0,\"Seat\":0}", "Seat" },
	{ "{\"t\":\"again\"}",                   "again: seat: " },
	{ "{\"t\":\"move\",\"seat\":0,\"move\":[]}", "move: move: expected an object" },
	{ "{\"t\":\"move\",\"seat\":0,\"move\":{},\"said\":1}", "move: said: " },
	{ "{\"t\":\"game\",\"board\":1,\"rotation\":0,\"seats\":[0,-1]}", "game: seats[1]: " },
	{ "{\"t\":\"game\",\"board\":1,\"rotation\":0,\"seats\":[]}", "game: seats: " },
	{ "{\"t\":\"over\",\"scores\":[1],\"ranks\":[1],\"end\":\"won\"}", "over: end: " },
	{ "{\"t\":\"fault\",\"seat\":0,\"fault\":\"\",\"detail\":\"\"}", "fault: fault: " },
	{ "{\"t\":\"chain\",\"s\":0,\"c\":1,\"anchor\":\"0\"}", "chain: anchor: expected 64 lower-case hex digits" },
	{ "{\"t\":\"board\",\"board\":1,\"anchors\":[\"" ZEROES "\",\"\"]}", "board: anchors[1]: expected 64 lower-case hex digits" },
	{ "{\"t\":\"draw\",\"s\":0,\"k\":1,\"dice\":\"d6\",\"v\":[1],\"link\":\"" ZEROES "\"}", "draw: dice: " },
	{ "{\"t\":\"match\",\"v\":2}",           "version 2" },
	{ "{\"t\":\"match\",\"v\":0}",           "match: " },
	{ "{\"t\":\"match\",\"v\":1,\"referee\":{\"version\":\"0.1.7\"}}",
	  "a log of Rollcall 0.1.7, which " PACKAGE_VERSION
	  " does not read: match: tournament: " },
	{ "{\"t\":\"match\",\"v\":1,\"referee\":{\"version\":\"0.10.0\"}}",
	  "match: tournament: " },
};

TEST_EACH(the_sentence_names_the_key_of_a_wrong_line,
	  sizeof wrongs / sizeof *wrongs)
{
	enum logline_type type;
	struct error err;
	cJSON *tree;

	ck_assert_int_eq(read_line(wrongs[_i].line, strlen(wrongs[_i].line),
				   &tree, &type, &err), -1);
	ck_assert_msg(strstr(err.text, wrongs[_i].says) != NULL,
		      "%s: %s, without %s", wrongs[_i].line, err.text,
		      wrongs[_i].says);
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
	enum logline_type type;
	struct error err;
	cJSON *tree;

	long_line(&line, LOG_LINE_MAX - 1);
	ck_assert_msg(read_line(line.bytes, line.length, &tree, &type,
				&err) == 0, "%s", err.text);
	cJSON_Delete(tree);
	long_line(&line, LOG_LINE_MAX);
	ck_assert_int_eq(read_line(line.bytes, line.length, &tree, &type,
				   &err), -1);
	text_release(&line);
}

TEST(a_line_has_at_most_32_levels)
{
	struct text line = {0};
	enum logline_type type;
	struct error err;
	cJSON *tree;

	for (int depth = 29; depth <= 31; depth++) {
		text_clear(&line);
		text_add(&line, "{\"t\":\"move\",\"seat\":0,\"move\":{\"a\":");
		for (int i = 0; i < depth; i++)
			text_byte(&line, '[');
		for (int i = 0; i < depth; i++)
			text_byte(&line, ']');
		text_add(&line, "}}");
		ck_assert_int_eq(read_line(line.bytes, line.length, &tree,
					   &type, &err),
				 depth + 2 <= LOG_DEPTH_MAX ? 0 : -1);
		cJSON_Delete(tree);
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
	ck_assert_msg(read_line(line, strlen(line), &tree, &found, &err) == 0,
		      "%s", err.text);
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

/* The hash of a command without words. */
#define NO_WORDS "4f53cda18c2baa0c0354bb5f9a3ecbe5" \
	"ed12ab4d8e11ba873c2f11161202b945"

static const char alone[] =
	"{\"t\":\"match\",\"v\":1,\"tournament\":null,\"manifest\":null,"
	"\"match\":1,\"game\":\"pig\",\"rules\":{\"target\":100,\"b\":false},"
	"\"entrants\":[{\"name\":\"ann\",\"author\":null,\"bot\":\"" ZEROES
	"\",\"command\":\"" ONES "\",\"sandbox\":\"none\"},"
	"{\"name\":\"b\\\"\xc3\xa9\",\"author\":\"bob\",\"bot\":\"" ONES
	"\",\"command\":\"" ZEROES "\"}],\"boards\":1000000,\"rotations\":2,\"processes\":\"seat\","
	"\"limits\":{},\"sandbox\":\"limits\",\"seal\":\"" ZEROES
	"\",\"salt\":\"" ONES "\",\"links\":65536,\"stride\":1,\"referee\":"
	"{\"version\":\"0.1.0\",\"key\":\"" ONES "\"}}";
static const char cup[] =
	"{\"t\":\"match\",\"v\":1,\"tournament\":\"cup-1\",\"manifest\":\""
	ONES "\",\"match\":4294967295,\"game\":\"x\",\"rules\":{},"
	"\"entrants\":[{\"name\":\"ann\",\"author\":null,\"bot\":\"" ZEROES
	"\",\"command\":\"" NO_WORDS "\"}],\"boards\":1,\"rotations\":1,\"processes\":\"entrant\","
	"\"limits\":{\"move_ms\":1},\"sandbox\":\"strict\",\"seal\":\"" ONES
	"\",\"salt\":\"" ZEROES "\",\"links\":1,\"stride\":65536,\"referee\":"
	"{\"version\":\"\",\"key\":\"" ZEROES "\"}}";
static const char *const headers[] = { alone, cup };

TEST_EACH(a_header_that_is_read_is_written_the_same,
	  sizeof headers / sizeof *headers)
{
	const char *line = headers[_i];
	struct json_writer w = {0};
	struct logline_header header;
	enum logline_type type;
	struct error err;
	cJSON *tree;

	ck_assert_msg(read_line(line, strlen(line), &tree, &type, &err) == 0,
		      "%s", err.text);
	ck_assert_int_eq(type, LINE_MATCH);
	logline_header_take(&header, tree);
	logline_match(&w, &header);
	ck_assert_str_eq(text_string(&w.out), line);
	logline_header_release(&header);
	logline_header_release(&header);
	text_release(&w.out);
}

TEST(a_header_has_what_its_line_says)
{
	struct logline_header header;
	enum logline_type type;
	struct error err;
	struct hash ones;
	cJSON *tree;

	memset(&ones, 1, sizeof ones);
	ck_assert_int_eq(read_line(alone, strlen(alone), &tree, &type, &err),
			 0);
	logline_header_take(&header, tree);
	ck_assert_ptr_null(header.tournament);
	ck_assert(!header.has_manifest);
	ck_assert_str_eq(header.game, "pig");
	ck_assert_str_eq(header.rules, "{\"target\":100,\"b\":false}");
	ck_assert_str_eq(header.limits, "{}");
	ck_assert_int_eq(header.entrants, 2);
	ck_assert_str_eq(header.entrant[1].name, "b\"\xc3\xa9");
	ck_assert_str_eq(header.entrant[1].author, "bob");
	ck_assert_ptr_null(header.entrant[0].author);
	ck_assert(hash_equal(&header.entrant[1].bot, &ones));
	ck_assert(hash_equal(&header.entrant[0].command, &ones));
	ck_assert_str_eq(header.entrant[0].sandbox, "none");
	ck_assert_ptr_null(header.entrant[1].sandbox);
	ck_assert_uint_eq(header.boards, 1000000);
	ck_assert_uint_eq(header.links, 65536);
	ck_assert(hash_equal(&header.salt, &ones));
	ck_assert(hash_equal(&header.key, &ones));
	ck_assert(!hash_equal(&header.seal, &ones));
	logline_header_release(&header);
}

TEST(a_person_has_neither_files_nor_words)
{
	struct logline_header header;
	enum logline_type type;
	struct error err;
	cJSON *tree;

	for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
		ck_assert_int_eq(read_line(headers[i], strlen(headers[i]),
					   &tree, &type, &err), 0);
		logline_header_take(&header, tree);
		ck_assert_int_eq(logline_is_person(&header.entrant[0]),
				 headers[i] == cup);
		header.entrant[0].bot.bytes[31] = 1;
		ck_assert(!logline_is_person(&header.entrant[0]));
		logline_header_release(&header);
	}
}

static const struct {
	const char *name;
	bool good;
} named[] = {
	{ "ann", true }, { "two words", true }, { "\xd7\x90", true },
	{ "a\\u001b", false }, { "a\\n", false }, { "\xc2\x85", false },
	{ "\\u202e", false }, { "\xe2\x80\xae" "a", false },
	{ "a\xe2\x80\x8b", false }, { "\\ufeff" "a", false },
};

TEST_EACH(a_name_has_no_harmful_character, sizeof named / sizeof *named)
{
	const char *rest = strstr(alone, "ann\"") + 3;
	struct text line = {0};
	enum logline_type type;
	struct error err;
	cJSON *tree;

	text_append(&line, alone, (size_t)(rest - 3 - alone));
	text_printf(&line, "%s%s", named[_i].name, rest);
	ck_assert_int_eq(read_line(line.bytes, line.length, &tree, &type,
				   &err) == 0, named[_i].good);
	if (!named[_i].good)
		ck_assert_ptr_nonnull(strstr(err.text, "entrants[0].name"));
	cJSON_Delete(tree);
	text_release(&line);
}

TEST(the_type_shows_in_the_first_bytes)
{
	static const struct {
		const char *line;
		enum logline_type type;
	} row[] = {
		{ "{\"t\":\"match\",\"v\":1}", LINE_MATCH },
		{ "{\"t\":\"draw\"", LINE_DRAW },
		{ "{\"t\":\"sign\"}", LINE_SIGN },
		{ "{\"t\":\"draw", LINE_TYPES },
		{ "{\"t\":\"drawn\"}", LINE_TYPES },
		{ "{\"t\": \"draw\"}", LINE_TYPES },
		{ "{\"seat\":1,\"t\":\"move\"}", LINE_TYPES },
		{ "{\"t\":\"", LINE_TYPES },
		{ "", LINE_TYPES },
	};

	for (size_t i = 0; i < sizeof row / sizeof *row; i++)
		ck_assert_int_eq(logline_type_of(row[i].line,
					      strlen(row[i].line)),
				 row[i].type);
}
