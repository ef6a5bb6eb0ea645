/*
 * history.c - the ladder over the course of a tournament.
 */
#include "tournaments/rating/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "tournaments/rating/parallel.h"

static long count_matches(const struct games_table *table)
{
	long matches = 0;

	for (size_t g = 0; g < table->game_count; g++)
		matches += (table->games[g] & GAMES_NEW_MATCH) != 0;
	return matches;
}

/* The games of the first `matches` matches of a table.  It borrows everything
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

static void rate_nobody(struct history_point *point, struct ladder_row *rows,
			int entrants)
{
	point->rows = rows;
	for (int i = 0; i < entrants; i++)
		rows[i] = (struct ladder_row){ .pool = -1, .elo = NAN,
					       .err95 = NAN, .mark = ' ' };
}

/* What the fits of the points share. */
struct course {
	const struct games_table *table;
	struct ladder_options options;
	struct history *history;
	int *points;                    /* which points are fitted */
	int count;
};

static void take(const struct ladder *ladder, struct history_point *point,
		 struct ladder_row *rows)
{
	point->rows = rows;
	point->games = ladder->games;
	point->blocks = ladder->blocks;
	memcpy(rows, ladder->rows, (size_t)ladder->count * sizeof *rows);
}

/* Fits one point; the longest fits start first. */
static void make_point(void *context, size_t index)
{
	struct course *course = context;
	size_t entrants = (size_t)course->history->entrants;
	size_t k = (size_t)course->count - 2 - index;
	struct history_point *point = &course->history->points
		[course->points[k]];
	struct ladder_row *rows = course->history->rows + k * entrants;
	struct games_table part = beginning(course->table, point->matches);
	OWNED(ladder) struct ladder ladder = {0};
	struct error err = {0};

	if (ladder_fit(&part, &course->options, &ladder, &err) == 0)
		take(&ladder, point, rows);
	else
		rate_nobody(point, rows, course->history->entrants);
}

int history_columns(const struct history *history)
{
	return history->count < HISTORY_COLUMNS ? history->count
						: HISTORY_COLUMNS;
}

int history_point_of(const struct history *history, int column)
{
	return (column + 1) * history->count / history_columns(history) - 1;
}

void history_make(const struct games_table *table, const struct ladder *whole,
		  bool all, struct history *history)
{
	struct course course = { table, whole->options, history, NULL, 0 };
	long matches = count_matches(table);
	int entrants = table->entrant_count;
	long most = entrants > HISTORY_MANY ? HISTORY_POINTS_MANY
					    : HISTORY_POINTS;

	course.options.ranks = false;
	course.options.first = whole->theta;
	*history = (struct history){ .entrants = entrants };
	history->count = (int)(matches < most ? matches : most);
	if (history->count == 0)
		return;
	history->points = memory_new((size_t)history->count,
				     sizeof *history->points);
	for (int k = 0; k < history->count; k++)
		history->points[k].matches = (k + 1) * matches / history->count;
	course.count = all ? history->count : history_columns(history);
	course.points = memory_new((size_t)course.count, sizeof *course.points);
	for (int k = 0; k < course.count; k++)
		course.points[k] = all ? k : history_point_of(history, k);
	history->rows = memory_new((size_t)course.count * (size_t)entrants,
				   sizeof *history->rows);
	parallel_run((size_t)course.count - 1, make_point, &course);
	take(whole, &history->points[history->count - 1], history->rows +
	     (size_t)(course.count - 1) * (size_t)entrants);
	free(course.points);
}

void history_release(struct history *history)
{
	free(history->points);
	free(history->rows);
	*history = (struct history){0};
}
