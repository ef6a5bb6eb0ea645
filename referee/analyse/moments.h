/*
 * moments.h - the luckiest rolls and the worst moves, in words.
 */
#ifndef ANALYSE_MOMENTS_H
#define ANALYSE_MOMENTS_H

#include "match/game_run.h"

/* A roll or a move, and how much it changed, in fractions of a point. */
struct moments_one {
	double amount;
	char *words;                    /* owned */
};

/* The largest of a kind, in descending order; all zeroes: none. */
struct moments {
	int count;
	struct moments_one *list;       /* owned */
};

/* Where it happened. */
struct moments_place {
	const struct game *game;
	uint32_t number;                /* of the game of the log */
	const char *name;               /* of the entrant that rolls or moves */
	int seat;                       /* the seat of that entrant */
	const struct roll *roll;        /* the last one */
	const void *before;             /* the state before the step */
};

/* Adds a roll that changed the chance from `expected` to `chance`, if it is one
   of the `most` luckiest so far. */
void moments_roll(struct moments *moments, int most,
		  const struct moments_place *place, const void *after,
		  double expected, double chance);

/* Adds a move with that chance where `best` would have had `best_chance`, if it
   is one of the `most` that lost most so far. */
void moments_move(struct moments *moments, int most,
		  const struct moments_place *place, int move, double chance,
		  int best, double best_chance);

/* Adds all of `from` to `moments`, keeping the largest, and empties `from`. */
void moments_merge(struct moments *moments, int most, struct moments *from);

void moments_release(struct moments *moments);

#endif
