/*
 * moments.h - the luckiest rolls and the worst moves, in words.
 */
#ifndef ANALYSE_MOMENTS_H
#define ANALYSE_MOMENTS_H

#include "match/game_run.h"

/* A roll or a move, and how much it has changed, in shares of a point. */
struct moments_one {
	double amount;
	char *words;                    /* owned */
};

/* The largest of a kind, in falling order; all zeroes is none. */
struct moments {
	int count;
	struct moments_one *list;       /* owned */
};

/* Where it happened. */
struct moments_place {
	const struct game *game;
	uint32_t number;                /* of the game of the log */
	const char *name;               /* of who rolls or moves, .. */
	int seat;                       /* .. and where that seat is */
	const struct roll *roll;        /* the last one */
	const void *before;             /* the state before the step */
};

/* Keeps, of all that it is told, the `most` luckiest rolls: one that has
   changed the chance from what was expected. */
void moments_roll(struct moments *moments, int most,
		  const struct moments_place *place, const void *after,
		  double expected, double chance);

/* The same for moves, by what was lost: one with this chance, where `best`
   would have had `best_chance`. */
void moments_move(struct moments *moments, int most,
		  const struct moments_place *place, int move, double chance,
		  int best, double best_chance);

/* Moves all of `from` to `moments`; `from` is empty then. */
void moments_merge(struct moments *moments, int most, struct moments *from);

void moments_release(struct moments *moments);

#endif
