/*
 * game_check.h - what referee check-game does: plays random games of a game
 * that is a program, and looks for what breaks the contract of
 * docs/own-game.md.
 */
#ifndef CHECK_GAME_CHECK_H
#define CHECK_GAME_CHECK_H

#include "base/printable.h"
#include "match/program_host.h"

enum {
	GAME_CHECK_GAMES = 2000,        /* by default, .. */
	GAME_CHECK_S = 60               /* .. but for no longer than this */
};

/* One run of `referee check-game`. */
struct game_check {
	const struct hosting *hosting;  /* its only entrant is the program */
	int keeper;
	const volatile sig_atomic_t *stop;
	int games;                      /* 0: as many as by default */
	uint64_t seed;
	bool show;                      /* print one game, as each seat sees
					   it */
};

/* Plays the games and prints what is wrong, and a summary.  Returns how many
   faults were found, or -1 with `err`. */
int game_check_run(const struct game_check *check, struct error *err);

#endif
