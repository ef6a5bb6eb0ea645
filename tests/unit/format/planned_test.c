/*
 * planned_test.c - in a round robin everyone meets everyone, in a gauntlet the
 * challengers meet all the others; evenly at every moment.
 *
 * tests/end_to_end/tournament/formats.py compares the pairings themselves with
 * those of another program.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"

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

static const struct {
	int n, seats;
	size_t groups;
} all_groups[] = {
	{ 3, 3, 1 }, { 4, 3, 4 }, { 6, 3, 20 }, { 9, 3, 84 }, { 12, 3, 220 },
	{ 4, 4, 1 }, { 8, 4, 70 }, { 10, 4, 210 }, { 10, 5, 252 },
	{ 12, 6, 924 }, { 10, 10, 1 }, { 11, 10, 11 },
};

TEST_EACH(every_group_comes_once, sizeof all_groups / sizeof *all_groups)
{
	bool *seen = calloc((size_t)1 << all_groups[_i].n, sizeof *seen);

	cup_planned(RR, all_groups[_i].n, all_groups[_i].seats, RESULT_WINNER);
	ck_assert_uint_eq(cup.past.count, all_groups[_i].groups);
	for (size_t i = 0; i < cup.past.count; i++) {
		unsigned set = 0;

		for (int s = 0; s < cup.seats; s++)
			set |= 1u << cup.past.list[i].entrant[s];
		ck_assert_int_eq(__builtin_popcount(set), cup.seats);
		ck_assert(!seen[set]);
		seen[set] = true;
	}
	free(seen);
}

/* `ahead` and `most` are present values, so that a change is noticed. */
static const struct {
	const char *format;
	int n, seats, least, most, ahead;
} groups[] = {
	{ RR, 6, 3, 4, 4, 2 }, { RR, 12, 4, 45, 45, 3 },
	{ RR, 12, 6, 210, 210, 3 },
	{ "{'type':'round_robin','matches':3}", 8, 2, 3, 3, 1 },
	{ BALANCED, 7, 3, 1, 1, 2 }, { BALANCED, 13, 4, 1, 1, 3 },
	{ BALANCED, 21, 5, 1, 1, 4 }, { BALANCED, 31, 6, 1, 1, 4 },
	{ BALANCED, 20, 3, 1, 2, 3 }, { BALANCED, 50, 4, 1, 2, 3 },
	{ BALANCED, 64, 10, 1, 2, 5 }, { BALANCED, 12, 10, 8, 9, 2 },
	{ "{'type':'round_robin','each':12}", 9, 3, 3, 3, 2 },
	{ "{'type':'round_robin','each':36}", 13, 3, 6, 6, 3 },
};

