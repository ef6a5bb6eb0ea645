/*
 * sprt_end.c - where the sequential test of a tournament has its answer.
 */
#include "tournaments/tables/sprt_end.h"

#include <stdlib.h>

#include "base/memory.h"

void sprt_end_begin(struct sprt_end *end, const struct record *record)
{
	const struct contest *contest = &record->tournament.contest;
	struct sprt_rules rules = sprt_normal;

	*end = (struct sprt_end){ .record = record, .next = 1,
		.tests = contest->format->is_test };
	if (!end->tests)
		return;
	rules.elo0 = contest_option(contest, "elo0")->decimal;
	rules.elo1 = contest_option(contest, "elo1")->decimal;
	rules.alpha = contest_option(contest, "alpha")->decimal;
	rules.beta = contest_option(contest, "beta")->decimal;
	rules.model = (enum sprt_model)contest_option(contest, "model")->number;
	rules.boards_max =
		(uint64_t)contest_option(contest, "boards_max")->number;
	sprt_begin(&end->sprt, &rules, contest->rotations, contest->seats);
}

int sprt_end_take(struct sprt *sprt, const struct contest *contest,
		  const struct book_match *match, int a, int b)
{
	int rotations = contest->rotations, taken;
	int boards = (int)match->games / rotations;
	int64_t *scores = memory_new((size_t)boards + 1, sizeof *scores);
	bool forfeits = false;

	for (int board = 0; board < boards; board++)
		scores[board] = blocks_score(contest->result, match->seats,
			match->entrant, match->rank + (size_t)board *
			(size_t)(rotations * match->seats), rotations, a, b);
	for (uint32_t i = 0; i < match->faults; i++)
		forfeits |= match->fault[i].fault == FAULT_FORFEIT;
	taken = sprt_add_match(sprt, scores, boards, forfeits);
	free(scores);
	return taken;
}

bool sprt_end_update(struct sprt_end *end)
{
	const struct contest *contest = &end->record->tournament.contest;
	const struct book *book = &end->record->book;
	const struct book_match *match;

	if (!end->tests)
		return false;
	while (end->last == 0 &&
	       (match = book_find(book, end->next)) != NULL &&
	       match->ended) {
		int boards = sprt_end_take(&end->sprt, contest, match, 0, 1);

		if (end->sprt.answer != SPRT_GOES_ON) {
			end->last = end->next;
			end->last_games = (uint32_t)(boards *
						     contest->rotations);
		}
		end->next++;
	}
	return end->last != 0;
}

uint32_t sprt_end_counted(const struct sprt_end *end, uint32_t number,
			  uint32_t games)
{
	if (end->last == 0 || number < end->last)
		return games;
	return number == end->last ? end->last_games : 0;
}

void sprt_end_release(struct sprt_end *end)
{
	if (end->tests)
		sprt_release(&end->sprt);
	*end = (struct sprt_end){0};
}
