/*
 * ladder_options_test.c - options change what they should and nothing else;
 * ladders too large for a matrix.
 */
#include <math.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"

TEST(an_anchor_shifts_its_pool_and_no_error)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder plain, ladder;

	make_table(&table, 5);
	add_random(&table, 4, 400, 3);
	fit_well(&table, &options, &plain);
	options.anchor = "c";
	options.anchor_elo = 1500;
	fit_well(&table, &options, &ladder);
	ck_assert(ladder.rows[2].elo == 1500);
	ck_assert(ladder.rows[2].err_anchor == 0);
	for (int i = 0; i < 4; i++) {
		ck_assert_double_le(fabs(ladder.rows[i].elo - 1500
					 - plain.rows[i].elo
					 + plain.rows[2].elo), 1e-9);
		ck_assert(ladder.rows[i].err95 == plain.rows[i].err95);
		ck_assert_double_le(fabs(ladder.rows[i].err_anchor / 1.96
				- ladder_difference_se(&plain, i, 2)), 0.01);
	}
	ladder_release(&plain);
	ladder_release(&ladder);
	games_table_release(&table);
}

/* A forfeit decides all games that follow it; if boards with a fault are left
   out, the others still count as separate blocks. */
TEST(a_match_with_a_forfeit_is_one_block)
{
	const int entrant[] = { 0, 1 };
	const unsigned char ranks[] = { 1, 2, 1, 2, 2, 1, 2, 1, 1, 2, 2, 1 };
	const struct games_fault fault = { 6, 0, true };
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct error err;

	make_table(&table, 2);
	for (int match = 0; match < 10; match++)
		games_table_add_match(&table, entrant, 2, 2, 6, ranks, &fault,
				      match < 3, &err);
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.games, 60);
	ck_assert_int_eq(ladder.blocks, 3 + 7 * 3);
	ck_assert_int_eq(ladder.rows[0].blocks, 3 + 7 * 3);
	ladder_release(&ladder);
	options.forfeits = FORFEITS_DROP;
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.blocks, 3 * 2 + 7 * 3);
	ladder_release(&ladder);
	games_table_release(&table);
}

TEST(faulted_blocks_are_left_out_whole)
{
	const int entrant[] = { 0, 1 };
	const unsigned char ranks[] = { 1, 2, 1, 2, 2, 1, 2, 1 };
	const struct games_fault fault = { 2, 1, false };
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct error err;
	struct text text = {0};

	make_table(&table, 2);
	for (int match = 0; match < 10; match++)
		games_table_add_match(&table, entrant, 2, 2, 4, ranks, &fault,
				      match < 3, &err);
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.games, 40);
	ck_assert_int_eq(ladder.blocks, 20);
	ladder_release(&ladder);
	options.forfeits = FORFEITS_SEPARATE;
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.games, 34);
	ck_assert_int_eq(ladder.blocks, 17);
	ck_assert_int_eq(ladder.left_out, 6);
	ck_assert_int_eq(ladder.rows[1].games_all, 40);
	ck_assert_int_eq(ladder.rows[1].games_faulted, 3);
	ladder_show_heading(&ladder, NULL, &text);
	ladder_show_text(&ladder, 0, 0, &text);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "6 games left out"));
	ck_assert_ptr_nonnull(strstr(text_string(&text), "0.075"));
	ladder_release(&ladder);
	/* The game that is left out may be the first of its match. */
	options.cluster = GAMES_CLUSTER_MATCH;
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.blocks, 10);
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}

/* Round robins of bots that play alike, so that only the last bits of sums
   differ.  The seat decides who wins, so both win one game of a block. */
