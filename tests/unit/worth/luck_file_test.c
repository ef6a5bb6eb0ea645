/*
 * luck_file_test.c - luck.json: read, refused, written, made by default.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/one_game.h"
#include "tests/support/rows.h"
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

TEST_ROWS(a_wrong_member_is_refused_with_its_place, "worth/luck_file.txt",
	  "a member of a file for pig, and what is said")
{
	struct text bytes = {0};
	struct luck_file file;
	struct error err = {0};

	make(&bytes, row->text[0], row->text[1]);
	assert_says(luck_file_parse(&file, &bytes, "luck.json", &err), &err,
		    row->text[2]);
	luck_file_release(&file);
	text_release(&bytes);
}

static void want_default(struct luck_file *file, const char *name, int seats,
			 const char *rules)
{
	const struct game *game = games_find(name);
	int rule[GAME_RULES_MAX];
	struct error err = {0};

	game_rules(game, rules, rule);
	ck_assert_msg(luck_file_default(file, game, rule, seats, &err) == 0,
		      "%s", err.text);
	ck_assert_msg(luck_file_fits(file, "luck.json", "the match", game,
				     rule, seats, &err) == 0, "%s", err.text);
}

TEST_ROWS(a_wrong_number_is_refused_by_its_name, "worth/luck_file.txt",
	  "numbers of a formula, and what is said")
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
	text_add(&changed, row->text[0]);
	text_add(&changed, at + strlen(good));
	assert_says(luck_file_parse(&file, &changed, "luck.json", &err), &err,
		    row->text[1]);
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

TEST_ROWS(a_default_is_the_nearest_and_reads_itself_again,
	  "worth/luck_file.txt",
	  "a game, its options and seats, its default, the first number, beta")
{
	struct text bytes = {0}, again = {0};
	struct luck_file file;
	struct error err = {0};

	want_default(&file, row->text[0], atoi(row->text[2]), row->text[1]);
	ck_assert_double_eq(file.number[0], strtod(row->text[4], NULL));
	ck_assert_int_eq(file.beta_millionths, atoi(row->text[5]));
	luck_file_write(&file, &bytes);
	ck_assert_ptr_nonnull(strstr(text_string(&bytes), row->text[3]));
	luck_file_release(&file);
	ck_assert_msg(luck_file_parse(&file, &bytes, "luck.json", &err) == 0,
		      "%s", err.text);
	ck_assert_double_eq(file.number[0], strtod(row->text[4], NULL));
	luck_file_write(&file, &again);
	ck_assert_str_eq(text_string(&again), text_string(&bytes));
	luck_file_release(&file);
	text_release(&bytes);
	text_release(&again);
}

TEST_ROWS(what_cannot_be_measured_is_said, "worth/luck_file.txt",
	  "what cannot be measured")
{
	const struct game *game = games_find(row->text[0]);
	int rule[GAME_RULES_MAX];
	struct luck_file file;
	struct error err = {0};

	game_rules(game, row->text[1], rule);
	assert_says(luck_file_default(&file, game, rule, atoi(row->text[2]),
				      &err), &err, row->text[3]);
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
