/*
 * double_knockout_test.c - entrants are out after two losses, and not before.
 */
#include <stdio.h>
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tests/support/results.h"

enum { MOST = 70, ROUNDS_MOST = 16 };

/* Matches as ROUND.SLOT:ENTRANTS; the second entrant wins those in `lost`. */
static const struct {
	const char *format;
	int n;
	const char *lost;       /* " 3 " */
	const char *due, *places;
} cups[] = {
	{ "{\"type\": \"double_knockout\"}", 2, "",
		"1.0:0-1 2.0:0-1", "1 2" },
	{ "{\"type\": \"double_knockout\"}", 2, " 2 ",
		"1.0:0-1 2.0:0-1 3.0:0-1", "1 2" },
	{ "{\"type\": \"double_knockout\"}", 2, " 2 3 ",
		"1.0:0-1 2.0:0-1 3.0:0-1", "2 1" },
	{ "{\"type\": \"double_knockout\", \"reset\": false}", 2, " 2 ",
		"1.0:0-1 2.0:0-1", "2 1" },
	{ "{\"type\": \"double_knockout\"}", 3, "",
		"1.1:1-2 2.0:0-1 3.0:1-2 4.0:0-1", "1 2 3" },
	{ "{\"type\": \"double_knockout\"}", 4, "",
		"1.0:0-3 1.1:1-2 2.0:0-1 2.1:2-3 3.0:1-2 4.0:0-1",
		"1 2 3 4" },
	{ "{\"type\": \"double_knockout\"}", 8, "",
		"1.0:0-7 1.1:3-4 1.2:1-6 1.3:2-5 "
		"2.0:0-3 2.1:1-2 2.2:4-7 2.3:5-6 "
		"3.0:2-4 3.1:3-5 4.0:0-1 4.1:2-3 5.0:1-2 6.0:0-1",
		"1 2 3 4 5 5 7 7" },
	/* 1 loses in winners' round 1 and comes back to win it all. */
	{ "{\"type\": \"double_knockout\"}", 4, " 2 6 7 ",
		"1.0:0-3 1.1:1-2 2.0:0-2 2.1:1-3 3.0:1-2 4.0:0-1 5.0:0-1",
		"2 1 3 4" },
};

static void decide_first(struct contest *contest, const char *lost)
{
	for (size_t i = 0; i < contest->past.count; i++) {
		struct fixture *fixture = &contest->past.list[i];
		char word[16];

		snprintf(word, sizeof word, " %u ", fixture->number);
		fixture->points[strstr(lost, word) != NULL] = GAME_POINTS;
		fixture->decided = true;
	}
}

TEST_EACH(a_small_cup_has_the_due_matches_and_places,
	  sizeof cups / sizeof *cups)
{
	struct contest contest = contest_of(cups[_i].format, cups[_i].n, 2,
					    RESULT_RANKING);

	while (contest_advance(&contest))
		decide_first(&contest, cups[_i].lost);
	contest_expect(&contest, cups[_i].due, cups[_i].places);
	contest_release(&contest);
}

/* ### any tournament */

/* A pairing with the game points of all its matches, and who lost it. */
struct played {
	int entrant[2];
	int64_t points[2];
	int loser;
};

static void gather(const struct contest *contest,
		   struct played played[ROUNDS_MOST][MOST])
{
	memset(played, 0, ROUNDS_MOST * sizeof *played);
	for (size_t i = 0; i < contest->past.count; i++) {
		const struct fixture *fixture = &contest->past.list[i];
		struct played *one = &played[fixture->round][fixture->slot];

		for (int s = 0; s < 2; s++) {
			one->entrant[s] = fixture->entrant[s];
			one->points[s] += fixture->points[s];
		}
	}
	for (int round = 1; round < ROUNDS_MOST; round++) {
		for (int slot = 0; slot < MOST; slot++) {
			struct played *one = &played[round][slot];

			one->loser = one->entrant[
				one->points[0] >= one->points[1]];
		}
	}
}

static bool was_played(const struct played *one)
{
	return one->entrant[0] != one->entrant[1];
}

static int count_losses(struct played played[ROUNDS_MOST][MOST], int *losses)
{
	int pairings = 0;

	memset(losses, 0, MOST * sizeof *losses);
	for (int round = 1; round < ROUNDS_MOST; round++) {
		for (int slot = 0; slot < MOST; slot++) {
			const struct played *one = &played[round][slot];

			if (!was_played(one))
				continue;
			/* Nobody plays after two losses. */
			ck_assert_int_lt(losses[one->entrant[0]], 2);
			ck_assert_int_lt(losses[one->entrant[1]], 2);
			losses[one->loser]++;
			pairings++;
		}
	}
	return pairings;
}

/* With a reset if _i is 1. */
TEST_EACH(all_but_the_winner_lose_exactly_twice, 2)
{
	static struct played played[ROUNDS_MOST][MOST];
	static const char *const formats[] = {
		"{\"type\": \"double_knockout\", \"reset\": false}",
		"{\"type\": \"double_knockout\"}"
	};

	for (int run = 0; run < 600; run++) {
		int n = 2 + run % 65, losses[MOST], place[MOST], won = 0;
		int once = 0, pairings;
		struct contest contest = contest_of(formats[_i], n, 2,
						    RESULT_RANKING);

		play_all(&contest, (uint64_t)run, 30);
		gather(&contest, played);
		pairings = count_losses(played, losses);
		contest.format->places(&contest, place);
		for (int i = 0; i < n; i++) {
			won += place[i] == 1;
			if (place[i] == 1)
				ck_assert_int_le(losses[i], 1);
			else if (losses[i] == 1)
				once++;
			else
				ck_assert_int_eq(losses[i], 2);
			if (place[i] == 1)
				pairings -= losses[i];
		}
		ck_assert_int_eq(won, 1);
		/* Without a reset one entrant may be out after one loss. */
		ck_assert_int_le(once, _i == 1 ? 0 : 1);
		ck_assert_int_eq(pairings, 2 * (n - 1) - once);
		contest_release(&contest);
	}
}

TEST(who_has_met_meets_again_late)
{
	static struct played played[ROUNDS_MOST][MOST];
	static bool met[MOST][MOST];

	for (int run = 0; run < 300; run++) {
		int n = 8 << run % 4;
		struct contest contest = contest_of(
			"{\"type\": \"double_knockout\"}", n, 2,
			RESULT_RANKING);

		play_all(&contest, (uint64_t)run, 30);
		gather(&contest, played);
		memset(met, 0, sizeof met);
		for (int round = 1; round < ROUNDS_MOST; round++) {
			int pairs = 0;

			for (int slot = 0; slot < MOST; slot++)
				pairs += was_played(&played[round][slot]);
			for (int slot = 0; slot < MOST; slot++) {
				int *who = played[round][slot].entrant;

				if (!was_played(&played[round][slot]))
					continue;
				/* While there are four pairings in a half. */
				if (pairs >= (round % 2 == 0 ? 8 : 4) ||
				    round <= 3)
					ck_assert(!met[who[0]][who[1]]);
				met[who[0]][who[1]] = true;
			}
		}
		contest_release(&contest);
	}
}
