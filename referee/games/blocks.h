/*
 * blocks.h - two entrants, block by block: scores on the same dice, and what
 * they say about A against B.
 *
 * Games on the same dice are not independent; blocks are.  So a block is one
 * observation, its score the mean of A's games against B.  With two games a
 * block these are the pentanomial statistics.
 */
#ifndef GAMES_BLOCKS_H
#define GAMES_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game_points.h"

/*
 * A game score in 1/BLOCKS_GAME_SCORE: exact for shares of the pairs of seats
 * at any table of 10, and shares of a win.
 */
enum { BLOCKS_GAME_SCORE = 50400 };

/*
 * The score of A in a block against B, summed over its games: 0 to `games`
 * times BLOCKS_GAME_SCORE.  `rank` has a row of `seats` ranks for each game, by
 * place as in the book.  The share of pairs (seat of A, seat of B) in which A
 * is ahead, ties half; where only winning counts, half of 1 + A's share of the
 * win - B's.  Returns -1 unless both play.
 */
int64_t blocks_score(enum result result, int seats, const int *entrant,
		     const unsigned char *rank, int games, int a, int b);

/* How often each score came up, ascending.  Begin with blocks_tally_begin. */
struct blocks_tally_line {
	int64_t score;
	uint64_t blocks;
};
struct blocks_tally {
	int games;              /* of a block */
	bool matches;           /* each "block" is a whole match */
	struct blocks_tally_line *list;        /* owned */
	int count;
	size_t room;
	uint64_t blocks;
};

/*
 * An empty tally.  With two seats all possible scores have a line from the
 * start; with more there are 0 and 1, and what comes up.
 */
void blocks_tally_begin(struct blocks_tally *tally, int games, int seats);
void blocks_tally_add(struct blocks_tally *tally, int64_t score);
/* Frees; safe twice and on zeroes. */
void blocks_tally_release(struct blocks_tally *tally);
/* A line's score as 0..1. */
double blocks_tally_value(const struct blocks_tally *tally, int line);

/* A value that does not exist is NAN. */
struct blocks_stats {
	uint64_t blocks;
	int games;              /* of a block */
	double mean, variance;  /* of the block score, 0..1; what follows takes
				   it to be at least that of a few blocks which
				   differ (base/scatter.h) */
	bool same;              /* every block had the same score */
	double elo;             /* mean 0 or 1: the bound X of ">= X" */
	int side;               /* 1: mean 1, at least elo; -1: at most; or 0 */
	double low, high;       /* 95%; infinite when beyond all Elo */
	double error;           /* half their distance */
	double nelo, nelo_error;
	double los;             /* chance that A is the better one */
};

void blocks_stats_make(const struct blocks_tally *tally,
		       struct blocks_stats *stats);

#endif
