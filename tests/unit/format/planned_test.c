/*
 * planned_test.c - in a round robin everyone meets everyone, in a gauntlet the
 * challengers meet all the others; evenly at every moment.
 *
 * tests/end_to_end/tournament/formats.py compares the pairings themselves with
 * those of another program.
 */
#include "tests/support/contests.h"
#include "tests/support/rows.h"

UNIT_EACH(NULL, cup_end)

enum { MOST = 64 };

#define RR "{'type':'round_robin'}"
#define BALANCED "{'type':'round_robin','groups':'balanced'}"

/* The sums of a schedule. */
static int games[MOST];                 /* so far */
static int met[MOST][MOST], partners[MOST][MOST];
static int place[MOST][GAME_SEATS_MAX];
/* Most games minus fewest, of those who are no challengers: at worst, and
   after whole rounds. */
static int ahead, after_round;
static int least, most;                 /* matches that any two have together */

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static int spread(const int *number, int count)
{
	int low = number[0], high = number[0];

	for (int i = 1; i < count; i++) {
		low = -larger(-low, -number[i]);
		high = larger(high, number[i]);
	}
	return high - low;
}

static void count_fixture(const struct fixture *fixture)
{
	for (int s = 0; s < fixture->seats; s++) {
		int who = fixture->entrant[s];

		games[who]++;
		place[who][s]++;
		for (int t = 0; t < fixture->seats; t++)
			met[who][fixture->entrant[t]] += s != t;
		if (fixture->seats == 4)
			partners[who][fixture->entrant[(s + 2) % 4]]++;
	}
}

static void count(const char *format, int entrants, int seats,
		  enum result result, int challengers)
{
	ck_assert_int_le(entrants, MOST);
	cup_planned(format, entrants, seats, result);
	memset(games, 0, sizeof games);
	memset(met, 0, sizeof met);
	memset(partners, 0, sizeof partners);
	memset(place, 0, sizeof place);
	ahead = after_round = most = 0;
	least = 1 << 30;
	for (size_t i = 0; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];
		int now;

		ck_assert_int_eq(fixture->seats, seats);
		count_fixture(fixture);
		now = spread(games + challengers, entrants - challengers);
		ahead = larger(ahead, now);
		if (i + 1 == cup.past.count ||
		    fixture[1].round != fixture->round)
			after_round = larger(after_round, now);
	}
	for (int i = 0; i < entrants; i++) {
		ck_assert_int_eq(met[i][i], 0);
		for (int k = 0; k < entrants; k++) {
			if (i == k || challengers > 0)
				continue;
			most = larger(most, met[i][k]);
			least = -larger(-least, -met[i][k]);
		}
	}
}

/* ### round robins */

TEST_FROM(two_seats_everyone_meets_everyone_once, 2, 20)
{
	count(RR, _i, 2, RESULT_RANKING, 0);
	ck_assert_uint_eq(cup.past.count, (size_t)(_i * (_i - 1) / 2));
	ck_assert_int_eq(least, 1);
	ck_assert_int_eq(most, 1);
	/* Nobody is more than a game ahead, or two if one pauses. */
	ck_assert_int_le(ahead, _i % 2 == 0 ? 1 : 2);
	ck_assert_int_le(after_round, _i % 2);
	for (int i = 0; i < _i; i++)
		ck_assert_int_le(spread(place[i], 2), _i % 2 == 0 ? 1 : 0);
}

/* `ahead` and `most` are present values, so that a change is noticed. */
TEST_ROWS(groups_are_even_in_games_places_and_opponents, "format/formats.txt",
	  "a format, entrants and seats, how often two meet, games ahead")
{
	int n = row_int(row, 1), seats = row_int(row, 2);

	count(row->text[0], n, seats, RESULT_WINNER, 0);
	ck_assert_int_eq(after_round, 0);
	ck_assert_msg(least == row_int(row, 3) && most == row_int(row, 4) &&
		      ahead <= row_int(row, 5), "two meet %d to %d times; "
		      "%d games ahead", least, most, ahead);
	/* All but the groups of all are balanced. */
	for (int i = 0; seats > 2 && strchr(row->text[0], ',') && i < n; i++)
		ck_assert_int_eq(spread(place[i], seats), 0);
}

