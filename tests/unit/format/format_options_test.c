/*
 * format_options_test.c - the options of formats: read, refused, written.
 */
#include "tests/unit/unit.h"
#include "tests/support/contests.h"

UNIT_EACH(NULL, cup_end)

/* What a format becomes in a manifest, with 6 entrants. */
static const struct {
	const char *file;
	int seats;
	const char *manifest;
} good[] = {
	{ "{'type':'round_robin'}", 2,
	  "{'type':'round_robin','version':1,'seats':2,'matches':1,"
	  "'tie_boards':1,'until_error':0,'groups':'all','each':5}" },
	{ "{'matches':2,'type':'round_robin','boards':50,'until_error':20,"
	  "'seats':3,'tie_boards':7}", 2,
	  "{'type':'round_robin','version':1,'seats':3,'matches':2,"
	  "'tie_boards':7,'until_error':20,'groups':'all','each':10}" },
	{ "{'type':'round_robin','groups':'balanced'}", 3,
	  "{'type':'round_robin','version':1,'seats':3,'matches':1,"
	  "'tie_boards':1,'until_error':0,'groups':'balanced','each':3}" },
	{ "{'type':'round_robin','each':6}", 3,
	  "{'type':'round_robin','version':1,'seats':3,'matches':1,"
	  "'tie_boards':1,'until_error':0,'groups':'balanced','each':6}" },
	{ "{'type':'gauntlet','challengers':2}", 2,
	  "{'type':'gauntlet','version':1,'seats':2,'matches':1,"
	  "'tie_boards':1,'until_error':0,'challengers':2,'each':4}" },
	{ "{'type':'league','pairs':[[0,5],[3,1]]}", 2,
	  "{'type':'league','version':1,'seats':2,'matches':1,"
	  "'tie_boards':1,'until_error':0,'each':2,'pairs':[[0,5],[3,1]]}" },
};

TEST_EACH(a_manifest_has_every_option_and_means_the_same,
	  sizeof good / sizeof *good)
{
	struct error err = {0};

	cup_start(good[_i].file, 6, good[_i].seats, RESULT_RANKING);
	for (int turn = 0; turn < 2; turn++) {
		struct json_writer w = {0};

		format_write(&cup, &w);
		for (char *c = w.out.bytes; c < w.out.bytes + w.out.length; c++)
			*c = *c == '"' ? '\'' : *c;
		ck_assert_str_eq(text_string(&w.out), good[_i].manifest);
		text_release(&w.out);
		contest_release(&cup);
		if (turn == 0)
			ck_assert_msg(contest_try(good[_i].manifest, true, 6,
				      good[_i].seats, RESULT_RANKING, &cup,
				      &err) == 0, "%s", err.text);
	}
}

TEST(boards_are_the_files_or_stand_beside_the_format)
{
	cup_plain("{'type':'gauntlet','boards':50}", 6, 2);
	ck_assert_uint_eq(cup.boards, 50);
}

#define RR "{'type':'round_robin'"

