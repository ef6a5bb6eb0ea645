/*
 * crosstable.h - the points of everyone against everyone, game by game.
 *
 * In a game of many the points of i against j compare these two alone: 1 for
 * who is ahead, 1/2 each when level.  Where only winning counts, two losers are
 * not compared; neither are partners.
 */
#ifndef TOURNAMENTS_TABLES_CROSSTABLE_H
#define TOURNAMENTS_TABLES_CROSSTABLE_H

#include "tournaments/tables/standings.h"

/* Two entrants, low < high. */
struct cross {
	uint32_t low, high;
	uint64_t games;         /* times they were compared */
	uint64_t halves;        /* half points of `low`; the rest is high's */
};

/* Only pairs that met are kept.  All zeroes is empty. */
struct crosstable {
	struct cross *list;     /* owned */
	size_t count, room;
};

/* A game: entrants and ranks by place, as a row of the book has them. */
void crosstable_add(struct crosstable *table, enum result result, int seats,
		    const int *entrant, const unsigned char *rank);

/* Frees; safe twice. */
void crosstable_release(struct crosstable *table);

/*
 * The matrix of the first 20 in the order of `standings`: points/games, or
 * percent when that does not fit into 80 columns.
 */
void crosstable_text(struct crosstable *table,
		     const struct standings *standings,
		     const char *const *name, struct text *out);
/* All: a line or an object for each ordered pair that met. */
void crosstable_csv(struct crosstable *table,
		    const struct standings *standings,
		    const char *const *name, struct text *out);
void crosstable_json(struct crosstable *table,
		     const struct standings *standings,
		     const char *const *name, struct json_writer *w);

#endif
