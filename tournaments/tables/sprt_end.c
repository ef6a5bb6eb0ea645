/*
 * sprt_end.c - where the sequential test of a tournament reaches its answer.
 */
#include "tournaments/tables/sprt_end.h"

#include <stdlib.h>

#include "base/memory.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/record/tournament_folder.h"
#include "worth/luck_file.h"

/* ### luck */

static int read_file(const struct record *record, struct luck_file *file,
		     struct error *err)
{
	char *path = tournament_folder_file(record->folder, "luck.json");
	int result = luck_file_read(file, path, err);

	free(path);
	return result;
}

/* Begins a test of scores with luck taken out. */
static void begin_adjusted(struct sprt_end *end, const struct sprt_rules *rules)
{
	const struct contest *contest = &end->record->tournament.contest;
	struct sprt_rules gaussian = *rules;
	struct luck_file file = {0};
	struct error ignored;

	end->unread = read_file(end->record, &file, &ignored) != 0;
	gaussian.model = SPRT_GAUSSIAN;
	sprt_begin_adjusted(&end->sprt, &gaussian, file.beta_millionths,
			    contest->rotations, contest->seats);
	luck_file_release(&file);
}

static int read_luck(struct sprt_end *end, struct error *err)
{
	char *path = tournament_folder_file(end->record->folder, "luck.csv");
	int result;

	luck_csv_release(&end->luck);
	result = luck_csv_read(&end->luck, path, err);
	if (result != 0)
		luck_csv_release(&end->luck);
	free(path);
	return result;
}

/* Is the luck of every game of the match known?  If not, reads the file again,
   which may have grown. */
static bool has_luck(struct sprt_end *end, uint32_t number, uint32_t games)
{
	struct error ignored;

	for (int tries = 0; tries < 2; tries++) {
		uint32_t game = 1;

		while (game <= games &&
		       luck_csv_find(&end->luck, number, game) != NULL)
			game++;
		if (game > games)
			return true;
		if (tries == 0 && read_luck(end, &ignored) != 0)
			return false;
	}
	return false;
}

/* The luck of entrant a against b in each block of a match; a game with a fault
   has none. */
static int64_t *block_luck(const struct luck_csv *csv,
			   const struct contest *contest, uint32_t number,
			   const struct book_match *match, int a, int b)
{
	const uint32_t rotations = (uint32_t)contest->rotations;
	int64_t *luck = memory_new(match->games / rotations + 1, sizeof *luck);
	int seated[GAME_SEATS_MAX];

	for (uint32_t game = 0; game < match->games; game++) {
		const struct luck_csv_game *found =
			luck_csv_find(csv, number, game + 1);

		if (found->seats != match->seats)
			continue;
		for (int s = 0; s < match->seats; s++)
			seated[s] = match->entrant[(s + (int)(game %
				rotations)) % match->seats];
		luck[game / rotations] += luck_pairs_against(contest->result,
			match->seats, seated, csv->luck + found->first, a, b);
	}
	return luck;
}

/* ### the test */

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
	end->adjusted = contest->adjusted;
	if (!end->adjusted)
		sprt_begin(&end->sprt, &rules, contest->rotations,
			   contest->seats);
	else
		begin_adjusted(end, &rules);
}

int sprt_end_check(const struct record *record, struct error *err)
{
	const struct contest *contest = &record->tournament.contest;
	struct sprt_end end = { .record = record };
	struct luck_file file = {0};
	int result = 0;

	if (!contest->format->is_test || !contest->adjusted ||
	    !record->book.closed)
		return 0;
	if (read_file(record, &file, err) != 0 || read_luck(&end, err) != 0)
		result = -1;
	luck_file_release(&file);
	luck_csv_release(&end.luck);
	return result;
}

static int take(struct sprt *sprt, const struct contest *contest,
		const struct book_match *match, int a, int b,
		const int64_t *luck)
{
	int rotations = contest->rotations, taken;
	int boards = (int)match->games / rotations;
	int64_t *scores = memory_new((size_t)boards + 1, sizeof *scores);
	int faults = (int)match->faults;

	for (int board = 0; board < boards; board++)
		scores[board] = blocks_score(contest->result, match->seats,
			match->entrant, match->rank + (size_t)board *
			(size_t)(rotations * match->seats), rotations, a, b);
	for (uint32_t i = 0; i < match->faults; i++)
		if (match->fault[i].fault == FAULT_FORFEIT)
			faults = SPRT_FORFEITS;
	taken = luck != NULL ?
		sprt_add_match_adjusted(sprt, scores, luck, boards, faults) :
		sprt_add_match(sprt, scores, boards, faults);
	free(scores);
	return taken;
}

int sprt_end_take(struct sprt *sprt, const struct contest *contest,
		  const struct book_match *match, int a, int b)
{
	return take(sprt, contest, match, a, b, NULL);
}

int sprt_end_take_adjusted(struct sprt *sprt, const struct contest *contest,
			   const struct luck_csv *csv, uint32_t number,
			   const struct book_match *match, int a, int b)
{
	int64_t *luck = block_luck(csv, contest, number, match, a, b);
	int taken = take(sprt, contest, match, a, b, luck);

	free(luck);
	return taken;
}

bool sprt_end_update(struct sprt_end *end)
{
	const struct contest *contest = &end->record->tournament.contest;
	const struct book *book = &end->record->book;
	const struct book_match *match;

	if (!end->tests || end->unread)
		return false;
	while (end->last == 0 &&
	       (match = book_find(book, end->next)) != NULL &&
	       match->ended && (!end->adjusted ||
				has_luck(end, end->next, match->games))) {
		int64_t *luck = end->adjusted ?
			block_luck(&end->luck, contest, end->next, match, 0,
				   1) : NULL;
		int boards = take(&end->sprt, contest, match, 0, 1, luck);

		free(luck);
		if (end->taken != NULL)
			end->taken(end->context, &end->sprt);
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
	luck_csv_release(&end->luck);
	*end = (struct sprt_end){0};
}
