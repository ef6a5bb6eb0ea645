/*
 * json_lines_test.c - a file of JSON lines, whole and damaged.
 */
#include <string.h>

#include "base/json.h"
#include "base/json_lines.h"
#include "base/text.h"
#include "tests/unit/unit.h"
#include "tests/support/test_folder.h"

static void take(void *data, const cJSON *line)
{
	struct text *out = data;

	text_printf(out, "%s ", json_get(line, "a")->valuestring);
}

static int lines_of(const char *bytes, struct text *out)
{
	struct error err;

	file_write(bytes, strlen(bytes));
	return json_lines_read(file_name, "a", take, out, &err);
}

TEST(lines_with_the_member_come_in_order)
{
	struct text out = {0};

	ck_assert_int_eq(lines_of("{\"a\":\"one\"}\n{\"b\":1}\n"
				  "{\"b\":[2],\"a\":\"two\"}\n", &out), 0);
	ck_assert_str_eq(text_string(&out), "one two ");
	text_release(&out);
}

TEST(damaged_lines_are_skipped)
{
	struct text out = {0};

	ck_assert_int_eq(lines_of("{\"a\":\"x\",\"a\":\"y\"}\n\n[1]\n{\"a\":\n"
				  "{\"a\":\"one\"}\n{\"a\":\"cut\"}", &out), 0);
	ck_assert_str_eq(text_string(&out), "one ");
	text_release(&out);
}

TEST(a_file_that_is_not_there_has_none)
{
	struct text out = {0};
	struct error err;

	unlink(file_name);
	ck_assert_int_eq(json_lines_read(file_name, "a", take, &out, &err), 0);
	ck_assert_uint_eq(out.length, 0);
	ck_assert_int_eq(json_lines_read("/", "a", take, &out, &err), -1);
}

static void set_up(void)
{
	tournament_folder_make("lines");
}

UNIT_FILE(set_up, remove_tree)
