/*
 * rules_test.c - options are set, refused with a reason, and written.
 */
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "tests/unit/unit.h"

/* A game that has nothing but options, one of each type. */
static const char *const colours[] = { "red", "green", NULL };
static const char *const sizes[] = { "8", "6", "4", NULL };
static const struct rule table[] = {
	{ "points", RULE_INT, 5, -3, 1000, NULL, "an integer" },
	{ "open", RULE_BOOL, 1, 0, 0, NULL, "yes or no" },
	{ "colour", RULE_WORD, 0, 0, 0, colours, "a word" },
	{ "size", RULE_CHOICE, 8, 0, 0, sizes, "some of the numbers" },
	{ 0 }
};
static const struct game made_up = { .name = "made_up", .rules = table };

enum { POINTS, OPEN, COLOUR, SIZE, RULES };

/* A text, and why it is refused or else the values that it sets. */
static const struct {
	const char *text, *why;
	int values[RULES];
} texts[] = {
	{ "", NULL, { 5, 1, 0, 8 } },
	{ "points=1000", NULL, { 1000, 1, 0, 8 } },
	{ "points=-3,open=false", NULL, { -3, 0, 0, 8 } },
	{ "size=4,colour=green,open=true", NULL, { 5, 1, 1, 4 } },
	{ "points=1,points=2", NULL, { 2, 1, 0, 8 } },
	{ "pts=1", "made_up has no option \"pts\"; the options are points, open, colour, size", { 0 } },
	{ "point=1", "made_up has no option \"point\"; the options are points, open, colour, size", { 0 } },
	{ "points", "points: expected points=.., one of -3..1000, found no value", { 0 } },
	{ "points=", "points: expected -3..1000, found \"\"", { 0 } },
	{ "points=1001", "points: expected -3..1000, found \"1001\"", { 0 } },
	{ "points=-4", "points: expected -3..1000, found \"-4\"", { 0 } },
	{ "points=+4", "points: expected -3..1000, found \"+4\"", { 0 } },
	{ "points= 4", "points: expected -3..1000, found \" 4\"", { 0 } },
	{ "points=4x", "points: expected -3..1000, found \"4x\"", { 0 } },
	{ "points=4294967300", "points: expected -3..1000, found \"4294967300\"", { 0 } },
	{ "points=99999999999999999999", "points: expected -3..1000, found \"99999999999999999999\"", { 0 } },
	{ "open=1", "open: expected true, false, found \"1\"", { 0 } },
	{ "colour=blue", "colour: expected red, green, found \"blue\"", { 0 } },
	{ "colour=Red", "colour: expected red, green, found \"Red\"", { 0 } },
	{ "size=5", "size: expected 8, 6, 4, found \"5\"", { 0 } },
	{ "size=08", "size: expected 8, 6, 4, found \"08\"", { 0 } },
	{ "open=true,", "nothing follows the last comma of the options", { 0 } },
	{ ",open=true", "made_up has no option \"\"; the options are points, open, colour, size", { 0 } },
};

enum { TEXTS = sizeof texts / sizeof *texts };

TEST_EACH(options_of_a_command_line_are_set_or_refused, TEXTS)
{
	struct error err = {0};
	int values[RULES], result;

	rules_defaults(&made_up, values);
	result = rules_set_text(&made_up, texts[_i].text, values, &err);
	if (texts[_i].why != NULL) {
		ck_assert_int_eq(result, -1);
		ck_assert_str_eq(err.text, texts[_i].why);
		return;
	}
	ck_assert_msg(result == 0, "%s: %s", texts[_i].text, err.text);
	for (int i = 0; i < RULES; i++)
		ck_assert_int_eq(values[i], texts[_i].values[i]);
}

