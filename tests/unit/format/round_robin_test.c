/*
 * round_robin_test.c - everyone meets everyone, evenly at every moment.
 *
 * tests/end_to_end/tournament/formats.py compares the pairings
 * themselves with those of another program.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"

enum { MOST = 64 };

/* The sums of a schedule. */
struct tally {
	int games[MOST];                /* so far */
	int met[MOST][MOST];
	int place[MOST][GAME_SEATS_MAX];
	int ahead;                      /* most games minus fewest, at worst */
	int after_round;                /* the same after whole rounds */
	size_t matches;
};

static int spread(const int *number, int count)
{
	int least = number[0], most = number[0];

	for (int i = 1; i < count; i++) {
		least = number[i] < least ? number[i] : least;
		most = number[i] > most ? number[i] : most;
	}
	return most - least;
}

static int larger(int a, int b)
{
	return a > b ? a : b;
}

static struct tally tally_of(const char *format, int entrants, int seats,
			     enum result result)
{
	struct contest contest = contest_of(format, entrants, seats, result);
	struct tally tally = {0};

	ck_assert_int_le(entrants, MOST);
	ck_assert(contest_advance(&contest));
	tally.matches = contest.past.count;
	for (size_t i = 0; i < tally.matches; i++) {
		const struct fixture *fixture = &contest.past.list[i];

		ck_assert_int_eq(fixture->seats, seats);
		for (int s = 0; s < seats; s++) {
			int who = fixture->entrant[s];

			tally.games[who]++;
			tally.place[who][s]++;
			for (int t = 0; t < seats; t++)
				tally.met[who][fixture->entrant[t]] += s != t;
		}
		tally.ahead = larger(tally.ahead,
				     spread(tally.games, entrants));
		if (i + 1 == tally.matches ||
		    fixture[1].round != fixture->round)
			tally.after_round = larger(tally.after_round,
				spread(tally.games, entrants));
	}
	contest_release(&contest);
	return tally;
}

/* The fewest and most fixtures that any two have together. */
static void meetings_of_two(const struct tally *tally, int entrants,
			    int *least, int *most)
{
	*least = *most = tally->met[0][1];
	for (int i = 0; i < entrants; i++) {
		ck_assert_int_eq(tally->met[i][i], 0);
		for (int k = 0; k < entrants; k++) {
			if (i == k)
				continue;
			*most = larger(*most, tally->met[i][k]);
			*least = -larger(-*least, -tally->met[i][k]);
		}
	}
}

TEST_FROM(two_seats_everyone_meets_everyone_once, 2, 20)
{
	int n = _i, least, most;
	struct tally tally = tally_of("{\"type\":\"round_robin\"}", n, 2,
				      RESULT_RANKING);

	ck_assert_uint_eq(tally.matches, (size_t)(n * (n - 1) / 2));
	meetings_of_two(&tally, n, &least, &most);
	ck_assert_int_eq(least, 1);
	ck_assert_int_eq(most, 1);
	/* Nobody is more than a game ahead, or two if one pauses. */
	ck_assert_int_le(tally.ahead, n % 2 == 0 ? 1 : 2);
	ck_assert_int_le(tally.after_round, n % 2);
	for (int i = 0; i < n; i++)
		ck_assert_int_le(abs(tally.place[i][0] - tally.place[i][1]),
				 n % 2 == 0 ? 1 : 0);
}

TEST_EACH(every_group_comes_once, 12)
{
	static const struct { int n, seats; size_t groups; } rows[] = {
		{ 3, 3, 1 }, { 4, 3, 4 }, { 6, 3, 20 }, { 9, 3, 84 },
		{ 12, 3, 220 }, { 4, 4, 1 }, { 8, 4, 70 }, { 10, 4, 210 },
		{ 10, 5, 252 }, { 12, 6, 924 }, { 10, 10, 1 }, { 11, 10, 11 },
	};
	int n = rows[_i].n, seats = rows[_i].seats;
	struct contest contest = contest_of("{\"type\":\"round_robin\"}", n,
					    seats, RESULT_WINNER);
	bool *seen = calloc((size_t)1 << n, sizeof *seen);

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.count, rows[_i].groups);
	for (size_t i = 0; i < contest.past.count; i++) {
		unsigned set = 0;

		for (int s = 0; s < seats; s++)
			set |= 1u << contest.past.list[i].entrant[s];
		ck_assert_int_eq(__builtin_popcount(set), seats);
		ck_assert(!seen[set]);
		seen[set] = true;
	}
	free(seen);
	contest_release(&contest);
}

/* `ahead` and `most` are present values, so that a change is noticed. */
static const struct {
	const char *format;
	int n, seats, least, most, ahead;
} groups[] = {
	{ "{\"type\":\"round_robin\"}", 6, 3, 4, 4, 2 },
	{ "{\"type\":\"round_robin\"}", 12, 4, 45, 45, 3 },
	{ "{\"type\":\"round_robin\"}", 12, 6, 210, 210, 3 },
#define BALANCED "{\"type\":\"round_robin\",\"groups\":\"balanced\"}"
	{ BALANCED, 7, 3, 1, 1, 2 },
	{ BALANCED, 13, 4, 1, 1, 3 },
	{ BALANCED, 21, 5, 1, 1, 4 },
	{ BALANCED, 31, 6, 1, 1, 4 },
	{ BALANCED, 20, 3, 1, 2, 3 },
	{ BALANCED, 50, 4, 1, 2, 3 },
	{ BALANCED, 64, 10, 1, 2, 5 },
	{ BALANCED, 12, 10, 8, 9, 2 },
	{ "{\"type\":\"round_robin\",\"each\":12}", 9, 3, 3, 3, 2 },
	{ "{\"type\":\"round_robin\",\"each\":36}", 13, 3, 6, 6, 3 },
};

