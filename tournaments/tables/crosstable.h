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
#include "tournaments/tables/standings.h"

/* Two entrants, low < high. */
struct crosstable_pair {
	uint32_t low, high;
	uint64_t games;         /* times they were compared */
	uint64_t wins;          /* of `low` */
	uint64_t draws;         /* the rest are high's wins */
};

/* Only pairs that met are kept.  All zeroes is empty. */
struct crosstable {
	struct crosstable_pair *list;     /* owned */
	size_t count, room;
};

/* Adds a game: entrants and ranks by place, as in a row of the book. */
void crosstable_add(struct crosstable *table, enum result result, int seats,
		    const int *entrant, const unsigned char *rank);

/* The results of the entrant in row `row` of the standings against the one in
   row `column`. */
struct crosstable_side {
	int row, column;        /* from 0 */
	uint64_t games, wins, draws;
};

/* Twice the points that it scored. */
uint64_t crosstable_halves(const struct crosstable_side *side);

/*
 * Both sides of every pair, row by row; `*count` is their number.  The caller
 * frees them.
 */
struct crosstable_side *crosstable_sides(struct crosstable *table,
					 const struct standings *standings,
					 size_t *count);

/* Frees it; may be called twice. */
void crosstable_release(struct crosstable *table);

#endif
