/*
 * game_luck.h - the effect of luck on the score of a game.
 *
 * Luck is given by seat, in millionths of a point, and adds up to 0.  A score
 * is linear in the points of the seats, so the effect of luck on it is the same
 * combination of the luck of the seats.
 */
#ifndef TOURNAMENTS_RATING_GAME_LUCK_H
#define TOURNAMENTS_RATING_GAME_LUCK_H

#include <stdint.h>

#include "games/game.h"

/* What luck added to the points of a seat: its own luck, or its side's. */
int64_t game_luck_of(enum result result, const int32_t *luck, int seat);

/*
 * What luck added to blocks_score of one game, of entrant `a` against `b`, who
 * both play in it, in half millionths.  With two seats: twice the luck of a.
 */
int64_t game_luck_against(enum result result, int seats, const int *entrant,
			  const int32_t *luck, int a, int b);

#endif
