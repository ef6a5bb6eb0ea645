/*
 * ladder_input_test.c - the ladder of odd, hostile, large and shuffled input.
 */
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/random.h"

/* ### shuffled */

enum { LINES = 300, LINE_MAX_BYTES = 64 };

static void read_lines(char (*lines)[LINE_MAX_BYTES],
		       struct games_table *table)
{
	char path[] = "/tmp/check_ladder_input.XXXXXX";
	int fd = mkstemp(path);
	FILE *file = fdopen(fd, "w");
	struct error err = {0};

	ck_assert_ptr_nonnull(file);
	fputs("block,entrants,ranks\n", file);
	for (int i = 0; i < LINES; i++)
		fputs(lines[i], file);
	fclose(file);
	games_table_init(table, NULL);
	ck_assert_msg(games_table_read_csv(table, path, &err) == 0, "%s",
		      err.text);
	remove(path);
}

/* Writes everything that can be shown of a ladder. */
static void show_all(char (*lines)[LINE_MAX_BYTES], struct text *out)
{
	struct games_table table;
	struct ladder ladder;

	text_clear(out);
	read_lines(lines, &table);
	fit_well(&table, &ladder_defaults, &ladder);
	ladder_show_heading(&ladder, "game", out);
	ladder_show_text(&ladder, LADDER_SHOW_BEST, 0, out);
	ladder_show_csv(&ladder, true, out);
	ladder_show_json(&ladder, "game", true, true, NULL, out);
	ladder_show_los(&ladder, out);
	text_append(out, ladder.covariance, sizeof *ladder.covariance *
		    (size_t)(ladder.parameters * ladder.parameters));
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(the_order_of_the_lines_does_not_show_in_any_byte)
{
	static char lines[LINES][LINE_MAX_BYTES];
	struct random random = { 5 };
	struct text first = {0}, other = {0};

	for (int i = 0; i < LINES; i++) {
		int a = random_below(&random, 9);
		int b = (a + 1 + random_below(&random, 8)) % 9;
		int c = (a + b + 1) % 9, rank = 1 + random_below(&random, 3);

		if (i % 3 == 0)
			snprintf(lines[i], sizeof lines[i], ",x%d|x%d,%d|2\n",
				 a, b, rank);
		else if (i % 3 == 1)
			snprintf(lines[i], sizeof lines[i],
				 "b%d,x%d|x%d,%d|2\n", i / 12, a, b, rank);
		else
			snprintf(lines[i], sizeof lines[i],
				 "c%d,x%d|x%d|x%d,%d|2|3\n", i / 12, a, b,
				 c, rank);
	}
	show_all(lines, &first);
	for (int round = 0; round < 5; round++) {
		for (int i = LINES - 1; i > 0; i--) {
			int j = random_below(&random, i + 1);
			char keep[LINE_MAX_BYTES];

			memcpy(keep, lines[i], sizeof keep);
			memcpy(lines[i], lines[j], sizeof keep);
			memcpy(lines[j], keep, sizeof keep);
		}
		show_all(lines, &other);
		ck_assert_uint_eq(first.length, other.length);
		ck_assert(memcmp(first.bytes, other.bytes, first.length) == 0);
	}
	text_release(&first);
	text_release(&other);
}

/* ### odd tables */

TEST(no_games_are_a_ladder_of_nobody)
{
	struct games_table table;
	struct ladder ladder;
	struct text text = {0};

	make_table(&table, 2);
	fit_well(&table, &ladder_defaults, &ladder);
	ladder_show_heading(&ladder, NULL, &text);
	ladder_show_text(&ladder, 0, 0, &text);
	ck_assert_str_eq(text_string(&text), "no games; prior 2, scale score, "
			 "cluster block, forfeits loss\n"
			 "not rated, no games: a, b\n\n"
			 "0 games, 0 blocks; 1 logit = 173.7 Elo\n");
	ladder_release(&ladder);
	games_table_release(&table);
	text_clear(&text);
	make_table(&table, 0);
	fit_well(&table, &ladder_defaults, &ladder);
	ladder_show_json(&ladder, NULL, false, true, NULL, &text);
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}

TEST(one_game_is_a_ladder_that_says_little)
{
	struct games_table table;
	struct ladder ladder;
	struct text text = {0};

	make_table(&table, 2);
	add_pair(&table, 0, 1, 2, 1, 1);
	fit_well(&table, &ladder_defaults, &ladder);
	ck_assert(ladder.rows[0].thin && ladder.rows[1].thin);
	ck_assert_int_eq(ladder.rows[1].mark, '>');
	ck_assert_int_eq(ladder.rows[0].mark, '<');
	ck_assert(ladder.rows[1].err95 > 300);
	ck_assert(isnan(ladder.rows[1].deff) && isnan(ladder.deff_mean));
	ladder_show_text(&ladder, 0, 0, &text);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "  >m\n"));
	ck_assert_ptr_nonnull(strstr(text_string(&text),
				     "\n1 game, 1 block; "));
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}