/* With 6 entrants and, unless the object says otherwise, 2 seats. */
static const struct {
	const char *object;
	bool manifest;
	const char *says;
} bad[] = {
	{ "{}", false, "cup.json: type: expected one of \"round_robin\", "
	  "\"gauntlet\", \"swiss\", " },
	{ "{'type':'robin'}", false, "found \"robin\"" },
	{ "{'type':1}", false, "found 1" },
	{ RR ",'rounds':3}", false, "unknown key \"rounds\"; the keys are "
	  "type, seats, boards, matches, tie_boards, until_error, groups, each" },
	{ RR ",'Boards':3}", false, "unknown key \"Boards\"" },
	{ RR ",'version':1}", false, "unknown key \"version\"" },
	{ RR ",'pairs':[[0,1]]}", false, "unknown key \"pairs\"" },
	{ RR ",'boards':0}", false, "cup.json: boards: expected an integer "
	  "from 1 to 1000000, found 0" },
	{ RR ",'boards':1.5}", false, "found 1.5" },
	{ RR ",'boards':'5'}", false, "found the text \"5\"" },
	{ RR ",'seats':1}", false, "seats: expected an integer from 2" },
	{ RR ",'seats':11}", false, "seats: expected an integer from 2" },
	{ RR ",'seats':7}", false, "format round_robin: a match has 7 seats: "
	  "at least as many entrants are needed, found 6" },
	{ RR ",'matches':0}", false, "matches: expected" },
	{ RR ",'tie_boards':0}", false, "tie_boards: expected" },
	{ RR ",'until_error':-1}", false, "until_error: expected" },
	{ RR ",'groups':'some'}", false, "groups: expected one of "
	  "\"auto\", \"all\", \"balanced\", found \"some\"" },
	{ RR ",'groups':'balanced'}", false, "with 2 seats everyone meets "
	  "everyone" },
	{ RR ",'each':4}", false, "\"each\": in all groups an entrant has 5 "
	  "matches, not 4" },
	{ RR ",'seats':3,'each':4}", false, "\"each\": expected a multiple "
	  "of the 3 seats, found 4" },
	{ RR ",'seats':3,'each':9999999}", false, "are too many" },
	{ "{'type':'gauntlet','challengers':0}", false, "challengers: "
	  "expected an integer from 1 to 5000, found 0" },
	{ "{'type':'gauntlet','challengers':6}", false, "1 of the others "
	  "are needed for a match, found 0" },
	{ "{'type':'gauntlet','challengers':4,'seats':4}", false,
	  "3 of the others are needed for a match, found 2" },
	{ "{'type':'gauntlet','each':10}", false, "with 2 seats a "
	  "challenger has 5 matches, not 10" },
	{ "{'type':'gauntlet','seats':3,'each':7}", false, "expected a "
	  "multiple of the 5 that are not challengers, found 7" },
	{ "{'type':'league'}", false,
	  "a round of it has \"pairs\", lists of 2" },
	{ "{'type':'league','pairs':[]}", false,
	  "pairs: expected a list of 1 to " },
	{ "{'type':'league','pairs':[[0,1],3]}", false,
	  "pairs[1]: expected a list, found 3" },
	{ "{'type':'league','pairs':[[0,1,2]]}", false, "pairs[0]: "
	  "expected a list of 2 to 2 items, found 3" },
	{ "{'type':'league','pairs':[[0,6]]}", false, "pairs[0][1]: "
	  "expected an integer from 0 to 5, found 6" },
	{ "{'type':'league','pairs':[[0,1],[2,2]]}", false,
	  "pairs[1][1]: entrant 2 twice in a match" },
	{ "{'type':'sprt','alpha':0}", false, "alpha: expected a decimal "
	  "from " },
	{ "{'type':'sprt','elo1':'.5'}", false, "found \".5\"" },
	{ "{'type':'sprt','elo1':'5.'}", false, "found \"5.\"" },
	{ "{'type':'sprt','elo1':'00.5'}", false, "found \"00.5\"" },
	{ "{'type':'sprt','elo1':'5e-1'}", false, "found the text \"5e-1\"" },
	{ "{'type':'sprt','elo1':' 0.5'}", false, "found \" 0.5\"" },
	{ "{'type':'sprt','elo1':''}", false, "found \"\"" },
	{ "{\"type\":\"sprt\",\"alpha\":\"0.0500000000000000000000001\"}",
	  false, "alpha: expected a decimal" },
	{ "{'type':'sprt','alpha':true}", false, "found true" },
	{ "{'type':'knockout','third_place':1}", false, "third_place: "
	  "expected true or false, found 1" },
	{ RR "}", true, "version: expected an integer" },
	{ RR ",'version':7}", true, "version: round_robin of version 7; this "
	  "program knows version 1" },
	{ RR ",'version':1}", true, "seats: expected an integer from 2 to "
	  "10, found nothing" },
	{ RR ",\"version\":1,\"seats\":2,\"matches\":1,\"tie_boards\":1,"
	  "\"until_error\":0,\"groups\":\"all\"}", true,
	  "each: expected an integer from 1 to 10000000, found nothing" },
	{ RR ",'version':1,'boards':1}", true, "unknown key \"boards\"" },
	{ "{\"type\":\"league\",\"version\":1,\"seats\":2,\"matches\":1,"
	  "\"tie_boards\":1,\"until_error\":0,\"each\":2}", true,
	  "pairs: expected a list, found nothing" },
};

