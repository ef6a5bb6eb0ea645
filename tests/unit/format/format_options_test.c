/*
 * format_options_test.c - the options of formats: read, refused, written.
 */
#include "tests/support/contests.h"
#include "tests/support/rows.h"

UNIT_EACH(NULL, cup_end)

TEST_ROWS(a_manifest_has_every_option_and_means_the_same, "format/formats.txt",
	  "a format of 6 entrants, the seats of a match, the manifest")
{
	struct error err = {0};

	cup_start(row->text[0], 6, row_int(row, 1), RESULT_RANKING);
	for (int turn = 0; turn < 2; turn++) {
		struct json_writer w = {0};

		format_write(&cup, &w);
		ck_assert_str_eq(text_string(&w.out), row->text[2]);
		text_release(&w.out);
		contest_release(&cup);
		if (turn == 0)
			ck_assert_msg(contest_try(row->text[2], true, 6,
				      row_int(row, 1), RESULT_RANKING, &cup,
				      &err) == 0, "%s", err.text);
	}
}

TEST(a_manifest_keeps_its_version_with_fewer_rotations_than_seats)
{
	struct json_writer w = {0};
	struct error err = {0};

	ck_assert_int_eq(contest_try("{'type':'swiss','version':1,'seats':3,"
		"'matches':1,'tie_boards':1,'until_error':0,'rounds':1}", true,
		6, 2, RESULT_RANKING, &cup, &err), 0);
	ck_assert_int_eq(cup.rotations, 2);
	format_write(&cup, &w);
	ck_assert_ptr_nonnull(strstr(text_string(&w.out), "\"version\":1"));
	text_release(&w.out);
}

TEST(boards_are_the_files_or_stand_beside_the_format)
{
	cup_plain("{'type':'gauntlet','boards':50}", 6, 2);
	ck_assert_uint_eq(cup.boards, 50);
}

static void refuse(const struct row *row, bool manifest)
{
	struct error err = {0};

	assert_says(contest_try(row->text[0], manifest, 6, 2, RESULT_RANKING,
				&cup, &err), &err, row->text[1]);
}

TEST_ROWS(a_wrong_option_is_refused_with_its_key_and_what_was_expected,
	  "format/formats.txt", "refused in a file of 6 entrants")
{
	refuse(row, false);
}

TEST_ROWS(a_manifest_says_all_of_it, "format/formats.txt",
	  "refused in a manifest")
{
	refuse(row, true);
}

TEST_ROWS(a_format_that_is_no_object_is_refused, "format/formats.txt",
	  "no object, and what is said to be found")
{
	const char *json = row->text[0];
	cJSON *tree = json == NULL ? NULL : json_parse(json, strlen(json));
	struct json_at at = { .name = "f", .index = -1, .value = tree };
	struct error err = {0};

	assert_says(format_read(&cup, &at, false, &err), &err,
		    words("f: expected an object, found %s", row->text[1]));
	cJSON_Delete(tree);
}

TEST_ROWS(a_decimal_is_a_text_in_the_manifest, "format/formats.txt",
	  "a decimal of a file, and in the manifest")
{
	const char *decimal = row->text[1];
	struct json_writer w = {0};
	struct error err = {0};
	char *found;

	cup_plain(words("{'type':'sprt','elo1':%s}", row->text[0]), 2, 2);
	format_write(&cup, &w);
	contest_release(&cup);
	found = strstr(text_string(&w.out), words("\"elo1\":\"%s\"", decimal));
	ck_assert_msg(found != NULL, "%s", w.out.bytes);
	/* A manifest with a number there is refused. */
	found += strlen("\"elo1\":");
	memset(found, ' ', strlen(decimal) + 2);
	*found = '0';
	ck_assert_int_eq(contest_try(text_string(&w.out), true, 2, 2,
				     RESULT_RANKING, &cup, &err), -1);
	ck_assert_msg(strstr(err.text, "as a text, found 0") != NULL, "%s",
		      err.text);
	text_release(&w.out);
}

/* At most 10,000,000; a team game has three matches for each group. */
TEST_ROWS(too_many_matches_are_refused, "format/formats.txt",
	  "how many matches are too many")
{
	struct error err = {0};
	enum result result = (enum result)row_word(row, 3, game_result_words);

	assert_says(contest_try(row->text[0], false, row_int(row, 1),
				row_int(row, 2), result, &cup, &err), &err,
		    row->text[4]);
	contest_release(&cup);
}

TEST(the_help_lists_every_format_and_option_and_they_are_found)
{
	for (int i = 0; format_list[i] != NULL; i++) {
		const struct format *format = format_list[i];
		struct text help = {0};

		format_help(format, &help);
		ck_assert_msg(strstr(text_string(&help), "  boards 1..1000000")
			      != NULL, "%s", help.bytes);
		for (int k = 0; format->options[k].name != NULL; k++)
			ck_assert_msg(strstr(help.bytes,
				format->options[k].name) != NULL, "%s",
				help.bytes);
		ck_assert_int_le(format->version, 2);
		ck_assert_ptr_eq(format_find(format->name), format);
		text_release(&help);
	}
	ck_assert_ptr_null(format_find("sprt2"));
	cup_plain("{'type':'sprt','elo1':'7.5'}", 2, 2);
	ck_assert_double_eq(contest_option(&cup, "elo1")->decimal, 7.5);
	ck_assert_ptr_null(contest_option(&cup, "rounds"));
}
