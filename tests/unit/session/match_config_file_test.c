/*
 * match_config_file_test.c - match files: every key, valid and invalid.
 */
#include <unistd.h>

#include "match/match_config.h"
#include "tests/support/rows.h"
#include "tests/support/test_folder.h"

#define FILE_NAME "session/match_files.txt"
#define ONES "01010101010101010101010101010101" \
	"01010101010101010101010101010101"

/* Reads a match file of these bytes; the caller releases the match. */
static int read_bytes(struct match_config *match, const char *bytes,
		      size_t size, struct error *err)
{
	file_write(bytes, size);
	*err = (struct error){0};
	return match_config_read(match, file_name, err);
}

static void assert_refused(const char *bytes, size_t size, const char *says)
{
	struct match_config match;
	struct error err;
	int result = read_bytes(&match, bytes, size, &err);

	match_config_release(&match);
	assert_says(result, &err, says);
	assert_says(strncmp(err.text, file_name, strlen(file_name)), &err,
		    NULL);
}

static void read_good(struct match_config *match, const char *bytes)
{
	struct error err;

	assert_says(read_bytes(match, bytes, strlen(bytes), &err), &err, NULL);
}

/* A file with another value of `key`, or without it if `value` is NULL. */
static char *with(const char *key, const char *value)
{
	cJSON *tree = cJSON_Parse(
		"{\"game\":\"pig\",\"rules\":{\"target\":50},\"entrants\":["
		"{\"name\":\"ann\",\"command\":[\"a\"]},"
		"{\"name\":\"bob\",\"command\":[\"b\",\"c\"]}]}");
	char *text;

	cJSON_DeleteItemFromObjectCaseSensitive(tree, key);
	if (value != NULL) {
		cJSON *item = cJSON_Parse(value);

		ck_assert_msg(item != NULL, "%s", value);
		cJSON_AddItemToObject(tree, key, item);
	}
	text = cJSON_Print(tree);
	cJSON_Delete(tree);
	return text;
}

/* ### one key wrong */

TEST_ROWS(a_wrong_key_is_refused_with_file_and_key, FILE_NAME, "keys")
{
	char *bytes = with(row->text[0], row->text[1]);

	assert_refused(bytes, strlen(bytes), row->text[2]);
	free(bytes);
}

TEST_ROWS(what_is_no_strict_object_is_no_match_file, FILE_NAME, "files")
{
	assert_refused(row->text[0], row->size[0], row->text[1]);
}

TEST(a_person_has_a_command_without_words)
{
	char *bytes = with("entrants", "[{\"name\":\"ann\",\"command\":[]},"
			   "{\"name\":\"bob\",\"command\":[\"true\"]}]");
	const struct entrant *ann;
	struct match_config match;
	struct json_writer w = {0};
	struct error err;

	read_good(&match, bytes);
	ck_assert_int_eq(match_config_person(&match), 0);
	assert_says(match_config_settle(&match, &err), &err, NULL);
	ann = &match.entrant[0];
	ck_assert(logline_is_person(&(struct logline_entrant){
		.bot = ann->bot, .command = ann->sealed }));
	match_config_write(&match, &w);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out),
				     "\"name\":\"ann\",\"command\":[]"));
	match_config_release(&match);
	text_release(&w.out);
	free(bytes);
}

TEST(a_person_has_no_files)
{
	char *bytes = with("entrants", "[{\"name\":\"ann\",\"command\":[],"
			   "\"files\":[\"a\"]},"
			   "{\"name\":\"bob\",\"command\":[\"true\"]}]");
	struct match_config match;
	struct error err;

	read_good(&match, bytes);
	assert_says(match_config_settle(&match, &err), &err, "ann: a command "
		    "without words is a person, who has no \"files\" and no "
		    "\"bot\"");
	match_config_release(&match);
	free(bytes);
}

TEST(a_tournaments_match_needs_its_seal_and_salt)
{
	static const char start[] = "{\"game\":\"pig\",\"entrants\":["
		"{\"name\":\"a\",\"command\":[\"a\"]},"
		"{\"name\":\"b\",\"command\":[\"b\"]}],\"tournament\":\"cup\","
		"\"manifest\":\"" ONES "\"";
	struct match_config match;
	struct text bytes = {0};

	text_printf(&bytes, "%s}", start);
	assert_refused(bytes.bytes, bytes.length, "seal");
	text_clear(&bytes);
	text_printf(&bytes, "%s,\"match\":17,\"seal\":\"" ONES "\",\"salt\":\""
		    ONES "\"}", start);
	read_good(&match, text_string(&bytes));
	ck_assert_str_eq(match.tournament, "cup");
	ck_assert_uint_eq(match.number, 17);
	ck_assert(match.sealed);
	match_config_release(&match);
	text_release(&bytes);
}

