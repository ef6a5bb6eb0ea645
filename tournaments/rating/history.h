/*
 * history.h - the ladder over the course of a tournament: the same fit, made
 * of the games until then, at some points of it.
 *
 * It is the ladder at each point, not a rating that moves from game to game
 * (sequential_elo.h is).  Each point costs a fit, so there are never many.
 */
#ifndef TOURNAMENTS_RATING_HISTORY_H
#define TOURNAMENTS_RATING_HISTORY_H

#include "tournaments/rating/ladder.h"

enum {
	HISTORY_POINTS = 40,
	HISTORY_MANY = 200,             /* entrants */
	HISTORY_POINTS_MANY = 20        /* points when there are more */
};

#define HISTORY_LABEL "the ladder over the course of the tournament"

struct history_point {
	long matches;           /* so far, by number */
	long games, blocks;     /* of the ladder then; 0: it had none */
	const struct ladder_row *rows;  /* by entrant; pool -1: not rated yet */
};

/* All zeroes is none. */
struct history {
	int entrants;
	struct history_point *points;   /* the last one is the whole */
	int count;
	struct ladder_row *rows;        /* of all points */
};

/*
 * Points at equal numbers of matches.  Where there is no ladder yet (the
 * anchor has not played, a flat prior has no maximum) nobody is rated; at the
 * last one that is an error.  history_release is due either way.
 */
int history_make(const struct games_table *table,
		 const struct ladder_options *options,
		 struct history *history, struct error *err);
/* Safe twice and on zeroes. */
void history_release(struct history *history);

#endif