TEST(a_bot_that_never_played_is_named_and_not_rated)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct text text = {0};
	struct error err = {0};

	make_table(&table, 3);
	add_pair(&table, 0, 2, 1, 2, 12);
	add_pair(&table, 0, 2, 2, 1, 8);
	for (int flat = 0; flat < 2; flat++) {
		options.prior = flat ? 0 : 2;
		options.seat_effects = !flat;
		fit_well(&table, &options, &ladder);
		ck_assert_int_eq(ladder.unrated, 1);
		ck_assert_int_eq(ladder.rows[1].pool, -1);
		ck_assert(isnan(ladder.rows[1].elo));
		ck_assert_int_eq(ladder.pool_count, 1);
		ck_assert_int_eq(ladder.order[2], 1);
		text_clear(&text);
		ladder_show_heading(&ladder, NULL, &text);
		ladder_show_csv(&ladder, false, &text);
		ck_assert_ptr_nonnull(strstr(text_string(&text),
					     "not rated, no games: b\n"));
		ck_assert_ptr_null(strstr(text_string(&text), ",b,"));
		ladder_release(&ladder);
	}
	options.anchor = "b";
	ck_assert_int_eq(ladder_fit(&table, &options, &ladder, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "\"b\""));
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}

TEST(without_a_prior_a_separated_entrant_is_refused_by_name)
{
	struct ladder_options options = { .prior = 0 };
	struct games_table table;
	struct ladder ladder;
	struct error err = {0};

	make_table(&table, 3);
	add_pair(&table, 0, 1, 1, 2, 5);
	add_pair(&table, 0, 1, 2, 1, 5);
	add_pair(&table, 0, 2, 1, 2, 5);
	ck_assert_int_eq(ladder_fit(&table, &options, &ladder, &err), -1);
	ck_assert_str_eq(err.text, "c never won: without a prior no "
			 "entrant can be rated");
	ladder_release(&ladder);
	games_table_release(&table);
}