TEST(a_match_file_that_is_missing_or_huge_is_told)
{
	struct match_config match;
	struct error err;
	struct text bytes = {0};

	assert_says(match_config_read(&match, "/dev/null/m.json", &err),
		    &err, "/dev/null/m.json");
	match_config_release(&match);
	ck_assert_int_eq(match_config_read(&match, folder, &err), -1);
	match_config_release(&match);
	while (bytes.length < (1 << 20) + 1)
		text_byte(&bytes, ' ');
	assert_refused(bytes.bytes, bytes.length, "too large");
	text_release(&bytes);
}

/* ### right */

TEST(what_is_left_out_has_its_default)
{
	char *bytes = with("rules", NULL);
	struct match_config match;
	struct limits limits;

	read_good(&match, bytes);
	limits_defaults(&limits);
	ck_assert_ptr_eq(match.game, &pig);
	ck_assert_int_eq(rules_value(&pig, match.rule, "target"), 100);
	ck_assert_int_eq(match.entrants, 2);
	ck_assert_str_eq(match.entrant[1].name, "bob");
	ck_assert_str_eq(match.entrant[1].command[1], "c");
	ck_assert_ptr_null(match.entrant[1].command[2]);
	ck_assert_ptr_null(match.entrant[1].author);
	ck_assert_ptr_null(match.entrant[1].files);
	ck_assert_str_eq(match.base, folder);
	ck_assert_uint_eq(match.boards, 1);
	ck_assert_int_eq(match.rotations, 0);
	ck_assert_int_eq(match.processes, PROCESSES_SEAT);
	ck_assert_int_eq(match.level, LEVEL_LIMITS);
	ck_assert_uint_eq(match.links, 128);
	ck_assert_ptr_null(match.log);
	ck_assert_ptr_null(match.tournament);
	ck_assert(!match.sealed);
	ck_assert_mem_eq(&match.limits, &limits, sizeof limits);
	match_config_release(&match);
	match_config_release(&match);
	free(bytes);
}

/* `base` and `log` are relative to the folder of the file. */
TEST(relative_paths_start_at_the_files_folder)
{
	static const char *const rows[][3] = {
		{ "base", "\"bots\"", "/bots" }, { "base", "\"..\"", "/.." },
		{ "base", "\"/opt\"", "/opt" },
		{ "log", "\"a.jsonl\"", "/a.jsonl" },
		{ "log", "\"/a.jsonl\"", "/a.jsonl" },
	};

	for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
		char *bytes = with(rows[i][0], rows[i][1]);
		struct text expected = {0};
		struct match_config match;

		read_good(&match, bytes);
		text_printf(&expected, "%s%s", rows[i][1][1] == '/' ? "" :
			    folder, rows[i][2]);
		ck_assert_str_eq(rows[i][0][0] == 'b' ? match.base : match.log,
				 text_string(&expected));
		match_config_release(&match);
		text_release(&expected);
		free(bytes);
	}
}

TEST(what_is_written_is_read_again)
{
	static const char entrants[] = "[{\"name\":\"ann\",\"author\":"
		"\"eve\",\"command\":[\"./a\",\"-x y\"],\"files\":[\"a\","
		"\"b c\"]},{\"name\":\"b\xc3\xa9\",\"command\":[\"b\"]}]";
	struct json_writer w = {0}, again = {0};
	struct text bytes = {0};
	struct match_config match;

	text_printf(&bytes, "{\"game\":\"pig\",\"entrants\":%s,\"boards\":7,"
		    "\"rotations\":1,\"processes\":\"entrant\",\"limits\":"
		    "{\"move_ms\":9},\"sandbox\":\"none\",\"links\":4,"
		    "\"tournament\":\"cup\",\"manifest\":\"%s\",\"match\":3,"
		    "\"seal\":\"%s\",\"salt\":\"%s\",\"base\":\"%s\"}",
		    entrants, ONES, ONES, ONES, folder);
	read_good(&match, text_string(&bytes));
	match_config_write(&match, &w);
	match_config_release(&match);
	read_good(&match, text_string(&w.out));
	match_config_write(&match, &again);
	ck_assert_str_eq(text_string(&again.out), text_string(&w.out));
	ck_assert_str_eq(match.entrant[0].author, "eve");
	ck_assert_str_eq(match.entrant[0].command[1], "-x y");
	ck_assert_str_eq(match.entrant[0].files[1], "b c");
	ck_assert_int_eq(match.limits.value[LIMIT_MOVE_MS], 9);
	ck_assert_int_eq(match.processes, PROCESSES_ENTRANT);
	ck_assert_int_eq(match.level, LEVEL_NONE);
	ck_assert_uint_eq(match.boards, 7);
	ck_assert_uint_eq(match.links, 4);
	ck_assert_uint_eq(match.number, 3);
	match_config_release(&match);
	text_release(&w.out);
	text_release(&again.out);
	text_release(&bytes);
}

UNIT_FOLDER("m.json")