static void make_alike(struct games_table *table, int entrants)
{
	make_table(table, entrants);
	for (int i = 0; i < entrants; i++)
		for (int j = i + 1; j < entrants; j++)
			for (int g = 0; g < 20; g++) {
				const int seated[] = { g % 2 ? j : i,
						       g % 2 ? i : j };

				games_table_add_game(table, seated,
					g / 2 % 3 ? (const long []){ 1, 2 } :
					(const long []){ 2, 1 }, 2, g % 2 ? 0 :
					GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
			}
}

TEST(equal_ratings_are_in_the_order_of_the_entrants)
{
	static const struct {
		double prior;
		const char *anchor;
	} fits[] = { { 2, NULL }, { 0, NULL }, { 2, "b" }, { 0.7, "c" } };

	for (int entrants = 2; entrants < 13; entrants++)
		for (size_t f = 0; f < sizeof fits / sizeof *fits; f++) {
			struct ladder_options options = ladder_defaults;
			struct games_table table;
			struct ladder ladder;

			options.prior = fits[f].prior;
			options.anchor = entrants > 2 ? fits[f].anchor : NULL;
			options.anchor_elo = 1234.5;
			make_alike(&table, entrants);
			fit_well(&table, &options, &ladder);
			for (int k = 0; k < entrants; k++) {
				ck_assert_int_eq(ladder.order[k], k);
				ck_assert_int_eq(ladder.rows[k].rank, k + 1);
			}
			for (int k = 1; k < entrants; k++)
				ck_assert_double_le(fabs(ladder_los(&ladder,
						k - 1, k) - 0.5), 1e-7);
			ladder_release(&ladder);
			games_table_release(&table);
		}
}

/* The same result in every block does not prove that all are equally good: the
   scatter has a floor. */
TEST(equals_may_have_any_rank)
{
	struct ladder_options options = ladder_defaults;

	options.prior = 0;
	for (int entrants = 2; entrants < 13; entrants++)
		for (int turn = 0; turn < 2; turn++) {
			struct games_table table;
			struct ladder ladder;

			options.simultaneous = turn == 1;
			make_alike(&table, entrants);
			fit_well(&table, &options, &ladder);
			for (int i = 0; i < entrants; i++) {
				ck_assert_int_eq(ladder.rows[i].rank_lo, 1);
				ck_assert_int_eq(ladder.rows[i].rank_hi,
						 entrants);
				ck_assert_double_le(fabs(ladder.rows[i].best -
					1.0 / entrants), 0.03);
			}
			ladder_release(&ladder);
			games_table_release(&table);
		}
}

TEST(a_table_that_grew_is_fitted_as_if_it_were_new)
{
	struct games_table grown, whole;
	struct ladder first, second;

	make_table(&grown, 8);
	add_random(&grown, 8, 200, 9);
	fit_well(&grown, &ladder_defaults, &first);
	ladder_release(&first);
	add_random(&grown, 8, 200, 10);
	fit_well(&grown, &ladder_defaults, &first);
	make_table(&whole, 8);
	add_random(&whole, 8, 200, 9);
	add_random(&whole, 8, 200, 10);
	fit_well(&whole, &ladder_defaults, &second);
	for (int i = 0; i < 8; i++) {
		ck_assert(first.rows[i].elo == second.rows[i].elo);
		ck_assert(first.rows[i].se == second.rows[i].se);
		ck_assert(first.rows[i].best == second.rows[i].best);
	}
	ladder_release(&first);
	ladder_release(&second);
	games_table_release(&grown);
	games_table_release(&whole);
}

TEST(simultaneous_intervals_are_wider_and_for_few)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder plain, ladder;
	struct error err = {0};

	make_table(&table, 201);
	add_random(&table, 30, 3000, 4);
	fit_well(&table, &options, &plain);
	options.simultaneous = true;
	fit_well(&table, &options, &ladder);
	for (int i = 0; i < 30; i++) {
		ck_assert_int_le(ladder.rows[i].rank_lo,
				 plain.rows[i].rank_lo);
		ck_assert_int_ge(ladder.rows[i].rank_hi,
				 plain.rows[i].rank_hi);
		ck_assert_int_le(plain.rows[i].rank_lo, plain.rows[i].rank);
		ck_assert_int_ge(plain.rows[i].rank_hi, plain.rows[i].rank);
	}
	ladder_release(&ladder);
	ladder_release(&plain);
	add_random(&table, 201, 3000, 4);
	ck_assert_int_eq(ladder_fit(&table, &options, &ladder, &err), -1);
	ck_assert_ptr_nonnull(strstr(err.text, "200"));
	ladder_release(&ladder);
	games_table_release(&table);
}

/* ### beyond a matrix */

/* Thousands of entrants without games make the matrix too large. */
TEST(conjugate_gradients_give_the_same_ladder)
{
	struct ladder_options options = ladder_defaults;
	struct games_table few, many;
	struct ladder dense, sparse;

	options.anchor = "b";
	for (int flat = 0; flat < 2; flat++) {
		options.prior = flat ? 0 : 2;
		make_table(&few, 12);
		make_table(&many, 3005);
		for (int k = 0; k < 2; k++) {
			add_random(k ? &many : &few, 12, 600, 21);
			/* An entrant in two seats of a game, and a thin one. */
			for (int g = 0; g < 20; g++)
				games_table_add_game(k ? &many : &few,
						     (const int []){ 4, g % 4,
								     4 },
						     (const long []){
							1 + g % 3, 2,
							1 + (g + 1) % 3 },
						     3, GAMES_NEW_BLOCK);
			add_pair(k ? &many : &few, 11, 0, 1, 2, 1);
			add_pair(k ? &many : &few, 11, 0, 2, 1, 1);
		}
		fit_well(&few, &options, &dense);
		fit_well(&many, &options, &sparse);
		ck_assert(dense.dense && !sparse.dense);
		for (int i = 0; i < 12; i++) {
			const struct ladder_row *a = &dense.rows[i];
			const struct ladder_row *b = &sparse.rows[i];

			ck_assert_double_le(fabs(a->elo - b->elo), 1e-5);
			ck_assert_double_le(fabs(a->se - b->se), 1e-5);
			ck_assert_double_le(fabs(a->se_naive - b->se_naive),
					    1e-5);
			ck_assert_double_le(fabs(a->err_anchor
						 - b->err_anchor), 1e-5);
			ck_assert_int_eq(b->rank_lo, 0);
		}
		ck_assert_double_le(fabs(dense.kinds[0].h_se[0]
					 - sparse.kinds[0].h_se[0]), 1e-5);
		ck_assert_double_le(fabs(dense.kinds[0].delta_se[0]
					 - sparse.kinds[0].delta_se[0]), 1e-7);
		ladder_release(&dense);
		ladder_release(&sparse);
		games_table_release(&few);
		games_table_release(&many);
	}
}

TEST(five_thousand_entrants_have_a_ladder)
{
	struct ladder_options options = ladder_defaults;
	struct games_table table;
	struct ladder ladder;
	struct text text = {0};

	options.top = 5;
	make_table(&table, 5000);
	add_random(&table, 5000, 40000, 30);
	fit_well(&table, &options, &ladder);
	ck_assert_int_eq(ladder.parameters, 5002);
	ck_assert(!isnan(ladder.rows[ladder.order[4]].err95));
	ck_assert(isnan(ladder.rows[ladder.order[5]].err95));
	ladder_show_heading(&ladder, NULL, &text);
	ladder_show_text(&ladder, LADDER_SHOW_BEST, 0, &text);
	ladder_show_json(&ladder, NULL, true, true, NULL, &text);
	ck_assert_ptr_nonnull(strstr(text_string(&text), "errors for the 5 "
				     "best"));
	ladder_release(&ladder);
	games_table_release(&table);
	text_release(&text);
}