TEST_EACH(a_wrong_option_is_refused_with_its_key_and_what_was_expected,
	  sizeof bad / sizeof *bad)
{
	struct error err = {0};

	ck_assert_int_eq(contest_try(bad[_i].object, bad[_i].manifest, 6, 2,
				     RESULT_RANKING, &cup, &err), -1);
	ck_assert_msg(strstr(err.text, bad[_i].says) != NULL, "%s\nnot: %s",
		      err.text, bad[_i].says);
}

static const char *const no_objects[][2] = {
	{ "[]", "[]" }, { "\"round_robin\"", "\"round_robin\"" },
	{ NULL, "nothing" },
};

TEST_EACH(a_format_that_is_no_object_is_refused, 3)
{
	const char *json = no_objects[_i][0];
	cJSON *tree = json == NULL ? NULL : json_parse(json, strlen(json));
	struct json_at at = { .name = "f", .index = -1, .value = tree };
	struct error err = {0};

	ck_assert_int_eq(format_read(&cup, &at, false, &err), -1);
	ck_assert_str_eq(err.text, words("f: expected an object, found %s",
					 no_objects[_i][1]));
	cJSON_Delete(tree);
}

/* How a decimal of a file is written in the manifest. */
static const char *const decimals[][2] = {
	{ "0.05", "0.05" }, { "\"0.05\"", "0.05" }, { "\"0.050\"", "0.050" },
	{ "1e-3", "0.001" }, { "0.1", "0.1" }, { "5e-1", "0.5" },
};

TEST_EACH(a_decimal_is_a_text_in_the_manifest,
	  sizeof decimals / sizeof *decimals)
{
	const char *decimal = decimals[_i][1];
	struct json_writer w = {0};
	struct error err = {0};
	char *found;

	cup_plain(words("{'type':'sprt','elo1':%s}", decimals[_i][0]), 2, 2);
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
static const struct {
	const char *object;
	int entrants, seats;
	enum result result;
	const char *says;       /* NULL: not too many */
} many[] = {
	{ RR "}", 5000, 2, RESULT_RANKING, "format round_robin: 12497500 "
	  "matches are too many; at most 10000000" },
	{ RR ",'matches':2}", 3200, 2, RESULT_RANKING, "too many" },
	{ RR ",'groups':'all'}", 100, 4, RESULT_TEAMS, "too many" },
	{ RR ",'groups':'all'}", 100, 4, RESULT_WINNER, NULL },
};

TEST_EACH(too_many_matches_are_refused, 4)
{
	struct error err = {0};
	int code = contest_try(many[_i].object, false, many[_i].entrants,
			       many[_i].seats, many[_i].result, &cup, &err);

	ck_assert_int_eq(code, many[_i].says == NULL ? 0 : -1);
	ck_assert(code == 0 || strstr(err.text, many[_i].says) != NULL);
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
		ck_assert_int_le(format->version, 1);
		ck_assert_ptr_eq(format_find(format->name), format);
		text_release(&help);
	}
	ck_assert_ptr_null(format_find("sprt2"));
	cup_plain("{'type':'sprt','elo1':'7.5'}", 2, 2);
	ck_assert_double_eq(contest_option(&cup, "elo1")->decimal, 7.5);
	ck_assert_ptr_null(contest_option(&cup, "rounds"));
}