/* Always in the same seats: strength and seat cannot be told apart. */
TEST(without_a_prior_what_games_leave_open_is_refused)
{
	struct ladder_options options = { .seat_effects = true };
	struct games_table table;
	struct ladder ladder;
	struct error err = {0};

	make_table(&table, 2);
	add_pair(&table, 0, 1, 1, 2, 6);
	add_pair(&table, 0, 1, 2, 1, 5);
	ck_assert_int_eq(ladder_fit(&table, &options, &ladder, &err), -1);
	ck_assert_msg(strstr(err.text, "do not determine") != NULL, "%s",
		      err.text);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(teams_are_for_four)
{
	struct games_table table;
	struct ladder ladder;
	struct error err = {0};

	make_table(&table, 2);
	add_pair(&table, 0, 1, 1, 2, 1);
	games_table_set_result(&table, RESULT_TEAMS);
	ck_assert_int_eq(ladder_fit(&table, &ladder_defaults, &ladder, &err),
			 -1);
	ck_assert_ptr_nonnull(strstr(err.text, "game 1 has 2 seats"));
	ladder_release(&ladder);
	games_table_release(&table);
}

/* a and b drew, c beat both and never lost, d and f lost to a and beat a lower
   entrant, e never won. */
TEST(separated_entrants_are_marked_by_their_arcs)
{
	struct games_table table;
	struct ladder ladder;

	make_table(&table, 6);
	add_pair(&table, 0, 1, 1, 1, 9);
	add_pair(&table, 2, 0, 1, 2, 9);
	add_pair(&table, 2, 1, 1, 2, 9);
	add_pair(&table, 3, 0, 2, 1, 9);
	add_pair(&table, 5, 3, 1, 2, 9);
	add_pair(&table, 5, 0, 2, 1, 9);
	add_pair(&table, 4, 3, 2, 1, 9);
	fit_well(&table, &ladder_defaults, &ladder);
	ck_assert_int_eq(ladder.rows[0].mark, ' ');
	ck_assert_int_eq(ladder.rows[1].mark, ' ');
	ck_assert_int_eq(ladder.rows[2].mark, '>');
	ck_assert_int_eq(ladder.rows[3].mark, '~');
	ck_assert_int_eq(ladder.rows[4].mark, '<');
	ck_assert_int_eq(ladder.rows[5].mark, '~');
	ladder_release(&ladder);
	games_table_release(&table);
}

/* Each entrant lost to the next one, the last to the first. */
TEST(a_ring_of_5000_is_one_component_and_a_chain_is_none)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;

	options.top = 1;
	make_table(&table, 5000);
	for (int i = 0; i + 1 < 5000; i++)
		add_pair(&table, i, i + 1, 2, 1, 1);
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.rows[0].mark, '<');
	ck_assert_int_eq(ladder.rows[2500].mark, '~');
	ck_assert_int_eq(ladder.rows[4999].mark, '>');
	ladder_release(&ladder);
	add_pair(&table, 4999, 0, 2, 1, 1);
	fit_well(&table, &options, &ladder);
	for (int i = 0; i < 5000; i++)
		ck_assert_int_eq(ladder.rows[i].mark, ' ');
	ck_assert_int_eq(ladder.pool_count, 1);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(few_blocks_have_the_wider_t_interval)
{
	static const struct {
		int blocks;
		double factor;
	} rows[] = {
		{ 7, 1.959963984540054 },       /* thin */
		{ 8, 2.364624 }, { 29, 2.048407 },
		{ 30, 1.959963984540054 }, { 100, 1.959963984540054 }
	};
	struct games_table table;
	struct ladder ladder;

	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
		make_table(&table, 2);
		add_pair(&table, 0, 1, 1, 2, 3);
		add_pair(&table, 0, 1, 2, 1, rows[k].blocks - 3);
		fit_well(&table, &ladder_defaults, &ladder);
		ck_assert_double_le(fabs(ladder.rows[0].err95
					 - rows[k].factor * ladder.rows[0].se),
				    1e-9);
		ck_assert_int_eq(ladder.rows[0].thin, rows[k].blocks < 8);
		ladder_release(&ladder);
		games_table_release(&table);
	}
}

/* ### what is shown */

TEST(files_keep_any_name_and_the_table_stays_a_table)
{
	struct games_table table;
	struct ladder ladder;
	struct text text = {0};
	struct error err = {0};
	cJSON *tree;

	games_table_init(&table, NULL);
	games_table_entrant(&table, "a,\"b\"\nc", "");
	games_table_entrant(&table, "twin", "0123456789");
	games_table_entrant(&table, "twin", "abcdef0123");
	add_random(&table, 3, 60, 1);
	fit_well(&table, &ladder_defaults, &ladder);
	ladder_show_csv(&ladder, true, &text);
	ck_assert_ptr_nonnull(strstr(text_string(&text),
				     ",\"a,\"\"b\"\"\\u000ac\","));
	text_clear(&text);
	ladder_show_text(&ladder, LADDER_SHOW_BEST, 0, &text);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "a,\"b\"\\u000ac"));
	ck_assert_ptr_nonnull(strstr(text_string(&text), "twin@01234567"));
	ck_assert_ptr_nonnull(strstr(text_string(&text), "twin@abcdef01"));
	text_clear(&text);
	ladder_show_json(&ladder, "g", true, true, NULL, &text);
	ck_assert_msg(json_scan(text.bytes, text.length - 1, 8, JSON_FLOATS,
				&err) == 0, "%s", err.text);
	tree = json_parse(text.bytes, text.length - 1);
	ck_assert_int_eq(cJSON_GetArraySize(json_get(tree, "cov")), 3);
	ck_assert_int_eq(json_get(tree, "blocks")->valueint, 60);
	cJSON_Delete(tree);
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}
