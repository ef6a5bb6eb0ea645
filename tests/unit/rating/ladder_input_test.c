/*
 * ladder_input_test.c - the ladder of odd, hostile, large and shuffled input,
 * and who has played more often in one seat than in another.
 * tests/cases/ladder.txt has odd names and single games.
 */
#include "tests/support/ladder_games.h"
#include "tests/support/rows.h"
#include "tournaments/rating/games_table.h"

UNIT_EACH(ladder_begin, ladder_end)

/* ### shuffled */

enum { LINES = 300 };

static void swap(int *a, int *b)
{
	int kept = *a;

	*a = *b;
	*b = kept;
}

/* Two or three entrants, without a block or in one of several games. */
static void add_line(int i, struct random *random, struct text *line)
{
	int a = random_below(random, 9);
	int b = (a + 1 + random_below(random, 8)) % 9;
	int rank = 1 + random_below(random, 3);

	if (i % 3 > 0)
		text_printf(line, "%c%d", i % 3 == 1 ? 'b' : 'c', i / 12);
	text_printf(line, ",x%d|x%d", a, b);
	if (i % 3 == 2)
		text_printf(line, "|x%d,%d|2|3\n", (a + b + 1) % 9, rank);
	else
		text_printf(line, ",%d|2\n", rank);
}

/* Everything that can be shown of the ladder of these lines. */
static void show_all(struct text *lines, const int *order,
		     struct text *shown)
{
	struct text csv = {0};
	struct error err = {0};

	text_add(&csv, "block,entrants,ranks\n");
	for (int i = 0; i < LINES; i++)
		text_add(&csv, text_string(&lines[order[i]]));
	ck_assert_msg(read_csv(csv.bytes, csv.length, &err) == 0, "%s",
		      err.text);
	text_release(&csv);
	fit();
	text_clear(shown);
	ladder_show_heading(&ladder, "game", shown);
	ladder_show_text(&ladder, LADDER_SHOW_BEST, 0, shown);
	ladder_show_csv(&ladder, true, shown);
	ladder_show_json(&ladder, "game", true, NULL, shown);
	ladder_show_los(&ladder, shown);
	text_append(shown, (const char *)ladder.covariance,
		    sizeof *ladder.covariance *
		    (size_t)(ladder.parameters * ladder.parameters));
}

TEST(the_order_of_the_lines_does_not_show_in_any_byte)
{
	struct text lines[LINES] = {{0}}, first = {0};
	struct random random = { 5 };
	int order[LINES];

	for (int i = 0; i < LINES; i++) {
		order[i] = i;
		add_line(i, &random, &lines[i]);
	}
	show_all(lines, order, &first);
	for (int round = 0; round < 5; round++) {
		for (int i = LINES - 1; i > 0; i--)
			swap(&order[i], &order[random_below(&random, i + 1)]);
		show_all(lines, order, &out);
		ck_assert_uint_eq(first.length, out.length);
		ck_assert(memcmp(first.bytes, out.bytes, out.length) == 0);
	}
	text_release(&first);
	for (int i = 0; i < LINES; i++)
		text_release(&lines[i]);
}

/* ### odd tables */

TEST(no_games_are_a_ladder_of_nobody)
{
	make_table(2);
	fit();
	show_text(0);
	ck_assert_str_eq(text_string(&out), "no games; prior 2, scale score, "
			 "cluster block, forfeits loss\n"
			 "not rated, no games: a, b\n\n"
			 "0 games, 0 blocks; 1 logit = 173.7 Elo\n");
	make_table(0);
	fit();
	ladder_show_json(&ladder, NULL, false, NULL, &out);
}

TEST(who_shares_a_name_is_told_apart_and_options_are_named)
{
	make_table(0);
	games_table_entrant(&table, "twin", "0123456789");
	games_table_entrant(&table, "twin", "abcdef0123");
	games_table_entrant(&table, "new", "");
	add_games("12a>b 8a<b");
	options.prior = 0;
	options.seat_effects = false;
	fit();
	show_text(0);
	assert_shown("; prior none, scale score, ");
	assert_shown("\nnot rated, no games: new\n");
	assert_shown("twin@01234567");
	assert_shown("twin@abcdef01");
}

