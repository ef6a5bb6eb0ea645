/*
 * luck_seats_test.c - the errors of the luck-adjusted ladder if strength and
 * seat cannot be told apart.  Prints how often 95% intervals contain the truth.
 */
#include <math.h>
#include <stdio.h>

#include "tests/unit/unit.h"
#include "tests/support/ladder_games.h"
#include "tests/support/luck_games.h"

enum { ENTRANTS_MAX_HERE = 4, LADDERS = 500 };

/* True strengths in logits; of any first two and of all four the mean is 0. */
static const double strength[] = { 0.2, -0.2, 0.1, -0.1 };

/* Who sits first in a block, and who sits last. */
struct meeting {
	int first, second;
};

static const struct {
	const char *name;
	int entrants, rotations, blocks;        /* of a meeting */
	int swapped;            /* further blocks the other way round */
	struct meeting meetings[6];
	bool open;              /* seats and strengths are confounded */
} cases[] = {
	{ "two, one from the same seat each time", 2, 1, 60, 0,
	  { { 0, 1 } }, true },
	{ "two, both seats", 2, 2, 30, 0, { { 0, 1 } }, false },
	{ "two, two of 60 games from the other seat", 2, 1, 58, 2,
	  { { 0, 1 } }, true },
	{ "two, four of 60 games from the other seat", 2, 1, 56, 4,
	  { { 0, 1 } }, false },
	{ "two, eight of 60 games from the other seat", 2, 1, 52, 8,
	  { { 0, 1 } }, false },
	{ "four, two of them always first", 4, 1, 30, 0,
	  { { 0, 1 }, { 0, 3 }, { 2, 1 }, { 2, 3 } }, true },
	{ "four, a seat each by turns", 4, 1, 30, 0,
	  { { 0, 1 }, { 1, 2 }, { 2, 3 }, { 3, 0 }, { 0, 2 }, { 1, 3 } },
	  false },
	{ "four, both seats", 4, 2, 20, 0,
	  { { 0, 1 }, { 0, 2 }, { 0, 3 }, { 1, 2 }, { 1, 3 }, { 2, 3 } },
	  false },
};

enum { CASES = sizeof cases / sizeof *cases };

static void play(struct games_table *table, struct luck_games *games, int c)
{
	make_table(table, cases[c].entrants);
	for (int m = 0; m < 6; m++) {
		struct meeting meeting = cases[c].meetings[m];

		for (int b = 0; meeting.first != meeting.second &&
		     b < cases[c].blocks + cases[c].swapped; b++)
			luck_games_block(games, table, strength,
					 b < cases[c].blocks ?
					 (int[]){ meeting.first,
						  meeting.second } :
					 (int[]){ meeting.second,
						  meeting.first }, 2);
	}
}

/* The first seat is worth 80 Elo. */
TEST_EACH(an_interval_holds_the_truth_from_any_seat, CASES)
{
	struct luck_games games = { .random = { 41 + (uint64_t)_i },
		.rest = 0.05, .mistakes = 0.3, .size = 0.1, .first = 0.46,
		.rotations = cases[_i].rotations };
	struct ladder_options options = ladder_defaults;
	int entrants = cases[_i].entrants, covered = 0;
	double se = 0, off = 0, share;

	options.ranks = false;
	options.luck = true;
	options.luck_beta = 1000000;
	for (int t = 0; t < LADDERS; t++) {
		struct games_table table;
		struct ladder ladder;

		play(&table, &games, _i);
		fit_well(&table, &options, &ladder);
		for (int i = 0; i < entrants; i++) {
			double wrong = ladder.rows[i].elo -
				EXACT_MATH_ELO_PER_LOGIT * strength[i];

			covered += fabs(wrong) <= ladder.rows[i].err95;
			se += ladder.rows[i].se / (LADDERS * entrants);
			off += wrong * wrong / (LADDERS * entrants);
		}
		ladder_release(&ladder);
		games_table_release(&table);
	}
	share = (double)covered / (LADDERS * entrants);
	printf("%s: coverage %.3f, se %.1f, off by %.1f\n", cases[_i].name,
	       share, se, sqrt(off));
	ck_assert_msg(share >= 0.92, "%s: %.1f%%", cases[_i].name,
		      100 * share);
	/* Otherwise the errors must not be too large either. */
	ck_assert(cases[_i].open || share <= 0.985);
}

/* ### figures by hand */

static struct games_table table;
static struct ladder ladder;

static void fit(bool seat_effects)
{
	struct ladder_options options = ladder_defaults;

	options.ranks = false;
	options.luck = true;
	options.luck_beta = 1000000;
	options.seat_effects = seat_effects;
	fit_well(&table, &options, &ladder);
}

static void release(void)
{
	ladder_release(&ladder);
	games_table_release(&table);
}

