/*
 * until_error.c - does a tournament end before its format has no more matches?
 */
#include "tournaments/tables/until_error.h"

#include <stdlib.h>

#include "tournaments/rating/plan.h"
#include "tournaments/tables/book_games.h"

void stopping_init(struct stopping *stopping, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	struct sprt_rules rules = sprt_normal;

	*stopping = (struct stopping){ .record = record, .next = 1,
		.tests = contest->format->is_test };
	if (!stopping->tests)
		return;
	rules.elo0 = contest_option(contest, "elo0")->decimal;
	rules.elo1 = contest_option(contest, "elo1")->decimal;
	rules.alpha = contest_option(contest, "alpha")->decimal;
	rules.beta = contest_option(contest, "beta")->decimal;
	rules.model = contest_option(contest, "model")->number == 0 ?
		SPRT_NORMALIZED : SPRT_LOGISTIC;
	rules.boards_max = (uint64_t)
		contest_option(contest, "boards_max")->number;
	sprt_begin(&stopping->sprt, &rules, contest->rotations,
		   contest->seats);
}

/* The blocks of one match, up to the one that answers. */
static void look_at(struct stopping *stopping, const struct book_match *match)
{
	const struct contest *contest = &stopping->record->tournament.contest;
	int rotations = contest->rotations;
	uint32_t boards = match->games / (uint32_t)rotations;

	for (uint32_t board = 0; board < boards; board++) {
		const unsigned char *rows = match->rank + (size_t)board *
			(size_t)(rotations * match->seats);
		int64_t score = block_score(contest->result, match->seats,
					    match->entrant, rows, rotations, 0,
					    1);

		if (sprt_add(&stopping->sprt, score) == SPRT_GOES_ON)
			continue;
		stopping->last = stopping->next;
		stopping->last_games = (board + 1) * (uint32_t)rotations;
		return;
	}
}

static bool test_is_over(struct stopping *stopping)
{
	const struct book *book = &stopping->record->book;
	const struct book_match *match;

	while (stopping->last == 0 &&
	       (match = book_find(book, stopping->next)) != NULL &&
	       match->ended) {
		look_at(stopping, match);
		stopping->next++;
	}
	return stopping->last != 0;
}

/* Has everybody the wanted error, by the games of all rounds up to one? */
static bool is_reached(const struct record *record, uint32_t round)
{
	const struct contest *contest = &record->tournament.contest;
	struct ladder ladder = {0};
	struct games_table table;
	struct error ignored;
	bool reached = false;

	rated_table_init(&table, record);
	if (rated_add_rounds(&table, record, round, &ignored) == 0 &&
	    ladder_fit(&table, &ladder_defaults, &ladder, &ignored) == 0) {
		long *blocks = memory_new((size_t)ladder.count,
					  sizeof *blocks);
		double *error = memory_new((size_t)ladder.count,
					   sizeof *error);

		for (int i = 0; i < ladder.count; i++) {
			blocks[i] = ladder.rows[i].blocks;
			error[i] = ladder.rows[i].err95;
		}
		reached = plan_reached(ladder.count, blocks, error,
				       (double)contest->until_error);
		free(blocks);
		free(error);
	}
	ladder_release(&ladder);
	games_table_release(&table);
	return reached;
}

/* The last round that is over.  Whoever reads a book again has made the
   meetings of the next one already, even if there is none. */
static uint32_t whole_rounds(const struct meetings *past)
{
	uint32_t round = 0;

	for (size_t i = 0; i < past->count; i++) {
		if (!past->list[i].decided)
			return past->list[i].round - 1;
		round = past->list[i].round;
	}
	return round;
}

static bool error_is_reached(struct stopping *stopping)
{
	uint32_t round = whole_rounds(
		&stopping->record->tournament.contest.past);

	if (round != stopping->fitted) {
		stopping->fitted = round;
		stopping->reached = is_reached(stopping->record, round);
	}
	return stopping->reached;
}

uint32_t stopping_round(const struct record *record)
{
	const struct meetings *past = &record->tournament.contest.past;
	uint32_t last = 0;

	for (size_t i = 0; i < past->count; i++) {
		if (past->list[i].round == last)
			continue;
		if (last > 0 && is_reached(record, last))
			return last;
		last = past->list[i].round;
	}
	return last > 0 && is_reached(record, last) ? last : 0;
}

bool stopping_is_due(void *context)
{
	struct stopping *stopping = context;

	if (stopping->tests)
		return test_is_over(stopping);
	if (stopping->record->tournament.contest.until_error > 0)
		return error_is_reached(stopping);
	return false;
}

uint32_t stopping_counted(const struct stopping *stopping, uint32_t number,
			  uint32_t games)
{
	if (stopping->last == 0 || number < stopping->last)
		return games;
	return number == stopping->last ? stopping->last_games : 0;
}

void stopping_release(struct stopping *stopping)
{
	if (stopping->tests)
		sprt_release(&stopping->sprt);
	*stopping = (struct stopping){0};
}