TEST_EACH(groups_are_even_in_games_places_and_opponents,
	  sizeof groups / sizeof *groups)
{
	int n = groups[_i].n, seats = groups[_i].seats;

	count(groups[_i].format, n, seats, RESULT_WINNER, 0);
	ck_assert_int_eq(after_round, 0);
	ck_assert_msg(least == groups[_i].least && most == groups[_i].most &&
		      ahead <= groups[_i].ahead, "two meet %d to %d times; "
		      "%d games ahead", least, most, ahead);
	for (int i = 0; i < n && _i > 3; i++)
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

static const struct {
	const char *format;
	int n, seats;
	const char *remark;
} remarks[] = {
	{ BALANCED, 7, 3, "" }, { RR, 12, 3, "" }, { RR, 12, 2, "" },
	{ BALANCED, 13, 3, "39 of 78 pairs of entrants meet again before all "
	  "have met\n" },
	{ "{'type':'round_robin','each':6}", 13, 3, "13 of 78 pairs of "
	  "entrants never meet; \"each\": 9 lets all of them meet\n" },
	{ "{'type':'round_robin','each':4}", 20, 4, "70 of 190 pairs of "
	  "entrants never meet; \"each\": 12 lets all of them meet\n" },
};

TEST_EACH(it_says_what_groups_cannot_give, sizeof remarks / sizeof *remarks)
{
	struct text remark = {0};

	cup_plain(remarks[_i].format, remarks[_i].n, remarks[_i].seats);
	cup.format->remark(&cup, &remark);
	ck_assert_str_eq(text_string(&remark), remarks[_i].remark);
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

/* `met`: each of the rest, by a challenger.  `ahead`: how far one of the rest
   may be ahead; 0: not tried. */
static const struct {
	const char *format;
	int n, seats, challengers;
	int rounds, met, ahead;
} gauntlets[] = {
	{ "{'type':'gauntlet'}", 2, 2, 1, 1, 1, 0 },
	{ "{'type':'gauntlet'}", 9, 2, 1, 8, 1, 1 },
	{ "{'type':'gauntlet','challengers':2}", 9, 2, 2, 7, 1, 2 },
	{ "{'type':'gauntlet','challengers':3}", 9, 2, 3, 6, 1, 0 },
	{ "{'type':'gauntlet','challengers':6}", 9, 2, 6, 3, 1, 0 },
	{ "{'type':'gauntlet','challengers':8}", 9, 2, 8, 1, 1, 0 },
	{ "{'type':'gauntlet','matches':2}", 5, 2, 1, 8, 2, 0 },
	{ "{'type':'gauntlet'}", 3, 3, 1, 2, 2, 0 },
	{ "{'type':'gauntlet'}", 8, 3, 1, 7, 2, 0 },
	{ "{'type':'gauntlet'}", 20, 3, 1, 19, 2, 2 },
	{ "{'type':'gauntlet','challengers':3}", 20, 3, 3, 17, 2, 4 },
	{ "{'type':'gauntlet','challengers':2}", 15, 5, 2, 13, 4, 0 },
	{ "{'type':'gauntlet'}", 30, 6, 1, 29, 5, 4 },
	{ "{'type':'gauntlet','each':21}", 8, 3, 1, 21, 6, 0 },
};

TEST_EACH(every_challenger_meets_all_the_rest_equally_often,
	  sizeof gauntlets / sizeof *gauntlets)
{
	int k = gauntlets[_i].challengers, n = gauntlets[_i].n;

	count(gauntlets[_i].format, n, gauntlets[_i].seats, RESULT_WINNER, k);
	ck_assert_uint_eq(cup.past.list[cup.past.count - 1].round,
			  (uint32_t)gauntlets[_i].rounds);
	ck_assert_uint_eq(cup.past.count, (size_t)(gauntlets[_i].rounds * k));
	for (size_t i = 0; i < cup.past.count; i++) {
		const struct fixture *fixture = &cup.past.list[i];

		/* Challenger i plays in slot i of every round. */
		ck_assert_uint_eq(fixture->slot, i % (size_t)k);
		for (int s = 0; s < fixture->seats; s++)
			ck_assert(fixture->entrant[s] >= k ||
				  fixture->entrant[s] == (int)fixture->slot);
	}
	for (int i = 0; i < k; i++)
		for (int other = 0; other < n; other++)
			ck_assert_int_eq(met[i][other], other < k ? 0 :
					 gauntlets[_i].met);
	ck_assert_int_eq(spread(games + k, n - k), 0);
	ck_assert(gauntlets[_i].ahead == 0 || ahead <= gauntlets[_i].ahead);
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

static const char *const cycles[] = {
	"{'type':'round_robin'", "{'type':'round_robin','each':9,'matches':2",
	"{'type':'gauntlet','each':18,'challengers':2,'matches':2",
};

TEST_EACH(round_by_round_is_the_same_as_at_once, 3)
{
	struct contest whole = contest_of(words("%s}", cycles[_i]), 8, 3,
					  RESULT_WINNER);

	ck_assert(contest_advance(&whole));
	decide_all(&whole);
	cup_start(words("%s,'until_error':1}", cycles[_i]), 8, 3,
		  RESULT_WINNER);
	while (contest_advance(&cup))
		decide_all(&cup);
	fixtures_expect_same(&whole.past, &cup.past);
	contest_release(&whole);
}
