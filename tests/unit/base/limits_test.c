/*
 * limits_test.c - limits: from texts, from JSON, and which each level has.
 */
#include "base/limits.h"
#include "base/text.h"
#include "tests/support/rows.h"

#define FILE_NAME "base/values.txt"

static const char defaults[] = "{\"start_ms\":10000,\"move_ms\":1000,"
	"\"game_ms\":0,\"faults_max\":3,\"memory_mb\":4096,\"cpu_s\":0,"
	"\"tasks\":64,\"files\":64,\"box_mb\":64,\"output_mb\":64,"
	"\"cores\":1}";

static void assert_written(const struct limits *limits, enum level level,
			   const char *json)
{
	struct json_writer w = {0};

	limits_write(limits, level, &w);
	ck_assert_str_eq(text_string(&w.out), json);
	text_release(&w.out);
}

TEST(each_level_writes_the_limits_it_knows)
{
	struct limits limits;

	limits_defaults(&limits);
	assert_written(&limits, LEVEL_NONE, "{\"start_ms\":10000,"
		       "\"move_ms\":1000,\"game_ms\":0,\"faults_max\":3,"
		       "\"output_mb\":64}");
	assert_written(&limits, LEVEL_LIMITS, defaults);
	assert_written(&limits, LEVEL_STRICT, defaults);
}

/* ### texts */

TEST_ROWS(a_text_sets_one_limit_or_is_refused_with_a_reason, FILE_NAME,
	  "limits")
{
	static const char *const names[] = { "start_ms", "move_ms", "game_ms",
		"faults_max", "memory_mb", "cpu_s", "tasks", "files", "box_mb",
		"output_mb", "cores", "clock", "pause_waiting",
		"suspect_replays", NULL };
	size_t length = strcspn(row->text[0], "=");
	char *same[] = { row->text[0], row->text[0] };
	struct options_list words = { .word = same, .count = 1 };
	struct limits before, limits;
	struct error err = {0};

	limits_defaults(&before);
	limits = before;
	assert_says(limits_set_words(&limits, &words, &err), &err,
		    row->text[2]);
	words.count = 2;
	ck_assert_int_eq(limits_set_words(&limits, &words, &err), -1);
	ck_assert(row->text[2] != NULL || strstr(err.text, "given twice"));
	row->text[0][length] = '\0';
	if (row->text[1] != NULL)
		before.value[words_find(names, row->text[0])] =
			atoi(row->text[1]);
	ck_assert_mem_eq(&limits, &before, sizeof limits);
}

/* ### JSON */

/* Of "limits" in the file f. */
static int set_json(struct limits *limits, const char *json, struct error *err)
{
	struct json_at top = { .name = "f", .index = -1 };
	struct json_at at = { .up = &top, .name = "limits", .index = -1,
		.value = cJSON_Parse(json) };
	int result = limits_set_json(limits, &at, err);

	cJSON_Delete((cJSON *)at.value);
	return result;
}

TEST_ROWS(an_object_sets_limits_or_is_refused_with_the_key, FILE_NAME,
	  "limits in JSON")
{
	struct error err = {0};
	struct limits limits;

	limits_defaults(&limits);
	assert_says(set_json(&limits, row->text[0], &err), &err, row->text[1]);
	if (row->text[1] == NULL)
		assert_written(&limits, LEVEL_STRICT, row->text[2]);
}

TEST(what_is_written_is_read_again)
{
	struct limits limits, again;
	struct json_writer w = {0};
	struct error err;

	limits_defaults(&limits);
	for (int i = 0; i < LIMIT_COUNT; i++)
		limits.value[i]++;
	limits.value[LIMIT_PAUSE_WAITING] = 0;
	limits_defaults(&again);
	limits_write(&limits, LEVEL_STRICT, &w);
	ck_assert_int_eq(set_json(&again, text_string(&w.out), &err), 0);
	ck_assert_mem_eq(&limits, &again, sizeof limits);
	text_release(&w.out);
}

TEST(a_level_is_not_given_limits_that_it_does_not_know)
{
	struct limits limits;
	struct error err;

	for (int i = 0; i < LIMIT_COUNT; i++) {
		bool later = (i >= LIMIT_MEMORY_MB && i <= LIMIT_BOX_MB) ||
			i == LIMIT_CORES;

		limits_defaults(&limits);
		ck_assert_int_eq(limits_fit(&limits, LEVEL_NONE, &err), 0);
		limits.value[i]++;
		ck_assert_int_eq(limits_fit(&limits, LEVEL_NONE, &err),
				 later ? -1 : 0);
		ck_assert(!later || strstr(err.text, ": leave it out, or "
			  "use the level limits") != NULL);
		ck_assert_int_eq(limits_fit(&limits, LEVEL_LIMITS, &err), 0);
		ck_assert_int_eq(limits_fit(&limits, LEVEL_STRICT, &err), 0);
	}
}

TEST(the_help_has_a_line_for_each_limit)
{
	struct text help = {0};
	int lines = 0;

	limits_help(&help);
	for (const char *at = text_string(&help); *at != '\0'; at++)
		lines += *at == '\n';
	/* An empty line and a heading come first. */
	ck_assert_int_eq(lines, 2 + LIMIT_COUNT);
	ck_assert(strstr(help.bytes, "  memory_mb        4096  (1..1048576)  ") !=
		  NULL);
	text_release(&help);
}
