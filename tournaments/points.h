/*
 * points.h - what a game and a match are worth.
 */
#ifndef POINTS_H
#define POINTS_H

#include "schedule.h"

/*
 * Points of one game in 1/5040, per seat, from the ranks (1 is best, only
 * their order counts): the share of opponents beaten; the share of the win;
 * a team's result for each of its members.
 */
void points_of_game(enum result result, int seats, const int *rank,
		    int *points);

/*
 * Points of a match in 1/5040, per place of the meeting: who has the most game
 * points gets one point, several share it.  A bye is one point.
 */
void points_of_match(const struct meeting *meeting, int *points);

#endif
