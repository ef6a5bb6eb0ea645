/*
 * knockout_test.c - drawings, byes, ties and places of a knockout.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tests/support/results.h"
#include "tournaments/format/bracket.h"

enum { MOST = 130 };

/* ### drawings */

static const struct {
	int count, seats;
	const char *due;
} orders[] = {
	{ 1, 2, "1" },
	{ 2, 2, "1 2" },
	{ 4, 2, "1 4 2 3" },
	{ 16, 2, "1 16 8 9 4 13 5 12 2 15 7 10 3 14 6 11" },
	{ 3, 3, "1 2 3" },
	{ 9, 3, "1 6 7 2 5 8 3 4 9" },
	{ 4, 4, "1 2 3 4" },
	{ 16, 4, "1 8 9 16 2 7 10 15 3 6 11 14 4 5 12 13" },
};

TEST_EACH(a_drawing_keeps_the_best_apart, sizeof orders / sizeof *orders)
{
	int order[16];
	struct text text = {0};

	bracket_order(order, orders[_i].count, orders[_i].seats);
	for (int i = 0; i < orders[_i].count; i++)
		text_printf(&text, "%s%d", i > 0 ? " " : "", order[i]);
	ck_assert_str_eq(text_string(&text), orders[_i].due);
	text_release(&text);
}

/* Matches as ROUND.SLOT:ENTRANTS; the first one wins. */
static const struct {
	const char *format;
	int n, seats;
	const char *due, *places;
} cups[] = {
	{ "{\"type\": \"knockout\"}", 2, 2, "1.0:0-1", "1 2" },
	{ "{\"type\": \"knockout\"}", 3, 2, "1.1:1-2 2.0:0-1", "1 2 3" },
	{ "{\"type\": \"knockout\"}", 5, 2,
		"1.1:3-4 2.1:1-2 2.0:0-3 3.0:0-1", "1 2 3 3 5" },
	{ "{\"type\": \"knockout\"}", 8, 2,
		"1.0:0-7 1.1:3-4 1.2:1-6 1.3:2-5 2.0:0-3 2.1:1-2 3.0:0-1",
		"1 2 3 3 5 5 5 5" },
	{ "{\"type\": \"knockout\", \"third_place\": true}", 4, 2,
		"1.0:0-3 1.1:1-2 2.0:0-1 2.1:2-3", "1 2 3 4" },
	{ "{\"type\": \"knockout\", \"matches\": 2}", 3, 2,
		"1.1:1-2 1.1:1-2 2.0:0-1 2.0:0-1", "1 2 3" },
	{ "{\"type\": \"knockout\"}", 4, 4, "1.0:0-1-2-3", "1 2 2 2" },
	{ "{\"type\": \"knockout\"}", 7, 4,
		"1.3:3-4-5-6 2.0:0-1-2-3", "1 2 2 2 5 5 5" },
	{ "{\"type\": \"knockout\"}", 9, 3,
		"1.0:0-5-6 1.1:1-4-7 1.2:2-3-8 2.0:0-1-2",
		"1 2 2 4 4 4 4 4 4" },
};

static void first_wins(struct contest *contest)
{
	for (size_t i = 0; i < contest->past.count; i++) {
		struct fixture *fixture = &contest->past.list[i];

		fixture->decided = true;
		fixture->points[0] = GAME_POINTS;
	}
}

TEST_EACH(a_small_cup_has_the_due_matches_and_places,
	  sizeof cups / sizeof *cups)
{
	struct contest contest = contest_of(cups[_i].format, cups[_i].n,
					    cups[_i].seats,
					    cups[_i].seats == 2 ?
					    RESULT_RANKING : RESULT_WINNER);

	while (contest_advance(&contest))
		first_wins(&contest);
	contest_expect(&contest, cups[_i].due, cups[_i].places);
	contest_release(&contest);
}

/* ### ties */

/* Points of the two per match, in the order of the matches. */
static const struct {
	const char *format;
	int points[12][2];
	int count;              /* that are due */
	int winner, by_seed;
} ties[] = {
	{ "{\"type\": \"knockout\"}", { { 1, 0 } }, 1, 0, 0 },
	{ "{\"type\": \"knockout\"}", { { 1, 1 }, { 0, 1 } }, 2, 1, 0 },
	{ "{\"type\": \"knockout\", \"matches\": 2}",
		{ { 2, 1 }, { 1, 2 }, { 1, 1 }, { 2, 0 } }, 4, 0, 0 },
	{ "{\"type\": \"knockout\", \"matches\": 2}",
		{ { 0, 3 }, { 2, 0 } }, 2, 1, 0 },
	{ "{\"type\": \"knockout\"}", { { 0 } }, 11, 0, 1 },
	{ "{\"type\": \"knockout\", \"matches\": 2}", { { 0 } }, 12, 0, 1 },
	{ "{\"type\": \"knockout\"}", { [10] = { 0, 1 } }, 11, 1, 0 },
};

