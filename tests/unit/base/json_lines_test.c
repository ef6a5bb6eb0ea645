/*
 * json_lines_test.c - a file of JSON lines, whole and damaged.
 */
#include "base/json.h"
#include "base/text.h"
#include "tests/support/test_folder.h"
#include "tests/unit/unit.h"

static void take(void *data, const cJSON *line)
{
	struct text *out = data;

	text_printf(out, "%s ", json_get(line, "a")->valuestring);
}

static void check_lines(const char *bytes, const char *taken)
{
	struct text out = {0};
	struct error err;

	file_put(bytes);
	ck_assert_int_eq(json_lines_read(file_name, "a", take, &out, &err), 0);
	ck_assert_str_eq(text_string(&out), taken);
	text_release(&out);
}

TEST(whole_lines_with_the_member_come_in_order)
{
	struct text out = {0};
	struct error err;

	check_lines("{\"a\":\"one\"}\n{\"b\":1}\n"
		    "{\"b\":[2],\"a\":\"two\"}\n", "one two ");
	check_lines("{\"a\":\"x\",\"a\":\"y\"}\n\n[1]\n{\"a\":\n"
		    "{\"a\":\"one\"}\n{\"a\":\"cut\"}", "one ");
	unlink(file_name);
	ck_assert_int_eq(json_lines_read(file_name, "a", take, &out, &err), 0);
	ck_assert_uint_eq(out.length, 0);
	ck_assert_int_eq(json_lines_read("/", "a", take, &out, &err), -1);
}

UNIT_FOLDER("lines")