/* Without a number of rounds it continues until all have met, for at most one
   round more than the least possible number. */
TEST_FROM(all_meet_in_balanced_groups, 3, 7)
{
	int others = _i * (_i - 1);

	for (int n = _i + 1; n <= 60; n++) {
		count(BALANCED, n, _i, RESULT_WINNER, 0);
		ck_assert_msg(least > 0, "%d entrants", n);
		ck_assert_int_le(games[0], _i * ((n - 1 + others - 1) / others
						 + 1));
	}
}

TEST_ROWS(it_says_what_groups_cannot_give, "format/formats.txt",
	  "a format, entrants and seats, its remark")
{
	struct text remark = {0};

	cup_plain(row->text[0], row_int(row, 1), row_int(row, 2));
	cup.format->remark(&cup, &remark);
	ck_assert_str_eq(text_string(&remark), row->text[3]);
	text_release(&remark);
}

TEST(in_team_games_everyone_is_everyones_partner_equally_often)
{
	count(RR, 7, 4, RESULT_TEAMS, 0);
	ck_assert_uint_eq(cup.past.count, 3 * 35);
	for (int i = 0; i < 7; i++)
		for (int k = 0; k < 7; k++)
			ck_assert_int_eq(partners[i][k], i == k ? 0 : 10);
}

/* ### gauntlets */

/* `meetings`: with each of the rest.  `ahead`: how far one of the rest may be
   ahead; 0: not tried. */
TEST_ROWS(every_challenger_meets_all_the_rest_equally_often,
	  "format/formats.txt",
	  "a gauntlet, entrants, seats, challengers, rounds, meetings, games "
	  "ahead")
{
	int n = row_int(row, 1), k = row_int(row, 3);

	count(row->text[0], n, row_int(row, 2), RESULT_WINNER, k);
	ck_assert_uint_eq(cup.past.count, (size_t)(row_int(row, 4) * k));
	/* Challenger i plays in slot i of every round. */
	for (size_t i = 0; i < cup.past.count; i++)
		ck_assert_uint_eq(cup.past.list[i].slot, i % (size_t)k);
	for (int i = 0; i < k; i++)
		for (int other = 0; other < n; other++)
			ck_assert_int_eq(met[i][other], other < k ? 0 :
					 row_int(row, 5));
	ck_assert_int_eq(spread(games + k, n - k), 0);
	ck_assert(row_int(row, 6) == 0 || ahead <= row_int(row, 6));
}

TEST(a_challenger_stands_at_every_place_and_with_every_partner)
{
	count("{'type':'gauntlet'}", 13, 3, RESULT_WINNER, 1);
	ck_assert_int_eq(spread(place[0], 3), 0);
	count("{'type':'gauntlet'}", 8, 4, RESULT_TEAMS, 1);
	ck_assert_uint_eq(cup.past.count, 21);
	for (int i = 1; i < 8; i++)
		ck_assert_int_eq(partners[0][i], 3);
}

/* ### until_error */

TEST_ROWS(round_by_round_is_the_same_as_at_once, "format/formats.txt",
	  "whole cycles are the same when they are made one by one")
{
	struct contest whole = contest_of(words("%s}", row->text[0]), 8, 3,
					  RESULT_WINNER);

	ck_assert(contest_advance(&whole));
	decide_all(&whole);
	cup_start(words("%s,'until_error':1}", row->text[0]), 8, 3,
		  RESULT_WINNER);
	while (contest_advance(&cup))
		decide_all(&cup);
	fixtures_expect_same(&whole.past, &cup.past);
	contest_release(&whole);
}