TEST_EACH(a_tie_goes_on_until_the_sums_differ_and_ten_matches_at_most,
	  sizeof ties / sizeof *ties)
{
	struct contest contest = contest_of(ties[_i].format, 2, 2,
					    RESULT_RANKING);
	int place[2], by_seed[2], count = 0;

	contest.boards = 9;
	contest.tie_boards = 2;
	while (contest_advance(&contest)) {
		for (size_t i = 0; i < contest.past.count; i++) {
			struct fixture *fixture = &contest.past.list[i];

			if (fixture->decided)
				continue;
			ck_assert_uint_eq(fixture->boards, count <
					  contest.matches ? 9 : 2);
			ck_assert_int_lt(count, 12);
			fixture->points[0] = ties[_i].points[count][0];
			fixture->points[1] = ties[_i].points[count++][1];
			fixture->decided = true;
		}
	}
	ck_assert_int_eq(count, ties[_i].count);
	contest.format->places(&contest, place);
	ck_assert_int_eq(place[ties[_i].winner], 1);
	bracket_by_seed(&contest, by_seed);
	ck_assert_int_eq(by_seed[ties[_i].winner], ties[_i].by_seed);
	ck_assert_int_eq(by_seed[!ties[_i].winner], 0);
	contest_release(&contest);
}

TEST(a_tie_keeps_nobody_else_waiting)
{
	struct contest contest = contest_of("{\"type\": \"knockout\"}", 8, 2,
					    RESULT_RANKING);
	struct text due = {0};

	ck_assert(contest_advance(&contest));
	first_wins(&contest);
	contest.past.list[1].points[1] = GAME_POINTS;
	ck_assert(contest_advance(&contest));
	for (size_t i = 4; i < contest.past.count; i++)
		fixture_add(&due, &contest.past.list[i]);
	ck_assert_str_eq(text_string(&due), "1.1:3-4 2.1:1-2");
	text_release(&due);
	contest_release(&contest);
}

/* ### any tournament */

/* Counts, by game points, the pairings that each entrant did not win. */
static int count_losses(const struct contest *contest, int *losses)
{
	static int64_t sum[16][MOST][MOST];
	int pairings = 0;

	memset(sum, 0, sizeof sum);
	memset(losses, 0, MOST * sizeof *losses);
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];

		for (int s = 0; s < fixture->seats; s++)
			sum[fixture->round][fixture->slot]
				[fixture->entrant[s]] +=
				fixture->points[s] + 1;
	}
	for (int round = 1; round < 16; round++) {
		for (int slot = 0; slot < MOST; slot++) {
			const int64_t *of = sum[round][slot];
			int best = 0;

			for (int i = 1; i < contest->entrants; i++)
				if (of[i] > of[best])
					best = i;
			pairings += of[best] > 0;
			for (int i = 0; i < contest->entrants; i++)
				losses[i] += i != best && of[i] > 0;
		}
	}
	return pairings;
}

static void check_places(const struct contest *contest, const int *losses)
{
	int place[MOST], first = 0;

	contest->format->places(contest, place);
	for (int i = 0; i < contest->entrants; i++) {
		int better = 0;

		for (int j = 0; j < contest->entrants; j++)
			better += place[j] < place[i];
		ck_assert_int_eq(place[i], better + 1);
		ck_assert_int_eq(losses[i], place[i] == 1 ? 0 : 1);
		first += place[i] == 1;
	}
	ck_assert_int_eq(first, 1);
}

/* _i is the number of seats. */
TEST_FROM(all_but_one_lose_once, 2, 6)
{
	for (int n = _i; n < MOST; n += _i - 1) {
		struct contest contest = contest_of(
			"{\"type\": \"knockout\", \"boards\": 3}", n, _i,
			_i == 2 ? RESULT_RANKING : RESULT_WINNER);
		int losses[MOST], pairings;

		contest.boards = 3;
		play_all(&contest, (uint64_t)n, 30);
		pairings = count_losses(&contest, losses);
		ck_assert_int_eq(pairings, (n - 1) / (_i - 1));
		check_places(&contest, losses);
		contest_release(&contest);
	}
}

TEST(the_order_in_which_matches_end_changes_nothing)
{
	static const char *const formats[] = {
		"{\"type\": \"knockout\", \"third_place\": true}",
		"{\"type\": \"double_knockout\"}",
		"{\"type\": \"swiss\", \"matches\": 2}"
	};
	struct random random = { 3 };

	for (int run = 0; run < 60; run++) {
		int n = 4 + run;
		struct contest a = contest_of(formats[run % 3], n, 2,
					      RESULT_RANKING);
		struct contest b = contest_of(formats[run % 3], n, 2,
					      RESULT_RANKING);

		play_all(&a, (uint64_t)run, 40);
		while (contest_advance(&b)) {
			int open;

			do {
				size_t at = 0;
				int which;

				open = 0;
				for (size_t i = 0; i < b.past.count; i++)
					open += !b.past.list[i].decided;
				which = random_below(&random, open);
				while (b.past.list[at].decided || which-- > 0)
					at++;
				decide_one(&b.past.list[at], (uint64_t)run,
					   40);
				if (open > 1)
					ck_assert(!contest_advance(&b));
			} while (open > 1);
		}
		fixtures_expect_same(&a.past, &b.past);
		contest_release(&a);
		contest_release(&b);
	}
}

TEST(places_so_far_put_the_losers_behind)
{
	struct contest contest = contest_of("{\"type\": \"knockout\"}", 4, 2,
					    RESULT_RANKING);
	int place[4];

	ck_assert(contest_advance(&contest));
	contest.format->places(&contest, place);
	for (int i = 0; i < 4; i++)
		ck_assert_int_eq(place[i], 1);
	contest.past.list[0].decided = true;
	contest.past.list[0].points[1] = GAME_POINTS;
	contest.format->places(&contest, place);
	ck_assert_int_eq(place[3], 1);
	ck_assert_int_eq(place[1], 2);
	ck_assert_int_eq(place[2], 2);
	ck_assert_int_eq(place[0], 4);
	contest_release(&contest);
}
