/*
 * luck_file_test.c - luck.json: read, refused, written, made by default.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games/games.h"
#include "games/rules.h"
#include "tests/unit/unit.h"
#include "worth/luck_file.h"

#define PIG_RULES "{\"illegal_retries\":0,\"ranking\":\"winner\"," \
	"\"target\":100,\"max_turns\":200}"
#define ONES "0101010101010101010101010101010101010101010101010101010101010101"

/* The members of a valid file for pig, in order. */
static const char *const right[][2] = {
	{ "v", "1" }, { "game", "\"pig\"" }, { "rules", PIG_RULES },
	{ "seats", "2" }, { "f", "\"table\"" }, { "numbers", "[]" },
	{ "table", "\"" ONES "\"" }, { "beta", "\"0.85\"" },
	{ "from", "\"somewhere\"" }
};
enum { KEYS = sizeof right / sizeof *right };

/* That file with one member changed; NULL leaves it out. */
static void make(struct text *out, const char *key, const char *value)
{
	text_clear(out);
	for (int i = 0; i < KEYS; i++) {
		bool it = strcmp(right[i][0], key) == 0;

		if (!it || value != NULL)
			text_printf(out, "%s\"%s\":%s", out->length > 0 ?
				    "," : "{", right[i][0],
				    it ? value : right[i][1]);
	}
	text_add(out, "}\n");
}

static const struct {
	const char *key, *value, *says;
} wrongs[] = {
	{ "v", "2", "luck.json: v: expected an integer from 1 to 1, found 2" },
	{ "v", NULL, "luck.json: v: expected" },
	{ "from", "\"a\",\"luck\":1", "luck.json: unknown key \"luck\"" },
	{ "game", "\"chess\"", "luck.json: game: expected one of " },
	{ "game", "\"rolit\",\"rules\":0", "a key twice in one object" },
	{ "rules", "{}", "luck.json: rules.illegal_retries: expected 0..10, found nothing" },
	{ "rules", "{\"dice\":1}", "luck.json: rules: unknown key \"dice\"" },
	{ "rules", "{\"illegal_retries\":0,\"ranking\":\"winner\",\"target\":401,\"max_turns\":200}", "luck.json: f: target=401 is too large to be solved: expected at most 400" },
	{ "rules", "{\"illegal_retries\":0,\"ranking\":\"winner\",\"target\":400,\"max_turns\":59}", "luck.json: f: max_turns=59 is too small to be ignored" },
	{ "seats", "3", "luck.json: f: a table of pig is for 2 seats, not 3" },
	{ "seats", "11", "luck.json: seats: expected an integer from 1 to 10, found 11" },
	{ "seats", "9", "luck.json: seats: pig is a game for 2 to 8 players, not 9" },
	{ "f", "\"race\"", "luck.json: f: there is no \"race\" for pig" },
	{ "f", "\"luck\"", "luck.json: f: expected one of \"table\", \"race\", \"volle\", found" },
	{ "numbers", "[\"1\"]", "luck.json: numbers: expected 0 numbers, as f is \"table\"" },
	{ "numbers", "[1]", "luck.json: numbers: expected 0 numbers, as f is \"table\"" },
	{ "seats", "2.5", "luck.json: seats: expected an integer from 1 to 10, found 2.5" },
	{ "table", "\"01\"", "luck.json: table: expected 64 lower-case hex digits or null, found" },
	{ "table", NULL, "luck.json: table: expected" },
	{ "beta", "0.85", "luck.json: beta: expected the share of luck as a decimal from 0 to 10 in quotes, with at most 6 places, found 0.85" },
	{ "beta", "1", "luck.json: beta: expected the share of luck as a decimal from 0 to 10 in quotes, with at most 6 places, found 1" },
	{ "beta", NULL, "luck.json: beta: expected the share of luck as a decimal from 0 to 10 in quotes, with at most 6 places, found nothing" },
	{ "beta", "\"1e0\"", "luck.json: beta: expected the share of luck as a decimal from 0 to 10 in quotes, with at most 6 places, found the text \"1e0\"" },
	{ "beta", "\"-1\"", "luck.json: beta: expected the share of luck as a decimal" },
	{ "beta", "\"10.1\"", "luck.json: beta: expected the share of luck as a decimal" },
	{ "beta", "\"nan\"", "luck.json: beta: expected the share of luck as a decimal" },
	{ "beta", "\"\"", "luck.json: beta: expected the share of luck as a decimal" },
	{ "beta", "\".5\"", "luck.json: beta: expected the share of luck as a decimal" },
	{ "beta", "\"0.8500001\"", "luck.json: beta: expected the share of luck as a decimal from 0 to 10 in quotes, with at most 6 places" },
	{ "from", "null", "luck.json: from: expected a text, found null" },
};
enum { WRONGS = sizeof wrongs / sizeof *wrongs };

