/*
 * limits_test.c - limits: from texts, from JSON, and which each level has.
 */
#include <stdlib.h>
#include <string.h>

#include "base/limits.h"
#include "tests/unit/unit.h"

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

static const struct {
	const char *text;
	enum limit limit;
	int value;              /* -1: refused */
	const char *says;
} texts[] = {
	{ "start_ms=1",           LIMIT_START_MS, 1, NULL },
	{ "start_ms=3600000",     LIMIT_START_MS, 3600000, NULL },
	{ "start_ms=0",           LIMIT_START_MS, -1, "from 1 to 3600000, found \"0\"" },
	{ "start_ms=3600001",     LIMIT_START_MS, -1, "limit start_ms" },
	{ "move_ms=1",            LIMIT_MOVE_MS, 1, NULL },
	{ "move_ms=0",            LIMIT_MOVE_MS, -1, "limit move_ms" },
	{ "game_ms=0",            LIMIT_GAME_MS, 0, NULL },
	{ "game_ms=86400000",     LIMIT_GAME_MS, 86400000, NULL },
	{ "game_ms=-1",           LIMIT_GAME_MS, -1, "limit game_ms" },
	{ "faults_max=1",         LIMIT_FAULTS_MAX, 1, NULL },
	{ "faults_max=0",         LIMIT_FAULTS_MAX, -1, "limit faults_max" },
	{ "memory_mb=1048576",    LIMIT_MEMORY_MB, 1048576, NULL },
	{ "memory_mb=1048577",    LIMIT_MEMORY_MB, -1, "limit memory_mb" },
	{ "cpu_s=0",              LIMIT_CPU_S, 0, NULL },
	{ "tasks=4096",           LIMIT_TASKS, 4096, NULL },
	{ "tasks=0",              LIMIT_TASKS, -1, "limit tasks" },
	{ "files=4",              LIMIT_FILES, 4, NULL },
	{ "files=3",              LIMIT_FILES, -1, "limit files" },
	{ "box_mb=1",             LIMIT_BOX_MB, 1, NULL },
	{ "output_mb=65536",      LIMIT_OUTPUT_MB, 65536, NULL },
	{ "cores=2",              LIMIT_CORES, 2, NULL },
	{ "cores=0",              LIMIT_CORES, -1, "from 1 to 1024, found \"0\"" },
	{ "cores=1025",           LIMIT_CORES, -1, "limit cores" },
	{ "clock=cpu",            LIMIT_CLOCK, LIMIT_CLOCK_CPU, NULL },
	{ "clock=wall",           LIMIT_CLOCK, LIMIT_CLOCK_WALL, NULL },
	{ "clock=1",              LIMIT_CLOCK, -1, "limit clock: expected wall or cpu, found \"1\"" },
	{ "clock=",               LIMIT_CLOCK, -1, "limit clock" },
	{ "clock=CPU",            LIMIT_CLOCK, -1, "limit clock" },
	{ "pause_waiting=0",      LIMIT_PAUSE_WAITING, 0, NULL },
	{ "pause_waiting=1",      LIMIT_PAUSE_WAITING, 1, NULL },
	{ "pause_waiting=2",      LIMIT_PAUSE_WAITING, -1, "from 0 to 1" },
	{ "move_ms=",             LIMIT_MOVE_MS, -1, "found \"\"" },
	{ "move_ms=+5",           LIMIT_MOVE_MS, -1, "found \"+5\"" },
	{ "move_ms= 5",           LIMIT_MOVE_MS, -1, "found \" 5\"" },
	{ "move_ms=5 ",           LIMIT_MOVE_MS, -1, "found \"5 \"" },
	{ "game_ms=-0",           LIMIT_GAME_MS, -1, "found \"-0\"" },
	{ "move_ms=5x",           LIMIT_MOVE_MS, -1, "found \"5x\"" },
	{ "move_ms=5.0",          LIMIT_MOVE_MS, -1, "found \"5.0\"" },
	{ "move_ms=5,tasks=1",    LIMIT_MOVE_MS, -1, "found" },
	{ "move_ms=99999999999999999999", LIMIT_MOVE_MS, -1, "limit move_ms" },
	{ "move_ms=4294967297",   LIMIT_MOVE_MS, -1, "limit move_ms" },
	{ "move_ms",              LIMIT_MOVE_MS, -1, "the names are start_ms, move_ms, " },
	{ "Move_ms=5",            LIMIT_MOVE_MS, -1, "\"Move_ms=5\"" },
	{ "move=5",               LIMIT_MOVE_MS, -1, "\"move=5\"" },
	{ "move_msx=5",           LIMIT_MOVE_MS, -1, "\"move_msx=5\"" },
	{ "=5",                   LIMIT_MOVE_MS, -1, "\"=5\"" },
	{ "",                     LIMIT_MOVE_MS, -1, "\"\"" },
};

