/*
 * early_end.c - does a tournament end before its format has no more matches?
 */
#include "tournaments/tables/early_end.h"

#include <stdlib.h>

#include "tournaments/rating/plan.h"
#include "tournaments/tables/book_games.h"

/* With the games of all rounds up to `round`: are all entrants in one pool,
   each with the wanted error?  Errors within a pool say nothing about other
   pools. */
static bool is_reached(const struct record *record, uint32_t round)
{
	const struct contest *contest = &record->tournament.contest;
	struct book_ladder made;
	const struct ladder *ladder = &made.ladder;
	struct error ignored;
	bool reached = false;

	if (book_ladder_make(&made, record, (struct book_ladder_order){
			     .rounds = round }, &ignored) == 0) {
		long *blocks = memory_new((size_t)ladder->count, sizeof *blocks);
		double *error = memory_new((size_t)ladder->count, sizeof *error);

		for (int i = 0; i < ladder->count; i++) {
			blocks[i] = ladder->rows[i].blocks;
			error[i] = ladder->rows[i].err95;
		}
		reached = ladder->pool_count == 1 &&
			plan_reached(ladder->count, blocks, error,
				     (double)contest->until_error);
		free(blocks);
		free(error);
	}
	book_ladder_release(&made);
	return reached;
}

/* Does the fixture at that place end a round after which the tournament may
   end? */
static bool may_end_at(const struct contest *contest, size_t at)
{
	const struct fixtures *past = &contest->past;

	return (at + 1 == past->count ||
		past->list[at + 1].round != past->list[at].round) &&
		contest_may_end(contest, at + 1);
}

/* The last such round that is over, or 0.  When a book is read again, the
   fixtures of the next round are made before it is known that there is
   none. */
static uint32_t last_end(const struct contest *contest)
{
	const struct fixtures *past = &contest->past;
	uint32_t round = 0;

	for (size_t i = 0; i < past->count && past->list[i].decided; i++)
		if (may_end_at(contest, i))
			round = past->list[i].round;
	return round;
}

uint32_t early_end_round(const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;

	for (size_t i = 0; i < contest->past.count; i++) {
		uint32_t round = contest->past.list[i].round;

		if (may_end_at(contest, i) && is_reached(record, round))
			return round;
	}
	return 0;
}

bool early_end_is_due(struct early_end *end)
{
	const struct record *record = end->record;
	uint32_t round;

	if (record->test.tests || record->tournament.contest.until_error == 0)
		return record->test.last != 0;
	round = last_end(&record->tournament.contest);
	if (round != end->fitted) {
		end->fitted = round;
		end->reached = is_reached(record, round);
	}
	return end->reached;
}