TEST_EACH(a_wrong_member_is_refused_with_its_place, WRONGS)
{
	struct text bytes = {0};
	struct luck_file file;
	struct error err = {0};

	make(&bytes, wrongs[_i].key, wrongs[_i].value);
	ck_assert_int_eq(luck_file_parse(&file, &bytes, "luck.json", &err), -1);
	ck_assert_msg(strstr(err.text, wrongs[_i].says) != NULL, "%s",
		      err.text);
	luck_file_release(&file);
	text_release(&bytes);
}

static void want_default(struct luck_file *file, const char *name, int seats,
			 const char *rules)
{
	const struct game *game = games_find(name);
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_int_eq(rules_set_text(game, rules, rule, &err), 0);
	ck_assert_msg(luck_file_default(file, game, rule, seats, &err) == 0,
		      "%s", err.text);
	ck_assert_msg(luck_file_fits(file, "luck.json", "the match", game,
				     rule, seats, &err) == 0, "%s", err.text);
}

/* Wrong numbers of a formula. */
static const struct {
	const char *numbers, *says;
} wrong_numbers[] = {
	{ "[\"0.0365\",\"0.632\",\"46.1\"]", "numbers: expected 4 numbers, as f is \"race\", found" },
	{ "[\"0.0365\",0.632,\"46.1\",\"0.656\"]", "numbers[1]: expected h as a decimal from 0 to 2 in quotes, with at most 9 places, found 0.632" },
	{ "[\"0\",\"0.632\",\"46.1\",\"0.656\"]", "numbers[0]: expected c as a decimal from 0.000001 to 10 in quotes, with at most 9 places, found the text \"0\"" },
	{ "[\"0.0365\",\"2.1\",\"46.1\",\"0.656\"]", "numbers[1]: expected h as" },
	{ "[\"0.0365\",\"0.6\",\"0\",\"0.656\"]", "numbers[2]: expected r as" },
	{ "[\"0.0365\",\"0.6\",\"46.1\",\"0x1\"]", "numbers[3]: expected e as" },
};
enum { WRONG_NUMBERS = sizeof wrong_numbers / sizeof *wrong_numbers };

TEST_EACH(a_wrong_number_is_refused_by_its_name, WRONG_NUMBERS)
{
	static const char good[] = "[\"0.0365\",\"0.632\",\"46.1\",\"0.656\"]";
	struct text bytes = {0}, changed = {0};
	struct luck_file file;
	struct error err = {0};
	char *at;

	want_default(&file, "bolo7", 2, "");
	luck_file_write(&file, &bytes);
	luck_file_release(&file);
	at = strstr(text_string(&bytes), good);
	ck_assert_ptr_nonnull(at);
	text_append(&changed, bytes.bytes, (size_t)(at - bytes.bytes));
	text_add(&changed, wrong_numbers[_i].numbers);
	text_add(&changed, at + strlen(good));
	ck_assert_int_eq(luck_file_parse(&file, &changed, "luck.json", &err),
			 -1);
	ck_assert_msg(strstr(err.text, wrong_numbers[_i].says) != NULL, "%s",
		      err.text);
	luck_file_release(&file);
	text_release(&bytes);
	text_release(&changed);
}

TEST(what_is_read_is_written_the_same)
{
	struct text bytes = {0}, again = {0};
	struct luck_file file;
	struct error err = {0};

	make(&bytes, "", "");
	ck_assert_msg(luck_file_parse(&file, &bytes, "luck.json", &err) == 0,
		      "%s", err.text);
	ck_assert_str_eq(file.game, "pig");
	ck_assert_int_eq(file.rule[2], 100);
	ck_assert_int_eq(file.seats, 2);
	ck_assert_int_eq(file.f, LUCK_TABLE);
	ck_assert_int_eq(file.number_count, 0);
	ck_assert(file.has_table);
	ck_assert_str_eq(file.table, ONES);
	ck_assert_int_eq(file.beta_millionths, 850000);
	ck_assert_str_eq(file.from, "somewhere");
	luck_file_write(&file, &again);
	ck_assert_str_eq(text_string(&again), text_string(&bytes));
	luck_file_release(&file);
	text_release(&bytes);
	text_release(&again);
}

