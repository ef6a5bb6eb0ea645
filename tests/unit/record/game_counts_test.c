/*
 * game_counts_test.c - the progress of a tournament: byes are no matches, and
 * matches that a closed tournament left unplayed do not count.
 */
#include "tests/unit/unit.h"
#include "tests/support/contests.h"
#include "tournaments/record/game_counts.h"

/* A round of a Swiss tournament of five: two matches, of which the second has
   ended, and a bye. */
static struct record make_record(void)
{
	struct record record = { .tournament = {
		.contest = contest_of("{\"type\":\"swiss\",\"boards\":3}", 5,
				      2, RESULT_WINNER),
		.manifest.rotations = 2 } };
	struct contest *contest = &record.tournament.contest;

	ck_assert(contest_advance(contest));
	ck_assert_uint_eq(contest->past.count, 3);
	contest_match(contest, 2)->decided = true;
	return record;
}

static void check_counts(const struct record *record, uint32_t matches,
			 uint32_t decided, uint64_t games, uint64_t games_of)
{
	const struct game_counts counts = game_counts_of(record);

	ck_assert_uint_eq(counts.matches, matches);
	ck_assert_uint_eq(counts.decided, decided);
	ck_assert_uint_eq(counts.games, games);
	ck_assert_uint_eq(counts.games_of, games_of);
}

TEST(matches_are_counted_and_byes_are_not)
{
	struct record record = make_record();

	check_counts(&record, 2, 1, 6, 12);
	contest_release(&record.tournament.contest);
}

TEST(a_closed_tournament_has_only_what_was_played)
{
	struct record record = make_record();

	record.book.closed = true;
	check_counts(&record, 1, 1, 6, 6);
	contest_release(&record.tournament.contest);
}
