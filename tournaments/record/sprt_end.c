/*
 * sprt_end.c - where the sequential test of a tournament reaches its answer.
 */
#include "tournaments/record/sprt_end.h"

#include <stdlib.h>

#include "base/file.h"
#include "base/memory.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/record/tournament_folder.h"
#include "worth/luck_file.h"

/* ### luck */

/* Begins a test of scores with luck taken out. */
static void begin_adjusted(struct sprt_end *end, const struct contest *contest,
			   const struct sprt_rules *rules)
{
	AUTOFREE char *path = path_from(end->folder, "luck.json");
	struct sprt_rules gaussian = *rules;
	OWNED(luck_file) struct luck_file file = {0};

	end->unread = luck_file_read(&file, path, &end->why) != 0;
	gaussian.model = SPRT_GAUSSIAN;
	sprt_begin_adjusted(&end->sprt, &gaussian, file.beta_millionths,
			    contest->rotations, contest->seats);
}

static int read_luck(struct sprt_end *end)
{
	AUTOFREE char *path = path_from(end->folder, "luck.csv");
	int result;

	end->why.text[0] = '\0';
	luck_csv_release(&end->luck);
	result = luck_csv_read(&end->luck, path, &end->why);
	if (result != 0)
		luck_csv_release(&end->luck);
	return result;
}

/* Is the luck of every game of the match known?  If not, reads the file again,
   which may have grown. */
static bool has_luck(struct sprt_end *end, uint32_t number, uint32_t games)
{
	for (int tries = 0; tries < 2; tries++) {
		uint32_t game = 1;

		while (game <= games &&
		       luck_csv_find(&end->luck, number, game) != NULL)
			game++;
		if (game > games)
			return true;
		if (tries == 0 && read_luck(end) != 0)
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
			seated[s] = match->entrant[game_place(s,
				(int)(game % rotations), match->seats)];
		luck[game / rotations] += luck_pairs_against(contest->result,
			match->seats, seated, csv->luck + found->first, a, b);
	}
	return luck;
}

/* ### the test */

struct sprt_rules sprt_end_rules(const struct contest *contest)
{
	return (struct sprt_rules){
		.elo0 = contest_option(contest, "elo0")->decimal,
		.elo1 = contest_option(contest, "elo1")->decimal,
		.alpha = contest_option(contest, "alpha")->decimal,
		.beta = contest_option(contest, "beta")->decimal,
		.model = (enum sprt_model)
			contest_option(contest, "model")->number,
		.boards_max = (uint64_t)
			contest_option(contest, "boards_max")->number };
}

void sprt_end_begin(struct sprt_end *end, const struct contest *contest,
		    const char *folder)
{
	struct sprt_rules rules;

	*end = (struct sprt_end){ .next = 1, .folder = folder,
		.tests = contest->format->is_test };
	if (!end->tests)
		return;
	rules = sprt_end_rules(contest);
	end->adjusted = contest->adjusted;
	if (!end->adjusted)
		sprt_begin(&end->sprt, &rules, contest->rotations,
			   contest->seats);
	else
		begin_adjusted(end, contest, &rules);
}

int sprt_end_take(struct sprt *sprt, const struct contest *contest,
		  const struct luck_csv *csv, uint32_t number,
		  const struct book_match *match, int a, int b)
{
	int rotations = contest->rotations, taken;
	int boards = (int)match->games / rotations;
	AUTOFREE int64_t *scores =
		memory_new((size_t)boards + 1, sizeof *scores);
	int64_t *luck = csv == NULL ? NULL :
		block_luck(csv, contest, number, match, a, b);
	int faults = (int)match->faults;

	for (int board = 0; board < boards; board++)
		scores[board] = sprt_block_score(contest->result, match->seats,
			match->entrant, match->rank + (size_t)board *
			(size_t)(rotations * match->seats), rotations, a, b);
	for (uint32_t i = 0; i < match->faults; i++)
		if (match->fault[i].fault == FAULT_FORFEIT)
			faults = SPRT_FORFEITS;
	taken = sprt_add_match(sprt, scores, luck, boards, faults);
	free(luck);
	return taken;
}

void sprt_end_update(struct sprt_end *end, const struct contest *contest,
		     const struct book *book)
{
	const struct book_match *match;

	while (end->tests && !end->unread && end->last == 0 &&
	       (match = book_find(book, end->next)) != NULL &&
	       match->ended && (!end->adjusted ||
				has_luck(end, end->next, match->games))) {
		int boards = sprt_end_take(&end->sprt, contest, end->adjusted ?
					   &end->luck : NULL, end->next, match,
					   0, 1);

		ARRAY_GROW(end->course, end->room, end->next);
		end->course[end->next - 1] = (struct sprt_end_point){
			end->sprt.tally.blocks, end->sprt.llr };
		if (end->sprt.answer != SPRT_GOES_ON) {
			end->last = end->next;
			end->last_games = (uint32_t)(boards *
						     contest->rotations);
		}
		end->next++;
	}
}

void sprt_end_release(struct sprt_end *end)
{
	if (end->tests)
		sprt_release(&end->sprt);
	luck_csv_release(&end->luck);
	free(end->course);
	*end = (struct sprt_end){0};
}
