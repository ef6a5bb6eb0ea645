/*
 * gauntlet_test.c - the challengers meet all the others, and not each other.
 *
 * tests/end_to_end/tournament/formats.py compares the pairings
 * themselves with those of another program.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"

enum { MOST = 64 };

static const struct {
	const char *format;
	int n, seats, challengers;
	int rounds, met;        /* met: each of the rest, by a challenger */
} rows[] = {
	{ "{\"type\":\"gauntlet\"}", 2, 2, 1, 1, 1 },
	{ "{\"type\":\"gauntlet\"}", 9, 2, 1, 8, 1 },
	{ "{\"type\":\"gauntlet\",\"challengers\":3}", 9, 2, 3, 6, 1 },
	{ "{\"type\":\"gauntlet\",\"challengers\":6}", 9, 2, 6, 3, 1 },
	{ "{\"type\":\"gauntlet\",\"challengers\":8}", 9, 2, 8, 1, 1 },
	{ "{\"type\":\"gauntlet\",\"matches\":2}", 5, 2, 1, 8, 2 },
	{ "{\"type\":\"gauntlet\"}", 3, 3, 1, 2, 2 },
	{ "{\"type\":\"gauntlet\"}", 8, 3, 1, 7, 2 },
	{ "{\"type\":\"gauntlet\",\"challengers\":2}", 15, 5, 2, 13, 4 },
	{ "{\"type\":\"gauntlet\",\"each\":21}", 8, 3, 1, 21, 6 },
};

TEST_EACH(every_challenger_meets_all_the_rest_equally_often,
	  sizeof rows / sizeof *rows)
{
	int k = rows[_i].challengers, n = rows[_i].n, seats = rows[_i].seats;
	struct contest contest = contest_of(rows[_i].format, n, seats,
					    RESULT_WINNER);
	int met[MOST][MOST] = {{0}};
	uint32_t last;

	ck_assert(contest_advance(&contest));
	last = contest.past.list[contest.past.count - 1].round;
	ck_assert_uint_eq(last, (uint32_t)rows[_i].rounds);
	ck_assert_uint_eq(contest.past.count, (size_t)
			  (rows[_i].rounds * k));
	for (size_t i = 0; i < contest.past.count; i++) {
		const struct fixture *fixture = &contest.past.list[i];
		int challengers = 0;

		for (int s = 0; s < seats; s++) {
			int who = fixture->entrant[s];

			challengers += who < k;
			/* Challenger i plays in slot i of every round. */
			ck_assert(who >= k || who == (int)fixture->slot);
			for (int t = 0; t < seats; t++)
				met[who][fixture->entrant[t]] += s != t;
		}
		ck_assert_int_eq(challengers, 1);
		ck_assert_uint_eq(fixture->slot, i % (size_t)k);
	}
	for (int i = 0; i < k; i++)
		for (int other = 0; other < n; other++)
			ck_assert_int_eq(met[i][other], other < k ? 0 :
					 rows[_i].met);
	for (int i = 0; i < n; i++)
		ck_assert_int_eq(met[i][i], 0);
	contest_release(&contest);
}

TEST_EACH(the_rest_stay_level, 5)
{
	/* Challengers, entrants, seats and how far one may be ahead. */
	static const int sizes[][4] = { { 1, 9, 2, 1 }, { 2, 9, 2, 2 },
		{ 1, 20, 3, 2 }, { 3, 20, 3, 4 }, { 1, 30, 6, 4 } };
	const int *size = sizes[_i];
	struct contest contest;
	int games[MOST] = {0};
	char format[60];

	snprintf(format, sizeof format,
		 "{\"type\":\"gauntlet\",\"challengers\":%d}", size[0]);
	contest = contest_of(format, size[1], size[2], RESULT_WINNER);
	ck_assert(contest_advance(&contest));
	for (size_t i = 0; i < contest.past.count; i++) {
		int least = games[size[0]], most = least;

		for (int s = 0; s < size[2]; s++)
			games[contest.past.list[i].entrant[s]]++;
		for (int who = size[0]; who < size[1]; who++) {
			least = games[who] < least ? games[who] : least;
			most = games[who] > most ? games[who] : most;
		}
		ck_assert_msg(most - least <= size[3], "match %zu: %d to %d",
			      i + 1, least, most);
	}
	for (int who = size[0]; who < size[1]; who++)
		ck_assert_int_eq(games[who], size[0] * (size[2] - 1));
	contest_release(&contest);
}

TEST(a_challenger_stands_at_every_place)
{
	struct contest contest = contest_of("{\"type\":\"gauntlet\"}", 13, 3,
					    RESULT_WINNER);
	int place[3] = {0};

	ck_assert(contest_advance(&contest));
	for (size_t i = 0; i < contest.past.count; i++)
		for (int s = 0; s < 3; s++)
			place[s] += contest.past.list[i].entrant[s] == 0;
	for (int s = 0; s < 3; s++)
		ck_assert_int_eq(place[s], 4);
	contest_release(&contest);
}

TEST(team_games_have_the_challenger_with_every_partner)
{
	struct contest contest = contest_of("{\"type\":\"gauntlet\"}", 8, 4,
					    RESULT_TEAMS);
	int partner[8] = {0};

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.count, 21);
	for (size_t i = 0; i < contest.past.count; i++)
		for (int s = 0; s < 4; s++)
			if (contest.past.list[i].entrant[s] == 0)
				partner[contest.past.list[i]
					.entrant[(s + 2) % 4]]++;
	for (int i = 1; i < 8; i++)
		ck_assert_int_eq(partner[i], 3);
	contest_release(&contest);
}

TEST(round_by_round_is_the_same_as_at_once)
{
	struct contest whole = contest_of("{\"type\":\"gauntlet\",\"each\":18,"
		"\"challengers\":2,\"matches\":2}", 8, 3, RESULT_WINNER);
	struct contest part = contest_of("{\"type\":\"gauntlet\",\"each\":18,"
		"\"challengers\":2,\"matches\":2,\"until_error\":1}", 8, 3,
		RESULT_WINNER);

	ck_assert(contest_advance(&whole));
	decide_all(&whole);
	while (contest_advance(&part))
		decide_all(&part);
	ck_assert_uint_eq(whole.past.count, 72);
	fixtures_expect_same(&whole.past, &part.past);
	contest_release(&whole);
	contest_release(&part);
}