static const struct {
	const char *json;
	bool all;
	const char *why;
	int values[RULES];
} objects[] = {
	{ "{}", false, NULL, { 5, 1, 0, 8 } },
	{ "{\"points\":7,\"size\":6}", false, NULL, { 7, 1, 0, 6 } },
	{ "{\"size\":4,\"colour\":\"green\",\"open\":false,\"points\":-3}", true, NULL, { -3, 0, 1, 4 } },
	{ "{}", true, "cup: points: expected -3..1000, found nothing", { 0 } },
	{ "{\"points\":7,\"size\":6,\"open\":true}", true, "cup: colour: expected red, green, found nothing", { 0 } },
	{ "[]", false, "cup: expected an object, found []", { 0 } },
	{ "{\"pts\":1}", false, "cup: unknown key \"pts\"; the keys are points, open, colour, size", { 0 } },
	{ "{\"Open\":true}", false, "cup: unknown key \"Open\"; the keys are points, open, colour, size", { 0 } },
	{ "{\"points\":1001}", false, "cup: points: expected -3..1000, found 1001", { 0 } },
	{ "{\"points\":1.5}", false, "cup: points: expected -3..1000, found 1.5", { 0 } },
	{ "{\"points\":\"7\"}", false, "cup: points: expected -3..1000, found the text \"7\"", { 0 } },
	{ "{\"points\":4294967301}", false, "cup: points: expected -3..1000, found 4294967301", { 0 } },
	{ "{\"open\":1}", false, "cup: open: expected true, false, found 1", { 0 } },
	{ "{\"open\":\"true\"}", false, "cup: open: expected true, false, found the text \"true\"", { 0 } },
	{ "{\"open\":null}", false, "cup: open: expected true, false, found null", { 0 } },
	{ "{\"colour\":0}", false, "cup: colour: expected red, green, found 0", { 0 } },
	{ "{\"colour\":\"blue\"}", false, "cup: colour: expected red, green, found \"blue\"", { 0 } },
	{ "{\"size\":5}", false, "cup: size: expected 8, 6, 4, found 5", { 0 } },
	{ "{\"size\":\"8\"}", false, "cup: size: expected 8, 6, 4, found the text \"8\"", { 0 } },
};

enum { OBJECTS = sizeof objects / sizeof *objects };

TEST_EACH(options_of_a_file_are_set_or_refused, OBJECTS)
{
	cJSON *json = cJSON_Parse(objects[_i].json);
	struct json_at at = { .name = "cup", .index = -1, .value = json };
	struct error err = {0};
	int values[RULES], result;

	rules_defaults(&made_up, values);
	result = rules_set_json(&made_up, &at, objects[_i].all, values, &err);
	cJSON_Delete(json);
	if (objects[_i].why != NULL) {
		ck_assert_int_eq(result, -1);
		ck_assert_str_eq(err.text, objects[_i].why);
		return;
	}
	ck_assert_msg(result == 0, "%s: %s", objects[_i].json, err.text);
	for (int i = 0; i < RULES; i++)
		ck_assert_int_eq(values[i], objects[_i].values[i]);
}

TEST(rules_are_written_whole_and_in_order)
{
	static const int values[RULES] = { -3, 0, 1, 6 };
	struct json_writer w = {0};

	rules_write(&made_up, values, &w);
	ck_assert_str_eq(text_string(&w.out), "{\"points\":-3,\"open\":false,"
			 "\"colour\":\"green\",\"size\":6}");
	text_release(&w.out);
}

TEST_EACH(a_value_is_written_as_it_would_be_typed, RULES)
{
	static const int values[RULES] = { -3, 0, 1, 6 };
	static const char *const typed[] = { "-3", "false", "green", "6" };
	struct text out = {0};

	rules_value_text(&table[_i], values[_i], &out);
	ck_assert_str_eq(text_string(&out), typed[_i]);
	text_release(&out);
}

TEST(a_game_is_found_by_its_whole_name)
{
	struct text names = {0};

	ck_assert_ptr_eq(games_find("pig"), &pig);
	ck_assert_ptr_eq(games_find("bolo7"), &bolo7);
	ck_assert_ptr_null(games_find("bolo"));
	ck_assert_ptr_null(games_find(""));
	games_names(&names);
	ck_assert_ptr_nonnull(strstr(text_string(&names), "bolo7"));
	ck_assert_ptr_nonnull(strstr(text_string(&names), ", pig"));
	text_release(&names);
}
