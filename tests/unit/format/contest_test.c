/*
 * contest_test.c - the course of a tournament: the numbers of matches do not
 * depend on the order in which they end.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tests/support/random.h"

enum { TOY_ROUNDS = 30 };

static const struct format_option no_options[] = { { 0 } };

/*
 * A round of 0 to 3 matches, with byes before, between and after them; who is
 * in them depends on the points so far.
 */
static void toy_round(const struct contest *contest, struct fixtures *next)
{
	const struct fixtures *past = &contest->past;
	uint32_t round = past->count == 0 ? 1 :
		past->list[past->count - 1].round + 1;
	int64_t points = 0;
	int pair[2];

	if (round > TOY_ROUNDS)
		return;
	for (size_t i = 0; i < past->count; i++) {
		ck_assert(contest->format->independent ||
			  past->list[i].decided);
		points += past->list[i].points[0] * (int64_t)(i + 1);
	}
	for (uint32_t i = 0; i < round % 4; i++) {
		if ((round + i) % 3 == 0)
			fixtures_add_bye(next, round, 2);
		pair[0] = (int)((points + i) % 3);
		pair[1] = 3 + (int)(points % 2);
		fixtures_add(next, round, i, pair, 2, 5);
	}
	fixtures_add_bye(next, round, 1);
}

static const struct format toy = { .name = "toy", .version = 1, .help = "",
	.options = no_options, .round = toy_round };
static const struct format toy_independent = { .name = "toy", .version = 1,
	.help = "", .options = no_options, .independent = true,
	.round = toy_round };

/* The result depends on the match, not on when it ends. */
static void decide_one(struct contest *contest, uint32_t number)
{
	struct fixture *fixture = contest_match(contest, number);

	ck_assert_ptr_nonnull(fixture);
	ck_assert(!fixture->decided);
	fixture->points[0] = number * 7 % 5;
	fixture->decided = true;
}

/* Plays what is due in random order; returns the contest at its end. */
static struct contest play_toy(const struct format *format, uint64_t seed)
{
	struct contest contest = { .format = format, .entrants = 5,
		.seats = 2 };
	struct random random = { seed };
	uint32_t due[64], made = 0;

	ck_assert(contest_has_more(&contest));
	while (contest_advance(&contest)) {
		int count = 0;

		while (contest_match(&contest, made + 1) != NULL)
			due[count++] = ++made;
		while (count > 0) {
			int at = seed == 0 ? count - 1 :
				random_below(&random, count);

			ck_assert(format->independent ||
				  !contest_advance(&contest));
			decide_one(&contest, due[at]);
			due[at] = due[--count];
		}
	}
	ck_assert(!contest_has_more(&contest));
	return contest;
}

TEST(pairings_do_not_depend_on_the_order_in_which_matches_end)
{
	struct contest first = play_toy(&toy, 0);

	ck_assert_uint_gt(first.past.count, TOY_ROUNDS);
	for (uint64_t seed = 1; seed < 20; seed++) {
		struct contest other = play_toy(&toy, seed);

		fixtures_expect_same(&first.past, &other.past);
		contest_release(&other);
	}
	contest_release(&first);
}

TEST(numbers_follow_each_other_and_byes_have_none)
{
	struct contest contest = play_toy(&toy, 3);
	uint32_t number = 0;

	for (size_t i = 0; i < contest.past.count; i++) {
		struct fixture *fixture = &contest.past.list[i];

		if (fixture->seats == 1) {
			ck_assert_uint_eq(fixture->number, 0);
			ck_assert_uint_eq(fixture->boards, 0);
			continue;
		}
		ck_assert_uint_eq(fixture->number, ++number);
		ck_assert_uint_eq(fixture->boards, 5);
		ck_assert_ptr_eq(contest_match(&contest, number), fixture);
	}
	ck_assert_uint_gt(number, TOY_ROUNDS);
	ck_assert_ptr_null(contest_match(&contest, 0));
	ck_assert_ptr_null(contest_match(&contest, number + 1));
	ck_assert_ptr_null(contest_match(&contest, UINT32_MAX));
	contest_release(&contest);
	contest_release(&contest);
	ck_assert_ptr_null(contest_match(&contest, 1));
}

TEST(rounds_of_byes_alone_are_passed_over)
{
	/* The toy's rounds 4, 8, .. have no match. */
	struct contest contest = { .format = &toy, .entrants = 5, .seats = 2 };
	uint32_t round = 0;

	while (contest_advance(&contest)) {
		round = contest.past.list[contest.past.count - 1].round;
		ck_assert_uint_ne(round % 4, 0);
		decide_all(&contest);
	}
	ck_assert_uint_eq(round, TOY_ROUNDS);
	contest_release(&contest);
}

