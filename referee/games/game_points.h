/*
 * game_points.h - what a game is worth to each seat.
 */
#ifndef GAMES_GAME_POINTS_H
#define GAMES_GAME_POINTS_H

#include "games/game.h"

enum { GAME_POINTS = 5040 };    /* units of a point: exact for 10 seats */

/*
 * Computes the points of one game in 1/GAME_POINTS, per seat, from the ranks (1
 * is best; only their order counts).  By `result`, they are the share of
 * opponents beaten, the share of the win, or the team's result for each of its
 * members.
 */
void game_points(enum result result, int seats, const int *rank,
		 int *points);

#endif