/* Single games whose results are all due to luck. */
static void play_even(int a, int b, int games)
{
	for (int g = 0; g < games; g++) {
		int luck = g % 2 == 0 ? 500000 : -500000;

		games_table_add_game(&table, (int[]){ a, b }, (long[]){
				     1 + g % 2, 2 - g % 2 }, 2,
				     GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
		games_table_add_luck(&table, (int32_t[]){ luck, -luck });
	}
}

static void assert_se(int entrant, double variance)
{
	double due = EXACT_MATH_ELO_PER_LOGIT * sqrt(variance);

	ck_assert_msg(fabs(ladder.rows[entrant].se - due) < 0.001,
		      "%.9g, expected %.9g", ladder.rows[entrant].se, due);
}

static void assert_error(int entrant, double variance)
{
	assert_se(entrant, variance);
	ck_assert_int_eq(ladder.rows[entrant].held, variance > 0);
}

/*
 * The games determine nothing in the direction (1, -1, -2) / sqrt(6), in which
 * the prior has its variance of 4, and leave no error in the others.
 */
TEST(the_prior_is_in_what_games_leave_open)
{
	make_table(&table, 2);
	play_even(0, 1, 40);
	fit(true);
	assert_error(0, 4.0 / 6);
	assert_error(1, 4.0 / 6);
	ck_assert(fabs(ladder_difference_se(&ladder, 0, 1) -
		       2 * ladder.rows[0].se) < 0.001);
	ladder_release(&ladder);
	/* Without seat effects nothing is open. */
	fit(false);
	assert_error(0, 0);
	release();
}

/* Games of a and its partner against b and its partner, seats swapped. */
static void play_partners(int a, int b, int games)
{
	for (int g = 0; g < games; g++) {
		int32_t luck = g / 2 % 2 == g % 2 ? 250000 : -250000;
		int first = g % 2 ? b : a, second = g % 2 ? a : b;

		games_table_add_game(&table, (int[]){ first, second, first + 1,
				     second + 1 }, luck > 0 ?
				     (long[]){ 1, 2, 1, 2 } :
				     (long[]){ 2, 1, 2, 1 }, 4,
				     GAMES_NEW_BLOCK | GAMES_NEW_MATCH);
		games_table_add_luck(&table, (int32_t[]){ luck, -luck, luck,
				     -luck });
	}
}

/* Which of two partners is stronger is open: (1, -1) / sqrt(2). */
TEST(nobody_knows_who_of_two_partners_is_strong)
{
	make_table(&table, 4);
	games_table_set_result(&table, RESULT_TEAMS);
	play_partners(0, 2, 40);
	fit(true);
	for (int i = 0; i < 4; i++)
		assert_error(i, 4.0 / 2);
	release();
}

/* An entrant with few games is not in the table, and does not make those of
   the others less certain. */
TEST(a_thin_entrant_leaves_the_others_alone)
{
	make_table(&table, 3);
	for (int g = 0; g < 20; g++) {
		play_even(0, 1, 2);
		play_even(1, 0, 2);
	}
	play_even(2, 0, 2);
	fit(true);
	ck_assert(ladder.rows[2].thin);
	assert_error(0, 0);
	assert_error(1, 0);
	release();
}

/*
 * Twelve pairs of partners have twelve open directions: more than are counted,
 * so that all of the prior is in the errors.
 */
TEST(many_open_directions_have_all_of_the_prior)
{
	enum { MANY = 24 };

	make_table(&table, MANY);
	games_table_set_result(&table, RESULT_TEAMS);
	for (int a = 0; a < MANY; a += 2)
		for (int b = 0; b < a; b += 2)
			play_partners(a, b, 8);
	fit(true);
	for (int i = 0; i < MANY; i++)
		ck_assert_msg(ladder.rows[i].se > EXACT_MATH_ELO_PER_LOGIT *
			      sqrt(4.0 / 2), "%d: %g", i, ladder.rows[i].se);
	release();
}

/* Adjusted for luck, the score is more than all points: only the prior limits
   the rating. */
TEST(a_score_above_all_wins_is_held_by_the_prior)
{
	make_table(&table, 2);
	play_even(0, 1, 20);
	play_even(1, 0, 20);
	for (size_t place = 0; place < table.place_count; place++)
		table.luck[place] += table.seated[place] == 0 ? -600000 :
			600000;
	fit(true);
	ck_assert(ladder.rows[0].held && ladder.rows[1].held);
	ck_assert(ladder.rows[0].elo > 1000 && ladder.rows[0].se > 200);
	release();
}

/* Without a matrix: (1, -1, 1, -1, .., -2) / sqrt(entrants + 4). */
TEST(very_many_entrants_are_no_exception)
{
	enum { MANY = 3010 };

	make_table(&table, MANY);
	/* Every entrant meets 20 others, far and near. */
	for (int i = 0; i < MANY; i += 2)
		for (int k = 0; k < 20; k++)
			play_even(i, (i + 2 * k * k * k) % MANY + 1, 2);
	fit(true);
	ck_assert(!ladder.dense);
	assert_se(0, 4.0 / (MANY + 4));
	release();
}