TEST(an_independent_format_is_made_at_once)
{
	struct contest contest = { .format = &toy_independent, .entrants = 5,
		.seats = 2 };

	ck_assert(contest_advance(&contest));
	ck_assert_uint_eq(contest.past.list[contest.past.count - 1].round,
			  TOY_ROUNDS);
	ck_assert(!contest_advance(&contest));
	decide_all(&contest);
	ck_assert(!contest_advance(&contest));
	contest_release(&contest);
}

TEST(until_error_makes_it_go_cycle_by_cycle)
{
	struct contest contest = contest_of("{\"type\":\"round_robin\","
		"\"matches\":3,\"until_error\":9}", 6, 2, RESULT_RANKING);
	struct contest whole = contest_of("{\"type\":\"round_robin\","
		"\"matches\":3}", 6, 2, RESULT_RANKING);

	ck_assert(contest_advance(&whole));
	for (uint32_t cycle = 1; cycle <= 3; cycle++) {
		ck_assert(contest_has_more(&contest));
		ck_assert(contest_advance(&contest));
		ck_assert_uint_eq(contest.past.count, 15 * cycle);
		for (uint32_t i = 15; i > 0; i--) {
			ck_assert(!contest_advance(&contest));
			contest_match(&contest, 15 * (cycle - 1) + i)->decided =
				true;
		}
	}
	ck_assert(!contest_advance(&contest));
	ck_assert(!contest_has_more(&contest));
	ck_assert_uint_eq(whole.past.count, 45);
	for (size_t i = 1; i <= 45; i++)
		ck_assert(contest_may_end(&whole, i) == (i % 15 == 0));
	for (uint32_t i = 0; i < 45; i++) {
		ck_assert_uint_eq(contest.past.list[i].number, i + 1);
		ck_assert_mem_eq(contest.past.list[i].entrant,
				 whole.past.list[i].entrant,
				 2 * sizeof *whole.past.list[i].entrant);
	}
	contest_release(&contest);
	contest_release(&whole);
}

TEST(pairings_play_their_matches_one_after_the_other)
{
	static const int who[] = { 4, 1, 0, 2 };
	struct contest contest = { .seats = 2, .matches = 3, .boards = 9,
		.rotations = 2 };
	struct fixtures made = {0};

	fixtures_add_round(&made, &contest, 8, who, 2);
	ck_assert_uint_eq(made.count, 6);
	for (size_t i = 0; i < made.count; i++) {
		ck_assert_uint_eq(made.list[i].slot, i % 2);
		ck_assert_uint_eq(made.list[i].round, 8);
		ck_assert_uint_eq(made.list[i].boards, 9);
		ck_assert_int_eq(made.list[i].entrant[0], who[i % 2 * 2]);
		ck_assert_int_eq(made.list[i].entrant[1], who[i % 2 * 2 + 1]);
	}
	fixtures_release(&made);
}

TEST_EACH(with_few_rotations_matches_take_turns_at_the_seats, 3)
{
	static const int who[] = { 4, 1, 0 };
	struct contest contest = { .seats = 3, .matches = 4, .boards = 9,
		.rotations = 1 + _i };
	struct fixtures made = {0};

	fixtures_add_round(&made, &contest, 1, who, 1);
	ck_assert_uint_eq(made.count, 4);
	for (int i = 0; i < 4; i++)
		for (int s = 0; s < 3; s++)
			ck_assert_int_eq(made.list[i].entrant[s],
					 who[contest.rotations < 3 ?
					     (s + i) % 3 : s]);
	fixtures_release(&made);
}

/* Any two are partners equally often, even with few rotations. */
TEST_EACH(a_team_game_is_played_with_every_partner, 4)
{
	static const int who[] = { 7, 3, 5, 1 };
	struct contest contest = { .seats = 4, .matches = 2, .boards = 1,
		.rotations = 1 + _i, .result = RESULT_TEAMS };
	struct fixtures made = {0};
	int partners[8][8] = {{0}};

	fixtures_add_round(&made, &contest, 1, who, 1);
	ck_assert_uint_eq(made.count, 6);
	for (size_t i = 0; i < made.count; i++) {
		const int *entrant = made.list[i].entrant;

		partners[entrant[0]][entrant[2]]++;
		partners[entrant[2]][entrant[0]]++;
		partners[entrant[1]][entrant[3]]++;
		partners[entrant[3]][entrant[1]]++;
	}
	for (int i = 0; i < 4; i++)
		for (int k = 0; k < 4; k++)
			ck_assert_int_eq(partners[who[i]][who[k]],
					 i == k ? 0 : 2);
	ck_assert_mem_eq(made.list[0].entrant, who, sizeof who);
	fixtures_release(&made);
}
