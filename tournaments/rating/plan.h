/*
 * plan.h - how many games until ratings are as exact as wanted.
 *
 * Half widths of 95% intervals, Elo, for entrants of about equal strength and
 * games without draws.  A design effect (deff) of 0.8 means that shared dice
 * save a fifth of the games.
 */
#ifndef TOURNAMENTS_RATING_PLAN_H
#define TOURNAMENTS_RATING_PLAN_H

#include <stdbool.h>
#include <stdint.h>

#include "games/game.h"

/*
 * What one game tells about the strength of one who plays it, against 1 logit
 * squared: 1/4 for two seats and for teams.
 */
double plan_information(enum result result, int seats);

/* Of a rating against the mean of all, and of the difference of two, when
   each of `entrants` plays `games` games, everyone against everyone. */
double plan_rating_error(int entrants, double games, double information,
			 double deff);
double plan_difference_error(int entrants, double games, double information,
			     double deff);

/* The games each has to play for such an error. */
double plan_rating_games(int entrants, double error, double information,
			 double deff);
double plan_difference_games(int entrants, double error, double information,
			     double deff);

struct plan {
	int entrants;
	int seats;
	enum result result;
	int rotations;          /* games of a block */
	double error;           /* wanted, Elo */
	double deff;            /* found so far; NAN: not known */
	double block_seconds;   /* measured, all cores together; NAN: unknown */
};

void plan_text(const struct plan *plan, struct text *out);
/* Members of an open object. */
void plan_json(const struct plan *plan, struct json_writer *w);

/* ### a running tournament: blocks and 95% half widths by entrant */

enum { PLAN_BLOCKS_MIN = 30 };

/* Further blocks one needs for `error`, at least 0; NAN: not known yet. */
double plan_blocks_left(long blocks, double err95, double error);

/* Seconds until all have `error`, after `seconds` of play; NAN: not known. */
double plan_seconds_left(int count, const long *blocks, const double *err95,
			 double seconds, double error);

/* until_error: all have it, with PLAN_BLOCKS_MIN blocks or more. */
bool plan_reached(int count, const long *blocks, const double *err95,
		  double error);

#endif
