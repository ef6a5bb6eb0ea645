/*
 * brackets_test.c - drawings, byes, ties and places of a knockout; entrants of
 * a double knockout are out after two losses, and not before.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tournaments/format/bracket.h"

UNIT_EACH(NULL, cup_end)

enum { MOST = 130, ROUNDS_MOST = 16 };

#define KO "{'type':'knockout'}"
#define DOUBLE "{'type':'double_knockout'}"
#define SINGLE_FINAL "{'type':'double_knockout','reset':false}"

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

/* Matches as ROUND.SLOT:ENTRANTS; the first one wins, but in those of `lost`
   the second one. */
static const struct {
	const char *format;
	int n, seats;
	const char *lost, *due, *places;
} cups[] = {
	{ KO, 2, 2, "", "1.0:0-1", "1 2" },
	{ KO, 3, 2, "", "1.1:1-2 2.0:0-1", "1 2 3" },
	{ KO, 5, 2, "", "1.1:3-4 2.1:1-2 2.0:0-3 3.0:0-1", "1 2 3 3 5" },
	{ KO, 8, 2, "",
	  "1.0:0-7 1.1:3-4 1.2:1-6 1.3:2-5 2.0:0-3 2.1:1-2 3.0:0-1",
	  "1 2 3 3 5 5 5 5" },
	{ "{'type':'knockout','third_place':true}", 4, 2, "",
	  "1.0:0-3 1.1:1-2 2.0:0-1 2.1:2-3", "1 2 3 4" },
	{ "{'type':'knockout','matches':2}", 3, 2, "",
	  "1.1:1-2 1.1:1-2 2.0:0-1 2.0:0-1", "1 2 3" },
	{ KO, 4, 4, "", "1.0:0-1-2-3", "1 2 2 2" },
	{ KO, 7, 4, "", "1.3:3-4-5-6 2.0:0-1-2-3", "1 2 2 2 5 5 5" },
	{ KO, 9, 3, "", "1.0:0-5-6 1.1:1-4-7 1.2:2-3-8 2.0:0-1-2",
	  "1 2 2 4 4 4 4 4 4" },
	{ DOUBLE, 2, 2, "", "1.0:0-1 2.0:0-1", "1 2" },
	{ DOUBLE, 2, 2, " 2 ", "1.0:0-1 2.0:0-1 3.0:0-1", "1 2" },
	{ DOUBLE, 2, 2, " 2 3 ", "1.0:0-1 2.0:0-1 3.0:0-1", "2 1" },
	{ SINGLE_FINAL, 2, 2, " 2 ", "1.0:0-1 2.0:0-1", "2 1" },
	{ DOUBLE, 3, 2, "", "1.1:1-2 2.0:0-1 3.0:1-2 4.0:0-1", "1 2 3" },
	{ DOUBLE, 4, 2, "", "1.0:0-3 1.1:1-2 2.0:0-1 2.1:2-3 3.0:1-2 4.0:0-1",
	  "1 2 3 4" },
	{ DOUBLE, 8, 2, "", "1.0:0-7 1.1:3-4 1.2:1-6 1.3:2-5 "
	  "2.0:0-3 2.1:1-2 2.2:4-7 2.3:5-6 "
	  "3.0:2-4 3.1:3-5 4.0:0-1 4.1:2-3 5.0:1-2 6.0:0-1",
	  "1 2 3 4 5 5 7 7" },
	/* 1 loses in winners' round 1 and comes back to win it all. */
	{ DOUBLE, 4, 2, " 2 6 7 ",
	  "1.0:0-3 1.1:1-2 2.0:0-2 2.1:1-3 3.0:1-2 4.0:0-1 5.0:0-1",
	  "2 1 3 4" },
};

TEST_EACH(a_small_cup_has_the_due_matches_and_places,
	  sizeof cups / sizeof *cups)
{
	cup_plain(cups[_i].format, cups[_i].n, cups[_i].seats);
	while (contest_advance(&cup))
		first_wins(&cup, cups[_i].lost);
	cup_expect(0, cups[_i].due);
	cup_expect_places(cups[_i].places);
}

/* ### ties */

/* Points of the two per match, in the order of the matches. */
static const struct {
	const char *format;
	int points[12][2];
	int count;              /* that are due */
	int winner, by_seed;
} ties[] = {
	{ KO, { { 1, 0 } }, 1, 0, 0 },
	{ KO, { { 1, 1 }, { 0, 1 } }, 2, 1, 0 },
	{ "{'type':'knockout','matches':2}",
	  { { 2, 1 }, { 1, 2 }, { 1, 1 }, { 2, 0 } }, 4, 0, 0 },
	{ "{'type':'knockout','matches':2}",
	  { { 0, 3 }, { 2, 0 } }, 2, 1, 0 },
	{ KO, { { 0 } }, 11, 0, 1 },
	{ "{'type':'knockout','matches':2}", { { 0 } }, 12, 0, 1 },
	{ KO, { [10] = { 0, 1 } }, 11, 1, 0 },
};

