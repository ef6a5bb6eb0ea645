/*
 * start_throw.h - the throw for the start: the highest die begins.
 *
 * For games in which dice decide who begins.  Seats that tie for the highest
 * die throw again until one is left.  The state of such a game contains a
 * struct start_throw.
 */
#ifndef GAMES_START_THROW_H
#define GAMES_START_THROW_H

#include "games/game.h"

struct start_throw {
	int count;
	int seat[GAME_SEATS_MAX];       /* the seats that throw, ascending */
};

/* Starts the throw, for all seats. */
void start_throw_init(struct start_throw *start, int seats);

/* The draw: one die for each seat that throws, from the table stream. */
struct draw start_throw_due(const struct start_throw *start);

/* Takes the values.  Returns the seat that begins, or -1 if seats have to throw
   again. */
int start_throw_land(struct start_throw *start, const int *value);

#endif