TEST_EACH(groups_are_even_in_games_places_and_opponents,
	  sizeof groups / sizeof *groups)
{
	struct tally tally = tally_of(groups[_i].format, groups[_i].n,
				      groups[_i].seats, RESULT_WINNER);
	int least, most;

	ck_assert_int_eq(tally.after_round, 0);
	meetings_of_two(&tally, groups[_i].n, &least, &most);
	ck_assert_msg(least == groups[_i].least && most == groups[_i].most &&
		      tally.ahead <= groups[_i].ahead,
		      "row %d: two meet %d to %d times; %d games ahead", _i,
		      least, most, tally.ahead);
	if (strcmp(groups[_i].format, "{\"type\":\"round_robin\"}") == 0)
		return;
	for (int i = 0; i < groups[_i].n; i++)
		ck_assert_int_eq(spread(tally.place[i], groups[_i].seats), 0);
}

/* Without a number of rounds it continues until all have met, for at most one
   round more than the least possible number. */
TEST_FROM(all_meet_in_balanced_groups, 3, 7)
{
	int seats = _i, least, most;

	for (int n = seats + 1; n <= 60; n++) {
		struct tally tally = tally_of(BALANCED, n, seats,
					      RESULT_WINNER);
		int met = seats * (seats - 1);

		meetings_of_two(&tally, n, &least, &most);
		ck_assert_msg(least > 0, "%d entrants, %d seats", n, seats);
		ck_assert_int_le(tally.games[0], seats *
				 ((n - 1 + met - 1) / met + 1));
	}
}

TEST(it_says_what_groups_cannot_give)
{
	static const struct {
		const char *format;
		int n, seats;
		const char *words;
	} cases[] = {
		{ BALANCED, 7, 3, "" },
		{ "{\"type\":\"round_robin\"}", 12, 3, "" },
		{ "{\"type\":\"round_robin\"}", 12, 2, "" },
		{ BALANCED, 13, 3, "39 of 78 pairs of entrants meet again "
			"before all have met\n" },
		{ "{\"type\":\"round_robin\",\"each\":6}", 13, 3,
		  "13 of 78 pairs of entrants never meet; \"each\": 9 lets "
		  "all of them meet\n" },
		{ "{\"type\":\"round_robin\",\"each\":4}", 20, 4,
		  "70 of 190 pairs of entrants never meet; \"each\": 12 lets "
		  "all of them meet\n" },
	};

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		struct contest contest = contest_of(cases[i].format,
			cases[i].n, cases[i].seats, cases[i].seats == 2 ?
			RESULT_RANKING : RESULT_WINNER);
		struct text words = {0};

		contest.format->remark(&contest, &words);
		ck_assert_str_eq(text_string(&words), cases[i].words);
		text_release(&words);
		contest_release(&contest);
	}
}

TEST(matches_are_how_often_everyone_meets)
{
	struct tally tally = tally_of("{\"type\":\"round_robin\","
				      "\"matches\":3}", 7, 2, RESULT_RANKING);
	int least, most;

	meetings_of_two(&tally, 7, &least, &most);
	ck_assert_int_eq(least, 3);
	ck_assert_int_eq(most, 3);
}

TEST(in_team_games_everyone_is_everyones_partner_equally_often)
{
	struct contest contest = contest_of("{\"type\":\"round_robin\"}", 7, 4,
					    RESULT_TEAMS);
	int partners[7][7] = {{0}};

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.count, 3 * 35);
	for (size_t i = 0; i < contest.past.count; i++) {
		const int *who = contest.past.list[i].entrant;

		for (int s = 0; s < 4; s++)
			partners[who[s]][who[(s + 2) % 4]]++;
	}
	for (int i = 0; i < 7; i++)
		for (int k = 0; k < 7; k++)
			ck_assert_int_eq(partners[i][k], i == k ? 0 : 10);
	contest_release(&contest);
}

TEST_EACH(round_by_round_is_the_same_as_at_once, 2)
{
	static const char *const formats[][2] = {
		{ "{\"type\":\"round_robin\"}",
		  "{\"type\":\"round_robin\",\"until_error\":1}" },
		{ "{\"type\":\"round_robin\",\"each\":9,\"matches\":2}",
		  "{\"type\":\"round_robin\",\"each\":9,\"matches\":2,"
		  "\"until_error\":1}" },
	};
	struct contest whole = contest_of(formats[_i][0], 8, 3, RESULT_WINNER);
	struct contest part = contest_of(formats[_i][1], 8, 3, RESULT_WINNER);

	ck_assert(contest_advance(&whole));
	decide_all(&whole);
	while (contest_advance(&part))
		decide_all(&part);
	fixtures_expect_same(&whole.past, &part.past);
	contest_release(&whole);
	contest_release(&part);
}
