/*
 * single_turns.h - the rules for which the vectors have single turns.
 */
#ifndef SUPPORT_SINGLE_TURNS_H
#define SUPPORT_SINGLE_TURNS_H

#include "games/games.h"

static const struct {
	const struct game *game;
	const char *name;               /* in the vectors */
	const char *options;            /* without a minimum for a turn */
} single_turns[] = {
	{ &bolo7, "default", "opening=0" },
	{ &bolo7, "series_extension=same_turn",
	  "opening=0,series_extension=same_turn" },
	{ &bolo5, "default", "min_first=0" },
	{ &bolo5, "yahtzee_clause=false",
	  "min_first=0,yahtzee_clause=false" },
};

enum { SINGLE_TURNS = sizeof single_turns / sizeof *single_turns };

#endif
