/*
 * history.c - the ladder over the course of a tournament.
 */
#include "tournaments/rating/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

static long count_matches(const struct games_table *table)
{
	long matches = 0;

	for (size_t g = 0; g < table->game_count; g++)
		matches += (table->games[g] & GAMES_NEW_MATCH) != 0;
	return matches;
}

/* The first games of a table, until match `matches` is over.  It borrows all
   from `whole` and must not be released or grown. */
static struct games_table beginning(const struct games_table *whole,
				    long matches)
{
	struct games_table part = *whole;
	size_t g = 0, places = 0;

	for (; g < whole->game_count; g++) {
		if ((whole->games[g] & GAMES_NEW_MATCH) != 0 &&
		    matches-- == 0)
			break;
		places += whole->games[g] & GAMES_SEATS;
	}
	part.game_count = g;
	part.place_count = places;
	return part;
}

static void rate_nobody(struct ladder_row *rows, int entrants)
{
	for (int i = 0; i < entrants; i++)
		rows[i] = (struct ladder_row){ .pool = -1, .elo = NAN,
					       .err95 = NAN, .mark = ' ' };
}

static int make_point(const struct games_table *table,
		      const struct ladder_options *options,
		      struct history_point *point, struct ladder_row *rows,
		      struct error *err)
{
	struct games_table part = beginning(table, point->matches);
	struct ladder ladder;
	int result = ladder_fit(&part, options, &ladder, err);

	point->rows = rows;
	if (result == 0) {
		point->games = ladder.games;
		point->blocks = ladder.blocks;
		memcpy(rows, ladder.rows, (size_t)ladder.count * sizeof *rows);
	} else {
		rate_nobody(rows, table->entrant_count);
	}
	ladder_release(&ladder);
	return result;
}

int history_make(const struct games_table *table,
		 const struct ladder_options *options,
		 struct history *history, struct error *err)
{
	struct ladder_options plain = *options;
	long matches = count_matches(table);
	int entrants = table->entrant_count, result = 0;
	long most = entrants > HISTORY_MANY ? HISTORY_POINTS_MANY
					    : HISTORY_POINTS;

	plain.ranks = plain.simultaneous = false;
	*history = (struct history){ .entrants = entrants };
	history->count = (int)(matches < most ? matches : most);
	history->points = memory_new((size_t)history->count,
				     sizeof *history->points);
	history->rows = memory_new((size_t)history->count * (size_t)entrants,
				   sizeof *history->rows);
	for (int k = 0; k < history->count; k++) {
		history->points[k].matches = (k + 1) * matches / history->count;
		result = make_point(table, &plain, &history->points[k],
				    history->rows + (size_t)k *
				    (size_t)entrants, err);
	}
	return result;
}

void history_release(struct history *history)
{
	free(history->points);
	free(history->rows);
	*history = (struct history){0};
}
