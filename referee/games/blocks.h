/*
 * blocks.h - compares two entrants, A and B, by their scores in blocks of games
 * on the same dice.
 *
 * Games on the same dice are not independent, but blocks are.  A block is
 * therefore one observation, whose score is the mean of A's games against B.
 * With two games per block these are the pentanomial statistics.
 */
#ifndef GAMES_BLOCKS_H
#define GAMES_BLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

/*
 * The units of a game score.  Exact for shares of the pairs of seats with up to
 * 10 seats, and for shares of a win.
 */
enum { BLOCKS_GAME_SCORE = 50400 };

/* How often each score occurred, ascending.  blocks_tally_begin initialises
   it. */
struct blocks_tally_line {
	int64_t score;
	uint64_t blocks;
};
struct blocks_tally {
	int games;              /* per block */
	struct blocks_tally_line *list;        /* owned */
	int count;
	size_t room;
	uint64_t blocks;
};

/*
 * Makes an empty tally.  With two seats, all possible scores have a line from
 * the start; with more seats, only 0, 1 and the scores that occur have one.
 */
void blocks_tally_begin(struct blocks_tally *tally, int games, int seats);
void blocks_tally_add(struct blocks_tally *tally, int64_t score);
/* Frees the tally; may be called twice and on zeroes. */
void blocks_tally_release(struct blocks_tally *tally);
/* A line's score as 0..1. */
double blocks_tally_value(const struct blocks_tally *tally, int line);

/* Values that do not exist are NAN. */
struct blocks_stats {
	uint64_t blocks;
	int games;              /* per block */
	double mean, variance;  /* of the block score, 0..1; the following
				   values assume at least the variance of a few
				   differing blocks (scatter_least) */
	bool same;              /* every block had the same score */
	double elo;             /* for a mean of 0 or 1, a bound */
	int side;               /* 1: elo is a lower bound (mean 1); -1: an
				   upper bound (mean 0); else 0 */
	double low, high;       /* 95% interval of elo; may be infinite */
	double error;           /* half its width */
	double nelo, nelo_error;        /* normalised Elo */
	double los;             /* chance that A is the better one */
};

void blocks_stats_make(const struct blocks_tally *tally,
		       struct blocks_stats *stats);

/* ### scatter: the least variation to assume when hardly any results differ */

/*
 * The least sum of squared deviations from the mean to assume for `count`
 * observations, in units of the step from the usual value to the next.  It is
 * that of three observations being one step off, but of at most one in eight:
 * if none of `count` is off, up to three may still be expected.  It is 0 for
 * fewer than eight observations, which do not show how much they vary.
 */
double scatter_least(double count);

#endif
