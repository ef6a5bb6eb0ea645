/*
 * ladder_options_test.c - options change what they should and nothing else.
 */
#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"

UNIT_EACH(ladder_begin, ladder_end)

TEST(an_anchor_shifts_its_pool_and_no_error)
{
	const struct ladder_anchor anchor = { "c", 1500, 0 };
	struct ladder plain;

	make_table(5);
	add_random(4, 400, 3);
	fit_to(&plain);
	options.anchors = &anchor;
	options.anchor_count = 1;
	fit();
	ck_assert(ladder.rows[2].elo == 1500);
	ck_assert(ladder.rows[2].err_anchor == 0);
	for (int i = 0; i < 4; i++) {
		const struct ladder_row *row = &ladder.rows[i];

		ck_assert_double_le(fabs(row->elo - 1500 - plain.rows[i].elo +
					 plain.rows[2].elo), 1e-9);
		ck_assert(row->err95 == plain.rows[i].err95);
		ck_assert_double_le(fabs(row->err_anchor / 1.96 -
					 ladder_difference_se(&plain, i, 2)),
				    0.01);
	}
	ladder_release(&plain);
}

/* ### faults */

/* Ten matches of two; the first three have the fault. */
static void make_faulted(int games, struct games_fault fault)
{
	static const unsigned char ranks[] = { 1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2,
		1 };

	make_table(2);
	for (int match = 0; match < 10; match++)
		games_table_add_match(&table, (int[]){ 0, 1 }, 2, 2, games,
				      ranks, &fault, match < 3);
}

/* A forfeit decides all games that follow it, and a match without one is one in
   which a bot that forfeits had few faults; if boards with a fault are left
   out, the others still count as separate blocks. */
TEST(a_match_of_one_that_forfeits_is_one_block)
{
	make_faulted(6, (struct games_fault){ 6, 0, true });
	fit();
	ck_assert_int_eq(ladder.games, 60);
	ck_assert_int_eq(ladder.blocks, 10);
	ck_assert_int_eq(ladder.rows[0].blocks, 10);
	options.forfeits = FORFEITS_DROP;
	fit();
	ck_assert_int_eq(ladder.blocks, 3 * 2 + 7 * 3);
}

/* Results against one that forfeits vary by its matches, however many other
   blocks there are. */
TEST(few_matches_against_one_that_forfeits_are_few)
{
	const struct games_fault fault = { 4, 0, true };
	const unsigned char ranks[] = { 1, 2, 2, 1, 1, 2, 2, 1 };

	for (int few = 7; few < 9; few++) {
		const struct ladder_row *row;

		make_table(3);
		for (int n = 0; n < few; n++)
			games_table_add_match(&table, (int[]){ 0, 1 }, 2, 2, 4,
					      ranks, &fault, n == 3);
		for (int n = 0; n < 20; n++)
			games_table_add_match(&table, (int[]){ 1, 2 }, 2, 2, 4,
					      ranks, NULL, 0);
		fit();
		row = ladder.rows;
		ck_assert_int_eq(row[1].blocks, few + 40);
		ck_assert_int_eq(row[1].fewest, few);
		ck_assert_int_eq(row[2].fewest, 40);
		ck_assert(row[0].thin == (few == 7) && !row[1].thin);
		assert_near(row[1].err95 / row[1].se, few == 7 ? 2.446912 :
			    2.364624, 1e-6);
		assert_near(row[2].err95 / row[2].se, 1.959964, 1e-6);
	}
}

TEST(faulted_blocks_are_left_out_whole)
{
	make_faulted(4, (struct games_fault){ 2, 1, false });
	fit();
	ck_assert_int_eq(ladder.games, 40);
	ck_assert_int_eq(ladder.blocks, 20);
	options.forfeits = FORFEITS_SEPARATE;
	fit();
	ck_assert_int_eq(ladder.games, 34);
	ck_assert_int_eq(ladder.blocks, 17);
	ck_assert_int_eq(ladder.left_out, 6);
	ck_assert_int_eq(ladder.rows[1].games_all, 40);
	ck_assert_int_eq(ladder.rows[1].games_faulted, 3);
	show_text(0);
	assert_shown("6 games left out");
	assert_shown("0.075");
	/* The game that is left out may be the first of its match. */
	options.cluster = GAMES_CLUSTER_MATCH;
	fit();
	ck_assert_int_eq(ladder.blocks, 10);
}

/* ### equals */

/* Round robins of bots that play alike, so that only the last bits of sums
   differ.  The seat decides who wins, so both win one game of a block. */
static void make_alike(int entrants)
{
	make_table(entrants);
	for (int i = 0; i < entrants; i++)
		for (int j = i + 1; j < entrants; j++)
			for (int g = 0; g < 20; g++)
				add_two(g % 2 ? j : i, g % 2 ? i : j,
					g / 2 % 3 > 0, g % 2 ? 0 : ALONE);
}

TEST_FROM(equal_ratings_are_in_the_order_of_the_entrants, 2, 13)
{
	static const struct {
		double prior;
		const char *anchor;
	} fits[] = { { 2, NULL }, { 0, NULL }, { 2, "b" }, { 0.7, "c" } };

	make_alike(_i);
	for (size_t f = 0; f < sizeof fits / sizeof *fits; f++) {
		const struct ladder_anchor anchor = { fits[f].anchor, 1234.5,
			0 };

		options.prior = fits[f].prior;
		options.anchors = &anchor;
		options.anchor_count = _i > 2 && fits[f].anchor != NULL;
		fit();
		for (int k = 0; k < _i; k++) {
			ck_assert_int_eq(ladder.order[k], k);
			ck_assert_int_eq(ladder.rows[k].rank, k + 1);
			ck_assert(k == 0 || fabs(ladder_los(&ladder, k - 1, k)
						 - 0.5) <= 1e-7);
		}
	}
}

/* The same result in every block does not prove that all are equally good: the
   scatter has a floor. */
TEST_FROM(equals_may_have_any_rank, 2, 13)
{
	make_alike(_i);
	options.prior = 0;
	fit();
	for (int i = 0; i < _i; i++) {
		ck_assert_int_eq(ladder.rows[i].rank_lo, 1);
		ck_assert_int_eq(ladder.rows[i].rank_hi, _i);
		ck_assert_double_le(fabs(ladder.rows[i].best - 1.0 / _i), 0.03);
	}
}

TEST(a_table_that_grew_is_fitted_as_if_it_were_new)
{
	struct games_table grown;
	struct ladder first;

	make_table(8);
	add_random(8, 200, 9);
	fit();
	add_random(8, 200, 10);
	fit_to(&first);
	grown = take_table(8);
	add_random(8, 200, 9);
	add_random(8, 200, 10);
	fit();
	for (int i = 0; i < 8; i++) {
		ck_assert(first.rows[i].elo == ladder.rows[i].elo);
		ck_assert(first.rows[i].se == ladder.rows[i].se);
		ck_assert(first.rows[i].best == ladder.rows[i].best);
	}
	ladder_release(&first);
	games_table_release(&grown);
}
