/*
 * history.h - the ladder over the course of a tournament: at some points, the
 * same fit of the games until then.
 *
 * It is the ladder at each point, not a rating that moves from game to game.
 * Each point costs a fit, so there are never many.
 */
#ifndef TOURNAMENTS_RATING_HISTORY_H
#define TOURNAMENTS_RATING_HISTORY_H

#include "tournaments/rating/ladder.h"

enum {
	HISTORY_POINTS = 40,
	HISTORY_MANY = 200,             /* entrants */
	HISTORY_POINTS_MANY = 20,       /* points when there are more */
	HISTORY_COLUMNS = 4             /* points of a narrow table */
};

#define HISTORY_LABEL "the ladder over the course of the tournament"

struct history_point {
	long matches;           /* so far, by number */
	long games, blocks;     /* of the ladder at that point; 0: none */
	const struct ladder_row *rows;  /* by entrant; pool -1: not rated yet;
					   NULL: not asked for */
};

/* All zeroes is none. */
struct history {
	int entrants;
	struct history_point *points;   /* the last one has all matches */
	int count;
	struct ladder_row *rows;        /* of all points */
};

/*
 * Makes points at equal numbers of matches.  `whole` is the ladder of the table
 * and becomes the last point; the others are fitted with its options.  Without
 * `all`, only the points of the columns are fitted.  Nobody is rated where
 * there is no ladder yet: the anchor has not played, or a flat prior has no
 * maximum.
 */
void history_make(const struct games_table *table, const struct ladder *whole,
		  bool all, struct history *history);

/* How many columns a narrow table has, and the point of each column, from 0:
   they are evenly spaced, and the last one is the last point. */
int history_columns(const struct history *history);
int history_point_of(const struct history *history, int column);

/* May be called twice and on zeroes. */
void history_release(struct history *history);

#endif
