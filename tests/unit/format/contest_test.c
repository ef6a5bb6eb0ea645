/*
 * contest_test.c - the course of a tournament: the numbers of matches do not
 * depend on the order in which they end.
 *
 * tests/end_to_end/tournament/formats.py has rounds of several matches.
 */
#include <stdlib.h>

#include "tests/unit/unit.h"
#include "tests/support/contests.h"

UNIT_EACH(NULL, cup_end)

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
			fixtures_add_bye(next, round, 2, BYE_WIN);
		pair[0] = (int)((points + i) % 3);
		pair[1] = 3 + (int)(points % 2);
		fixtures_add(next, round, i, pair, 2, 5);
	}
	fixtures_add_bye(next, round, 1, BYE_WIN);
}

static const struct format toy = { .name = "toy", .version = 1, .help = "",
	.options = no_options, .round = toy_round };
static const struct format toy_independent = { .name = "toy", .version = 1,
	.help = "", .options = no_options, .independent = true,
	.round = toy_round };

static struct contest toy_contest(const struct format *format)
{
	return (struct contest){ .format = format, .entrants = 5, .seats = 2 };
}

/* Decides all that is open in random order, with results that depend on the
   match; none of them, while others are open, makes new matches due. */
static void decide_shuffled(struct contest *contest, struct random *random,
			    uint64_t seed)
{
	int open;

	do {
		size_t at = 0;
		int which;

		open = 0;
		for (size_t i = 0; i < contest->past.count; i++)
			open += !contest->past.list[i].decided;
		which = seed == 0 ? open - 1 : random_below(random, open);
		while (contest->past.list[at].decided || which-- > 0)
			at++;
		decide_one(&contest->past.list[at], 1, 40);
		ck_assert(open == 1 || !contest_advance(contest));
	} while (open > 1);
}

static void play_shuffled(struct contest *contest, uint64_t seed)
{
	struct random random = { seed };

	ck_assert(contest_has_more(contest));
	while (contest_advance(contest))
		decide_shuffled(contest, &random, seed);
	ck_assert(!contest_has_more(contest));
}

static const char *const formats[] = {
	NULL, "{'type':'knockout','third_place':true}",
	"{'type':'double_knockout'}", "{'type':'swiss','matches':2}"
};

TEST_EACH(pairings_do_not_depend_on_the_order_in_which_matches_end, 4)
{
	for (uint64_t seed = 0; seed < 20; seed++) {
		int n = 4 + 3 * (int)seed;
		struct contest other = formats[_i] == NULL ? toy_contest(&toy) :
			contest_of(formats[_i], n, 2, RESULT_RANKING);

		cup_end();
		cup = formats[_i] == NULL ? toy_contest(&toy) :
			contest_of(formats[_i], n, 2, RESULT_RANKING);
		play_shuffled(&cup, 0);
		play_shuffled(&other, seed);
		ck_assert_uint_gt(cup.past.count, 2);
		fixtures_expect_same(&cup.past, &other.past);
		contest_release(&other);
	}
}

TEST(numbers_follow_each_other_and_byes_have_none)
{
	uint32_t number = 0;

	cup = toy_contest(&toy);
	play_shuffled(&cup, 3);
	for (size_t i = 0; i < cup.past.count; i++) {
		struct fixture *fixture = &cup.past.list[i];

		if (fixture->seats == 1) {
			ck_assert_uint_eq(fixture->number, 0);
			ck_assert_uint_eq(fixture->boards, 0);
			continue;
		}
		ck_assert_uint_eq(fixture->number, ++number);
		ck_assert_uint_eq(fixture->boards, 5);
		ck_assert_ptr_eq(contest_match(&cup, number), fixture);
	}
	ck_assert_uint_gt(number, TOY_ROUNDS);
	ck_assert_ptr_null(contest_match(&cup, 0));
	ck_assert_ptr_null(contest_match(&cup, number + 1));
	ck_assert_ptr_null(contest_match(&cup, UINT32_MAX));
	contest_release(&cup);
	contest_release(&cup);
	ck_assert_ptr_null(contest_match(&cup, 1));
}

static uint32_t last_round(void)
{
	return cup.past.list[cup.past.count - 1].round;
}

TEST(rounds_of_byes_alone_are_passed_over)
{
	/* The toy's rounds 4, 8, .. have no match. */
	cup = toy_contest(&toy);
	while (contest_advance(&cup)) {
		ck_assert_uint_ne(last_round() % 4, 0);
		decide_all(&cup);
	}
	ck_assert_uint_eq(last_round(), TOY_ROUNDS);
}

TEST(an_independent_format_is_made_at_once)
{
	cup = toy_contest(&toy_independent);
	ck_assert(contest_advance(&cup));
	ck_assert_uint_eq(last_round(), TOY_ROUNDS);
	ck_assert(!contest_advance(&cup));
	decide_all(&cup);
	ck_assert(!contest_advance(&cup));
}

/* planned_test.c compares the pairings with those made at once. */
TEST(until_error_makes_it_go_cycle_by_cycle)
{
	cup_plain("{'type':'round_robin','matches':3,'until_error':9}", 6, 2);
	for (uint32_t cycle = 1; cycle <= 3; cycle++) {
		ck_assert(contest_has_more(&cup));
		ck_assert(contest_advance(&cup));
		ck_assert_uint_eq(cup.past.count, 15 * cycle);
		for (uint32_t i = 15; i > 0; i--) {
			ck_assert(!contest_advance(&cup));
			contest_match(&cup, 15 * (cycle - 1) + i)->decided =
				true;
		}
	}
	ck_assert(!contest_advance(&cup));
	ck_assert(!contest_has_more(&cup));
	cup_planned("{'type':'round_robin','matches':3}", 6, 2, RESULT_RANKING);
	ck_assert_uint_eq(cup.past.count, 45);
	for (size_t i = 1; i <= 45; i++)
		ck_assert(contest_may_end(&cup, i) == (i % 15 == 0));
}