TEST_EACH(a_tie_goes_on_until_the_sums_differ_and_ten_matches_at_most,
	  sizeof ties / sizeof *ties)
{
	int place[2], by_seed[2], count = 0;

	cup_plain(ties[_i].format, 2, 2);
	cup.boards = 9;
	cup.tie_boards = 2;
	while (contest_advance(&cup)) {
		for (size_t i = 0; i < cup.past.count; i++) {
			struct fixture *fixture = &cup.past.list[i];

			if (fixture->decided)
				continue;
			ck_assert_uint_eq(fixture->boards, count <
					  cup.matches ? 9 : 2);
			ck_assert_int_lt(count, 12);
			fixture->points[0] = ties[_i].points[count][0];
			fixture->points[1] = ties[_i].points[count++][1];
			fixture->decided = true;
		}
	}
	ck_assert_int_eq(count, ties[_i].count);
	cup.format->places(&cup, place);
	ck_assert_int_eq(place[ties[_i].winner], 1);
	bracket_by_seed(&cup, by_seed);
	ck_assert_int_eq(by_seed[ties[_i].winner], ties[_i].by_seed);
	ck_assert_int_eq(by_seed[!ties[_i].winner], 0);
}

TEST(a_tie_keeps_nobody_else_waiting)
{
	cup_plain(KO, 8, 2);
	ck_assert(contest_advance(&cup));
	first_wins(&cup, "");
	cup.past.list[1].points[1] = GAME_POINTS;
	ck_assert(contest_advance(&cup));
	cup_expect(4, "1.1:3-4 2.1:1-2");
}

TEST(places_so_far_put_the_losers_behind)
{
	cup_plain(KO, 4, 2);
	ck_assert(contest_advance(&cup));
	cup_expect_places("1 1 1 1");
	cup.past.list[0].decided = true;
	cup.past.list[0].points[1] = GAME_POINTS;
	cup_expect_places("4 2 2 1");
}

/* ### any tournament */

/* A pairing with the game points of all its matches; none has no seats. */
static struct played {
	int seats, winner;      /* the winner's seat */
	int entrant[GAME_SEATS_MAX];
	int64_t points[GAME_SEATS_MAX];
} played[ROUNDS_MOST][MOST];
static int losses[MOST];

/* Returns the number of pairings; nobody plays after `most` losses. */
static int gather(int most)
{
	int pairings = 0;

	memset(played, 0, sizeof played);
	memset(losses, 0, sizeof losses);
	for (size_t i = 0; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];
		struct played *one = &played[fixture->round][fixture->slot];

		one->seats = fixture->seats;
		for (int s = 0; s < fixture->seats; s++) {
			one->entrant[s] = fixture->entrant[s];
			one->points[s] += fixture->points[s];
		}
	}
	for (int at = 0; at < ROUNDS_MOST * MOST; at++) {
		struct played *one = &played[at / MOST][at % MOST];

		for (int s = 1; s < one->seats; s++)
			if (one->points[s] > one->points[one->winner])
				one->winner = s;
		for (int s = 0; s < one->seats; s++) {
			ck_assert_int_lt(losses[one->entrant[s]], most);
			losses[one->entrant[s]] += s != one->winner;
		}
		pairings += one->seats > 0;
	}
	return pairings;
}

/* _i is the number of seats. */
TEST_FROM(all_but_one_lose_once, 2, 6)
{
	for (int n = _i; n < MOST; n += _i - 1) {
		int place[MOST], first = 0;

		cup_plain("{'type':'knockout','boards':3}", n, _i);
		play_all(&cup, (uint64_t)n, 30);
		ck_assert_int_eq(gather(1), (n - 1) / (_i - 1));
		cup.format->places(&cup, place);
		for (int i = 0; i < n; i++) {
			int better = 0;

			for (int j = 0; j < n; j++)
				better += place[j] < place[i];
			ck_assert_int_eq(place[i], better + 1);
			ck_assert_int_eq(losses[i], place[i] == 1 ? 0 : 1);
			first += place[i] == 1;
		}
		ck_assert_int_eq(first, 1);
	}
}

/* With a reset if _i is 1. */
TEST_EACH(all_but_the_winner_lose_exactly_twice, 2)
{
	for (int run = 0; run < 300; run++) {
		int n = 2 + run % 65, place[MOST], won = 0, once = 0, pairings;

		cup_plain(_i == 1 ? DOUBLE : SINGLE_FINAL, n, 2);
		play_all(&cup, (uint64_t)run, 30);
		pairings = gather(2);
		cup.format->places(&cup, place);
		for (int i = 0; i < n; i++) {
			bool first = place[i] == 1;

			won += first;
			once += !first && losses[i] == 1;
			if (first)
				pairings -= losses[i];
			ck_assert(first ? losses[i] <= 1 : losses[i] >= 1);
		}
		ck_assert_int_eq(won, 1);
		/* Without a reset one entrant may be out after one loss. */
		ck_assert_int_le(once, _i == 1 ? 0 : 1);
		ck_assert_int_eq(pairings, 2 * (n - 1) - once);
	}
}

TEST(who_has_met_meets_again_late)
{
	static bool met[MOST][MOST];

	for (int run = 0; run < 100; run++) {
		cup_plain(DOUBLE, 8 << run % 4, 2);
		play_all(&cup, (uint64_t)run, 30);
		gather(2);
		memset(met, 0, sizeof met);
		for (int round = 1; round < ROUNDS_MOST; round++) {
			int pairs = 0;

			for (int slot = 0; slot < MOST; slot++)
				pairs += played[round][slot].seats > 0;
			for (int slot = 0; slot < MOST; slot++) {
				int *who = played[round][slot].entrant;

				/* While there are four pairings in a half. */
				if (who[0] != who[1] && (round <= 3 ||
				    pairs >= (round % 2 == 0 ? 8 : 4)))
					ck_assert(!met[who[0]][who[1]]);
				met[who[0]][who[1]] = true;
			}
		}
	}
}
