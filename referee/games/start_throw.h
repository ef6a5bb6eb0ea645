/*
 * start_throw.h - the throw for the start: the highest die begins.
 *
 * For games in which dice decide who begins.  Seats that share the highest die
 * throw again, until one is left.  The state of such a game contains a struct
 * start.
 */
#ifndef GAMES_START_THROW_H
#define GAMES_START_THROW_H

#include "games/game.h"

struct start {
	int count;
	int seat[GAME_SEATS_MAX];       /* who throws next, ascending */
};

/* Every seat throws. */
void start_init(struct start *start, int seats);

/* One die for each seat that still throws, on the table stream. */
struct draw start_due(const struct start *start);

/* The seat that begins, or -1 when seats have to throw again. */
int start_land(struct start *start, const int *value);

#endif
