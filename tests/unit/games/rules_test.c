/*
 * rules_test.c - options are set, refused with a reason, and written.
 */
#include <stdlib.h>

#include "games/games.h"
#include "games/rules.h"
#include "tests/support/rows.h"

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

/* An error is `why`, or else the values are these. */
static void check_set(int result, const struct error *err, const char *why,
		      const int *values, const char *expected)
{
	assert_says(result, err, why);
	if (why != NULL)
		ck_assert_str_eq(err->text, why);
	for (int i = 0; i < RULES && why == NULL; i++) {
		char *rest;

		ck_assert_int_eq(values[i], strtol(expected, &rest, 10));
		expected = rest;
	}
}

TEST_ROWS(options_of_a_command_line_are_set_or_refused, "games/rules.txt",
	  "of a command line")
{
	struct error err = {0};
	int values[RULES], result;

	rules_defaults(&made_up, values);
	result = rules_set_text(&made_up, row->text[0], values, &err);
	check_set(result, &err, row->text[1], values, row->text[2]);
}

TEST_ROWS(options_of_a_file_are_set_or_refused, "games/rules.txt", "of a file")
{
	cJSON *json = cJSON_Parse(row->text[0]);
	struct json_at at = { .name = "cup", .index = -1, .value = json };
	bool all = strcmp(row->text[1], "all") == 0;
	struct error err = {0};
	int values[RULES], result;

	rules_defaults(&made_up, values);
	result = rules_set_json(&made_up, &at, all, values, &err);
	cJSON_Delete(json);
	check_set(result, &err, row->text[2], values, row->text[3]);
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
