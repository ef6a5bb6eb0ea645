/*
 * plan.h - how many games a wanted precision of ratings takes.
 *
 * Half widths of 95% intervals, Elo, for entrants of about equal strength and
 * games without draws.  A design effect (deff) of 0.8 means that shared dice
 * save a fifth of the games.
 */
#ifndef TOURNAMENTS_RATING_PLAN_H
#define TOURNAMENTS_RATING_PLAN_H

#include <stdbool.h>

#include "tournaments/rating/ladder.h"

/*
 * The Fisher information of one game about the strength of one of its players,
 * per logit squared: 1/4 for two seats and for teams.
 */
double plan_information(enum result result, int seats);

/* The error of a rating against the mean of all, and that of the difference of
   two, when each of `entrants` plays `games` games, everyone against
   everyone. */
double plan_rating_error(int entrants, double games, double information,
			 double deff);
double plan_difference_error(int entrants, double games, double information,
			     double deff);

/* The games that each has to play for such an error. */
double plan_rating_games(int entrants, double error, double information,
			 double deff);
double plan_difference_games(int entrants, double error, double information,
			     double deff);

/* ### a running tournament */

enum { PLAN_BLOCKS_MIN = 30 };

/* Further games until all reach `error`, if they go on as in the ladder; NAN:
   not known. */
double plan_games_left(const struct ladder *ladder, double error);

/* For until_error: are all in one pool, with this error and PLAN_BLOCKS_MIN
   blocks or more?  Errors within a pool say nothing about other pools. */
bool plan_reached(const struct ladder *ladder, double error);

#endif
