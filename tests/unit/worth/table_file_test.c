/*
 * table_file_test.c - the files of solved games, and which files are refused.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/one_game.h"
#include "tests/support/rows.h"
#include "worth/solve.h"
#include "worth/table_file.h"

static struct duel *solved(const struct game *game, const char *options)
{
	const struct solve_options plain = { .threads = 1 };
	int rule[GAME_RULES_MAX];

	game_rules(game, options, rule);
	return solve(game, rule, &plain);
}

static bool fits(const struct duel *d, const struct game *game,
		 const char *options)
{
	int rule[GAME_RULES_MAX];

	game_rules(game, options, rule);
	return duel_fits(d, game, rule);
}

TEST_ROWS(a_table_is_read_as_it_was_written, "worth/table_file.txt",
	  "a game and its options")
{
	struct duel *d = solved(games_find(row->text[0]), row->text[1]);
	struct text bytes = {0}, again = {0};
	struct error err = {0};
	struct duel *read;

	table_file_bytes(d, &bytes);
	read = table_file_parse(&bytes, "t", &err);
	ck_assert_msg(read != NULL, "%s", err.text);
	table_file_bytes(read, &again);
	ck_assert(bytes.length == again.length &&
		  memcmp(bytes.bytes, again.bytes, bytes.length) == 0);
	ck_assert((d->bank == NULL) == (read->bank == NULL));
	if (d->bank != NULL)
		ck_assert(memcmp(d->bank, read->bank, (size_t)d->reach *
				 sizeof *d->bank) == 0);
	ck_assert(duel_fits(read, d->game, d->rule));
	duel_free(d);
	duel_free(read);
	text_release(&bytes);
	text_release(&again);
}

/* ### whose rules they are */

TEST(a_table_fits_the_rules_that_matter)
{
	struct duel *d = solved(&bolo5, "target=700");

	ck_assert(fits(d, &bolo5, "target=700"));
	ck_assert(fits(d, &bolo5, "target=700,illegal_retries=3,start=roll,"
		       "ranking=score,van_halen=false,max_turns=60"));
	ck_assert(!fits(d, &bolo5, "target=700,max_turns=59"));
	ck_assert(!fits(d, &bolo5, "target=750"));
	ck_assert(!fits(d, &bolo5, "target=700,min_turn=300"));
	ck_assert(!fits(d, &bolo7, "target=700"));
	duel_free(d);
}

TEST(a_table_is_the_end_of_a_longer_game)
{
	struct duel *d = solved(&bolo7, "target=300,opening=100");
	struct duel *five = solved(&bolo5, "target=700");
	int rule[GAME_RULES_MAX];
	struct error err = {0};
	struct duel_turn turn = {0};
	union turns_state state;

	game_rules(&bolo7, "target=30000,opening=100", rule);
	ck_assert(duel_shift(d, &bolo7, rule));
	ck_assert(bolo7.init(&state, 2, rule, &err) == 0);
	state.race.score[0] = 29900;
	state.race.score[1] = 29850;
	/* 200 against 150 in the short game. */
	ck_assert_double_eq(duel_chance(d, &turn, &state, 0),
			    d->win[4 * d->target + 3]);
	ck_assert(rules_set_text(&bolo7, "opening=150", rule, &err) == 0);
	ck_assert(!duel_shift(d, &bolo7, rule));
	/* In bolo5 minimums depend on the score. */
	rules_defaults(&bolo5, rule);
	ck_assert(!duel_shift(five, &bolo5, rule));
	duel_turn_release(&turn);
	duel_free(d);
	duel_free(five);
}

/* ### what is no table */

static void replace_in(struct text *bytes, const char *find, const char *put)
{
	size_t size = strlen(find);

	for (size_t i = 0; i + size <= bytes->length; i++)
		if (memcmp(bytes->bytes + i, find, size) == 0) {
			memcpy(bytes->bytes + i, put, strlen(put));
			return;
		}
}

TEST_ROWS(what_is_no_table_is_refused, "worth/table_file.txt",
	  "find, put in its place, add or cut off so many bytes at the end; "
	  "what is said")
{
	struct duel *d = solved(&pig, "target=20");
	int longer = atoi(row->text[2]);
	struct text bytes = {0};
	struct error err = {0};

	table_file_bytes(d, &bytes);
	if (row->text[0] != NULL)
		replace_in(&bytes, row->text[0], row->text[1]);
	if (longer > 0)
		text_byte(&bytes, 0);
	else
		bytes.length -= (size_t)-longer;
	ck_assert(table_file_parse(&bytes, "t", &err) == NULL);
	ck_assert_msg(strncmp(err.text, row->text[3],
			      strlen(row->text[3])) == 0, "%s", err.text);
	duel_free(d);
	text_release(&bytes);
}

TEST(every_changed_byte_of_a_number_is_found)
{
	struct duel *d = solved(&pig, "target=10"), *read;
	struct text bytes = {0};
	struct error err = {0};

	table_file_bytes(d, &bytes);
	for (size_t i = bytes.length - 800; i < bytes.length; i++) {
		bytes.bytes[i] ^= 1;
		read = table_file_parse(&bytes, "t", &err);
		ck_assert(read == NULL && strstr(err.text, "damaged") != NULL);
		bytes.bytes[i] ^= 1;
	}
	duel_free(d);
	text_release(&bytes);
}

TEST(a_number_that_is_no_chance_is_refused)
{
	struct duel *d = solved(&pig, "target=10");
	struct text bytes = {0};
	struct error err = {0};

	d->win[5] = 1.5;
	table_file_bytes(d, &bytes);
	ck_assert(table_file_parse(&bytes, "t", &err) == NULL);
	ck_assert_str_eq(err.text, "t: a number is not between 0 and 1");
	duel_free(d);
	text_release(&bytes);
}