TEST_ROWS(what_has_no_ladder_is_refused, "rating/games.txt", "entrants, games, "
	  "prior, anchor, seat effects, result, why there is no ladder")
{
	const struct ladder_anchor anchor = { row->text[3], 0, 0 };

	make_table(row_int(row, 0));
	add_games(row->text[1]);
	games_table_set_result(&table, (enum result)row_word(row, 5,
			       game_result_words));
	options = (struct ladder_options){ .prior = row_real(row, 2),
		.anchors = &anchor, .anchor_count = row->text[3] != NULL,
		.confidence = 95, .seat_effects = row_int(row, 4) };
	assert_refused(row->text[6]);
}

/* a and b drew, c beat both and never lost, d and f lost to a and beat a lower
   entrant, e never won. */
TEST(separated_entrants_are_marked_by_their_arcs)
{
	make_table(6);
	add_games("9a=b 9c>a 9c>b 9d<a 9f>d 9f<a 9e<d");
	fit();
	for (int i = 0; i < 6; i++)
		ck_assert_int_eq(ladder.rows[i].mark, "  >~<~"[i]);
}

/* Each entrant lost to the next one, the last to the first. */
TEST(a_ring_of_600_is_one_component_and_a_chain_is_none)
{
	options.ranks = false;
	make_table(600);
	for (int i = 0; i + 1 < 600; i++)
		add_pair(i, i + 1, 2, 1, 1);
	fit();
	ck_assert_int_eq(ladder.rows[0].mark, '<');
	ck_assert_int_eq(ladder.rows[300].mark, '~');
	ck_assert_int_eq(ladder.rows[599].mark, '>');
	add_pair(599, 0, 2, 1, 1);
	fit();
	for (int i = 0; i < 600; i++)
		ck_assert_int_eq(ladder.rows[i].mark, ' ');
	ck_assert_int_eq(ladder.pool_count, 1);
}

TEST_ROWS(few_blocks_have_the_wider_t_interval, "rating/games.txt",
	  "blocks, of which b wins 3, the factor of the 95% error")
{
	make_table(2);
	add_pair(0, 1, 1, 2, 3);
	add_pair(0, 1, 2, 1, row_int(row, 0) - 3);
	fit();
	ck_assert_double_le(fabs(ladder.rows[0].err95 - row_real(row, 1) *
				 ladder.rows[0].se), 1e-9);
	ck_assert_int_eq(ladder.rows[0].thin, row_int(row, 0) < 8);
}

/* ### seats */

/* Of the worst: the entrant, its seat and its games there and in all seats;
   entrant -1: seats are level. */
TEST_ROWS(the_widest_difference_of_seats_is_named, "rating/games.txt",
	  "games of two, games of three as their seats, who is most uneven and "
	  "where")
{
	double worst[4];
	struct seat_counts found;

	make_table(4);
	add_games(row->text[0]);
	for (const char *who = row->text[1]; *who != '\0';
	     who += 3 + (who[3] == ' '))
		games_table_add_game(&table, (int[]){ who[0] - 'a',
				     who[1] - 'a', who[2] - 'a' },
				     (long[]){ 1, 2, 3 }, 3, GAMES_NEW_BLOCK);
	row_list(row, 2, worst, 4);
	ck_assert_int_eq(seat_counts_uneven(&table, &found), worst[0] >= 0);
	text_clear(&out);
	ladder_label_uneven_seats(&table, &out);
	ck_assert_str_eq(text_string(&out), row->text[3]);
	ck_assert(worst[0] < 0 || (found.entrant == worst[0] &&
				   found.seat == worst[1] &&
				   found.games == worst[2] &&
				   found.games_all == worst[3]));
}