TEST_EACH(a_text_sets_one_limit_or_is_refused_with_a_reason,
	  sizeof texts / sizeof *texts)
{
	struct limits before, limits;
	struct error err = {0};
	int result;

	limits_defaults(&before);
	limits = before;
	result = limits_set_text(&limits, texts[_i].text, &err);
	ck_assert_msg((result == 0) == (texts[_i].value >= 0), "%s: %s",
		      texts[_i].text, err.text);
	if (result == 0)
		before.value[texts[_i].limit] = texts[_i].value;
	else
		ck_assert_msg(strstr(err.text, texts[_i].says) != NULL,
			      "%s: %s", texts[_i].text, err.text);
	ck_assert_mem_eq(&limits, &before, sizeof limits);
}

/* ### JSON */

static const struct {
	const char *json, *says;        /* NULL: good */
	const char *after;
} objects[] = {
	{ "{}", NULL, defaults },
	{ "{\"move_ms\":250,\"game_ms\":60000,\"faults_max\":1}", NULL,
	  "{\"start_ms\":10000,\"move_ms\":250,\"game_ms\":60000,"
	  "\"faults_max\":1,\"memory_mb\":4096,\"cpu_s\":0,\"tasks\":64,"
	  "\"files\":64,\"box_mb\":64,\"output_mb\":64,\"cores\":1}" },
	{ "{\"clock\":\"cpu\",\"pause_waiting\":0}", NULL,
	  "{\"start_ms\":10000,\"move_ms\":1000,\"game_ms\":0,"
	  "\"faults_max\":3,\"memory_mb\":4096,\"cpu_s\":0,\"tasks\":64,"
	  "\"files\":64,\"box_mb\":64,\"output_mb\":64,\"cores\":1,"
	  "\"clock\":\"cpu\",\"pause_waiting\":0}" },
	{ "{\"clock\":\"wall\",\"pause_waiting\":1}", NULL, defaults },
	{ "{\"clock\":1}",         "f: limits.clock: expected wall or cpu, found 1", NULL },
	{ "{\"clock\":\"sun\"}",   "limits.clock", NULL },
	{ "{\"clock\":null}",      "limits.clock", NULL },
	{ "{\"pause_waiting\":true}", "limits.pause_waiting", NULL },
	{ "{\"pause_waiting\":2}", "limits.pause_waiting", NULL },
	{ "{\"move_ms\":0}",       "f: limits.move_ms: expected an integer from 1 to 3600000, found 0", NULL },
	{ "{\"move_ms\":1.5}",     "limits.move_ms", NULL },
	{ "{\"move_ms\":\"250\"}", "limits.move_ms", NULL },
	{ "{\"move_ms\":null}",    "limits.move_ms", NULL },
	{ "{\"move_ms\":true}",    "limits.move_ms", NULL },
	{ "{\"tasks\":99999}",     "limits.tasks", NULL },
	{ "{\"Move_ms\":250}",     "Move_ms", NULL },
	{ "{\"speed\":1}",         "speed", NULL },
	{ "[]",                    "limits", NULL },
	{ "250",                   "limits", NULL },
};

TEST_EACH(an_object_sets_limits_or_is_refused_with_the_key,
	  sizeof objects / sizeof *objects)
{
	cJSON *tree = cJSON_Parse(objects[_i].json);
	struct json_at top = { .name = "f", .index = -1 };
	struct json_at at = { .up = &top, .name = "limits", .index = -1,
		.value = tree };
	struct error err = {0};
	struct limits limits;
	int result;

	limits_defaults(&limits);
	result = limits_set_json(&limits, &at, &err);
	ck_assert_msg((result == 0) == (objects[_i].says == NULL), "%s: %s",
		      objects[_i].json, err.text);
	if (result == 0)
		assert_written(&limits, LEVEL_STRICT, objects[_i].after);
	else
		ck_assert_msg(strstr(err.text, objects[_i].says) != NULL,
			      "%s: %s", objects[_i].json, err.text);
	cJSON_Delete(tree);
}

TEST(what_is_written_is_read_again)
{
	struct limits limits, again;
	struct json_at at = { .name = "limits", .index = -1 };
	struct json_writer w = {0};
	struct error err;
	cJSON *tree;

	limits_defaults(&limits);
	for (int i = 0; i < LIMIT_COUNT; i++)
		limits.value[i]++;
	limits.value[LIMIT_PAUSE_WAITING] = 0;
	limits_defaults(&again);
	limits_write(&limits, LEVEL_STRICT, &w);
	tree = json_parse(w.out.bytes, w.out.length);
	at.value = tree;
	ck_assert_int_eq(limits_set_json(&again, &at, &err), 0);
	ck_assert_mem_eq(&limits, &again, sizeof limits);
	cJSON_Delete(tree);
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
	ck_assert(strstr(help.bytes, "  memory_mb      4096  (1..1048576)  ") !=
		  NULL);
	text_release(&help);
}
