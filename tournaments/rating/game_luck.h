/*
 * game_luck.h - the luck of a game as its score sees it.
 *
 * Luck is given by seat, in millionths of a point, and adds up to 0.  A score
 * is linear in the points of the seats; what luck did to it is the same sum
 * of the luck of the seats.
 */
#ifndef TOURNAMENTS_RATING_GAME_LUCK_H
#define TOURNAMENTS_RATING_GAME_LUCK_H

#include <stdint.h>

#include "games/game.h"

/* What luck did to the points of a seat: its own luck, or that of its side. */
int64_t game_luck_of(enum result result, const int32_t *luck, int seat);

/*
 * What luck did to blocks_score of one game, of entrant `a` against `b`, both
 * of which play, in half millionths.  At two seats: twice the luck of a.
 */
int64_t game_luck_against(enum result result, int seats, const int *entrant,
			  const int32_t *luck, int a, int b);

#endif
