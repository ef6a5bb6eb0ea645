/*
 * surprises.h - the games whose results were furthest from what the ratings
 * lead to expect.
 */
#ifndef TOURNAMENTS_TABLES_SURPRISES_H
#define TOURNAMENTS_TABLES_SURPRISES_H

#include "tournaments/rating/ladder.h"
#include "tournaments/record/record.h"

enum { SURPRISES_MOST = 5 };

/* A game of an entrant.  The shares are the means against the opponents with
   whom the crosstable compares it and a chain of games joins it. */
struct surprise {
	int record;             /* which one, from 0 */
	uint32_t match, game;
	double made, due;       /* its share of the points, and the expected */
	int against[GAME_SEATS_MAX];    /* entrants of the ladder */
	int opponents;
};

/* Of one entrant, the greatest first, with a difference of at least a tenth; at
   most one of each kind from a match, and none with a fault. */
struct surprises {
	struct surprise best[SURPRISES_MOST], worst[SURPRISES_MOST];
	int best_count, worst_count;
};

/* By entrant of the ladder of these records, whose games are in `games`.  The
   caller frees them. */
struct surprises *surprises_make(struct games_table *games,
				 const struct ladder *ladder,
				 const struct record *const *records,
				 int count);

#endif
