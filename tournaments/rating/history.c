/*
 * history.c - the ladder over the course of a tournament.
 */
#include "tournaments/rating/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/parallel.h"
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

/* What the fits of the points share, and what the last one says. */
struct course {
	const struct games_table *table;
	const struct ladder_options *options;
	struct history *history;
	struct error *err;
	int result;             /* of the last point */
};

/* The longest fits begin first. */
static void make_point(void *context, size_t index)
{
	struct course *course = context;
	struct history *history = course->history;
	size_t k = (size_t)history->count - 1 - index;
	size_t entrants = (size_t)history->entrants;
	struct history_point *point = &history->points[k];
	struct ladder_row *rows = history->rows + k * entrants;
	struct games_table part = beginning(course->table, point->matches);
	struct ladder ladder;
	struct error err = {0};
	int result = ladder_fit(&part, course->options, &ladder, &err);

	point->rows = rows;
	if (result == 0) {
		point->games = ladder.games;
		point->blocks = ladder.blocks;
		memcpy(rows, ladder.rows, entrants * sizeof *rows);
	} else {
		rate_nobody(rows, history->entrants);
	}
	ladder_release(&ladder);
	if (index == 0) {
		course->result = result;
		*course->err = err;
	}
}

int history_make(const struct games_table *table,
		 const struct ladder_options *options,
		 struct history *history, struct error *err)
{
	struct ladder_options plain = *options;
	struct course course = { table, &plain, history, err, 0 };
	long matches = count_matches(table);
	int entrants = table->entrant_count;
	long most = entrants > HISTORY_MANY ? HISTORY_POINTS_MANY
					    : HISTORY_POINTS;

	plain.ranks = plain.simultaneous = false;
	*history = (struct history){ .entrants = entrants };
	history->count = (int)(matches < most ? matches : most);
	history->points = memory_new((size_t)history->count,
				     sizeof *history->points);
	history->rows = memory_new((size_t)history->count * (size_t)entrants,
				   sizeof *history->rows);
	for (int k = 0; k < history->count; k++)
		history->points[k].matches = (k + 1) * matches / history->count;
	parallel_run((size_t)history->count, make_point, &course);
	return course.result;
}

void history_release(struct history *history)
{
	free(history->points);
	free(history->rows);
	*history = (struct history){0};
}
