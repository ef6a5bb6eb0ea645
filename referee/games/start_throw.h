/*
 * start_throw.h - the throw for the start: the highest die begins.
 *
 * For games in which dice decide who begins.  Seats that share the highest die
 * throw again, until one is left.  The state of such a game contains a
 * struct start_throw.
 */
#ifndef GAMES_START_THROW_H
#define GAMES_START_THROW_H

#include "games/game.h"

struct start_throw {
	int count;
	int seat[GAME_SEATS_MAX];       /* who throws next, ascending */
};

/* Every seat throws. */
void start_throw_init(struct start_throw *start, int seats);

/* One die for each seat that still throws, on the table stream. */
struct draw start_throw_due(const struct start_throw *start);

/* The seat that begins, or -1 when seats have to throw again. */
int start_throw_land(struct start_throw *start, const int *value);

#endif
