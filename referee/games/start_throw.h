/*
 * start_throw.h - the throw for the start: the highest die begins, ties again.
 *
 * For games in which dice decide who begins.  Their state has a struct start
 * in it, and nothing is decided while more than one seat throws.
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

/* One die of everybody who still throws, on the table stream. */
struct draw start_due(const struct start *start);

/* The seat that begins, or -1: those who share the highest throw again. */
int start_land(struct start *start, const int *value);

#endif
