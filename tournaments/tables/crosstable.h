/*
 * crosstable.h - the points of everyone against everyone, game by game.
 *
 * In a game of many the points of i against j compare only these two: 1 for
 * the one ahead, 1/2 each if level.  Where only winning counts, two losers are
 * not compared; neither are partners.
 */
#ifndef TOURNAMENTS_TABLES_CROSSTABLE_H
#define TOURNAMENTS_TABLES_CROSSTABLE_H

#include "games/game.h"
#include "tournaments/format/standings.h"

/* The results of one entrant against another. */
struct crosstable_side {
	int row, column;        /* the two: entrants, and after crosstable_order
				   their rows in the standings, from 0 */
	uint64_t games;         /* times they were compared */
	uint64_t wins, draws;   /* of the one in `row` */
};

/* Both sides of every pair that met.  All zeroes is empty. */
struct crosstable {
	struct crosstable_side *list;     /* owned */
	size_t count, room;
};

/* Adds a game: entrants and ranks by place, as in a row of the book. */
void crosstable_add(struct crosstable *table, enum result result, int seats,
		    const int *entrant, const unsigned char *rank);

/* Are two places of a game compared?  Partners are not, nor losers where only
   winning counts. */
bool crosstable_compares(enum result result, int i, int j,
			 const unsigned char *rank);

/* Twice the points that it scored. */
uint64_t crosstable_halves(const struct crosstable_side *side);

/* Puts the sides into the order of the standings, row by row; no game may be
   added any more. */
void crosstable_order(struct crosstable *table,
		      const struct standings *standings);

/* Frees it; may be called twice. */
void crosstable_release(struct crosstable *table);

#endif
