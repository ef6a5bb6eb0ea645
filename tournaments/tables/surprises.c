/*
 * surprises.c - the games whose results were furthest from what the ratings
 * lead to expect.
 */
#include "tournaments/tables/surprises.h"

#include <math.h>
#include <stdlib.h>

#include "base/exact_math.h"
#include "base/memory.h"
#include "tournaments/tables/book_games.h"

#define LEAST 0.1               /* of a point */
#define LN_10 2.302585092994046

/* The share of the points that `i` is expected to score against `j`. */
static double expected(const struct ladder *ladder, int i, int j)
{
	const double ahead = ladder->rows[j].elo - ladder->rows[i].elo;

	return 1 / (1 + exact_math_exp(ahead * LN_10 / 400));
}

/* Sets the shares and opponents of the one in place `own`. */
static void set_shares(struct surprise *game, const struct ladder *ladder,
		       enum result result, const int *entrant, int seats,
		       const unsigned char *rank, int own)
{
	game->made = game->due = 0;
	game->opponents = 0;
	for (int i = 0; i < seats; i++) {
		if (i == own || ladder->rows[entrant[i]].pool !=
		    ladder->rows[entrant[own]].pool ||
		    !crosstable_compares(result, own, i, rank))
			continue;
		game->made += rank[own] < rank[i] ? 1 :
			rank[own] == rank[i] ? 0.5 : 0;
		game->due += expected(ladder, entrant[own], entrant[i]);
		game->against[game->opponents++] = entrant[i];
	}
	game->made /= game->opponents;
	game->due /= game->opponents;
}

static double more_of(const struct surprise *game)
{
	return game->made - game->due;
}

/* Keeps a game, unless the list is full of greater ones; `sign` is -1 for the
   worst games. */
static void keep(struct surprise *list, int *count, double sign,
		 const struct surprise *game)
{
	int place = *count;

	if (game->opponents == 0 || sign * more_of(game) < LEAST)
		return;
	while (place > 0 &&
	       sign * more_of(game) > sign * more_of(&list[place - 1]))
		place--;
	if (place == SURPRISES_MOST)
		return;
	*count += *count < SURPRISES_MOST;
	for (int i = *count - 1; i > place; i--)
		list[i] = list[i - 1];
	list[place] = *game;
}

/* The best and the worst game of the one in place `own` of a match. */
static void add_match(struct surprises *found, const struct ladder *ladder,
		      enum result result, const int *entrant,
		      const struct book_match *match, struct surprise game,
		      uint32_t games, int own)
{
	struct surprise best = {0}, worst = {0};

	for (uint32_t g = 1; g <= games; g++) {
		if (book_has_fault(match, g, g))
			continue;
		game.game = g;
		set_shares(&game, ladder, result, entrant, match->seats,
			   match->rank + (size_t)(g - 1) *
			   (size_t)match->seats, own);
		if (game.opponents == 0)
			continue;
		if (best.game == 0 || more_of(&game) > more_of(&best))
			best = game;
		if (worst.game == 0 || more_of(&game) < more_of(&worst))
			worst = game;
	}
	keep(found->best, &found->best_count, 1, &best);
	keep(found->worst, &found->worst_count, -1, &worst);
}

struct surprises *surprises_make(struct games_table *games,
				 const struct ladder *ladder,
				 const struct record *const *records,
				 int count)
{
	struct surprises *all = memory_new((size_t)ladder->count + 1,
					   sizeof *all);

	for (int r = 0; r < count; r++) {
		const struct manifest *manifest =
			&records[r]->tournament.manifest;

		for (uint32_t n = 1; n <= records[r]->book.matches; n++) {
			const struct book_match *match =
				book_find(&records[r]->book, n);
			const uint32_t counted = record_counted(records[r], n);
			int entrant[GAME_SEATS_MAX];

			for (int s = 0; s < match->seats; s++)
				entrant[s] = book_games_entrant(
					games, manifest->entrant,
					manifest->entrants, match->entrant[s]);
			for (int s = 0; s < match->seats && counted > 0; s++)
				add_match(&all[entrant[s]], ladder,
					  games->result[match->seats], entrant,
					  match, (struct surprise){
						.record = r, .match = n },
					  counted, s);
		}
	}
	return all;
}