static const struct {
	const char *game, *rules;
	int seats;
	enum luck_kind f;
	double c;               /* its first number */
	long beta;
} defaults[] = {
	{ "bolo7", "", 2, LUCK_RACE, .0365, 850000 },
	{ "bolo7", "target=3000", 2, LUCK_RACE, .0198, 850000 },
	{ "bolo7", "target=5400", 2, LUCK_RACE, .0198, 850000 },
	{ "bolo7", "target=5600", 2, LUCK_RACE, .0365, 850000 },
	{ "bolo7", "target=3000", 3, LUCK_RACE, .0343, 850000 },
	{ "bolo7", "", 4, LUCK_RACE, .0370, 850000 },
	{ "bolo7", "", 6, LUCK_RACE, .0370, 850000 },
	{ "bolo5", "", 2, LUCK_RACE, .0251, 850000 },
	{ "bolo5", "", 3, LUCK_RACE, .0274, 850000 },
	{ "pig", "", 2, LUCK_TABLE, 0, 1000000 },
	{ "vollelotte", "", 3, LUCK_VOLLE, .00065, 1000000 },
};
enum { DEFAULTS = sizeof defaults / sizeof *defaults };

TEST_EACH(a_default_is_the_nearest_and_reads_itself_again, DEFAULTS)
{
	struct text bytes = {0}, again = {0};
	struct luck_file file;
	struct error err = {0};

	want_default(&file, defaults[_i].game, defaults[_i].seats,
		     defaults[_i].rules);
	ck_assert_int_eq(file.f, defaults[_i].f);
	ck_assert_double_eq(file.number[0], defaults[_i].c);
	ck_assert_int_eq(file.beta_millionths, defaults[_i].beta);
	luck_file_write(&file, &bytes);
	luck_file_release(&file);
	ck_assert_msg(luck_file_parse(&file, &bytes, "luck.json", &err) == 0,
		      "%s", err.text);
	ck_assert_double_eq(file.number[0], defaults[_i].c);
	luck_file_write(&file, &again);
	ck_assert_str_eq(text_string(&again), text_string(&bytes));
	luck_file_release(&file);
	text_release(&bytes);
	text_release(&again);
}

static const struct {
	const char *game, *rules;
	int seats;
	const char *says;
} none[] = {
	{ "rolit", "", 2, "rolit has no luck except in the opening" },
	{ "blackpot", "", 2, "no formula for the luck in blackpot has proved useful yet" },
	{ "pig", "", 3, "a table of pig is for 2 seats, not 3" },
	{ "pig", "target=500", 2, "target=500 is too large to be solved: expected at most 400" },
	{ "pig", "max_turns=59", 2, "max_turns=59 is too small to be ignored" },
};
enum { NONE = sizeof none / sizeof *none };

TEST_EACH(what_cannot_be_measured_is_said, NONE)
{
	const struct game *game = games_find(none[_i].game);
	int rule[GAME_RULES_MAX];
	struct luck_file file;
	struct error err = {0};

	rules_defaults(game, rule);
	ck_assert_int_eq(rules_set_text(game, none[_i].rules, rule, &err), 0);
	ck_assert_int_eq(luck_file_default(&file, game, rule, none[_i].seats,
					   &err), -1);
	ck_assert_msg(strstr(err.text, none[_i].says) != NULL, "%s",
		      err.text);
	luck_file_release(&file);
}

TEST(a_file_for_something_else_does_not_fit)
{
	const struct game *game = games_find("pig");
	int rule[GAME_RULES_MAX];
	struct luck_file file;
	struct error err = {0};

	want_default(&file, "pig", 2, "");
	rules_defaults(game, rule);
	ck_assert_int_eq(luck_file_fits(&file, "a", "the cup", game, rule, 3,
					&err), -1);
	ck_assert_str_eq(err.text, "a: seats: the cup has 3, found 2");
	rule[2] = 50;
	ck_assert_int_eq(luck_file_fits(&file, "a", "the cup", game, rule, 2,
					&err), -1);
	ck_assert_str_eq(err.text,
			 "a: rules.target: the cup has 50, found 100");
	ck_assert_int_eq(luck_file_fits(&file, "a", "the cup",
					games_find("bolo7"), rule, 2, &err),
			 -1);
	ck_assert_str_eq(err.text,
			 "a: game: the cup plays bolo7, found \"pig\"");
	luck_file_release(&file);
}

TEST(fitted_numbers_are_moved_into_their_ranges)
{
	struct text bytes = {0};
	struct luck_file file;
	struct error err = {0};

	want_default(&file, "bolo7", 2, "");
	file.number[0] = 1e-9;
	file.number[1] = 3;
	luck_file_clamp(&file);
	ck_assert_double_eq(file.number[0], .000001);
	ck_assert_double_eq(file.number[1], 2);
	ck_assert_double_eq(file.number[2], 46.1);
	luck_file_write(&file, &bytes);
	luck_file_release(&file);
	ck_assert_msg(luck_file_parse(&file, &bytes, "luck.json", &err) == 0,
		      "%s", err.text);
	luck_file_release(&file);
	text_release(&bytes);
}
