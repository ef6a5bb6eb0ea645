/*
 * simulated_game.h - a game that the referee plays, for referee check.
 *
 * Dice and log lines are those of a real match; the moves of the seats that
 * no bot plays are picked from the legal ones.
 */
#ifndef CHECK_SIMULATED_GAME_H
#define CHECK_SIMULATED_GAME_H

#include "match/game_run.h"

/* Equal seeds give equal numbers: a check that failed fails again. */
struct random {
	uint64_t state;
};

/* A number from 0 to below - 1. */
int random_below(struct random *random, int below);

struct table {
	const struct game *game;
	int seats;
	struct hash secret, seal, salt;
	struct chains chains;
	struct course course;
	struct random random;
	struct text events;             /* log lines, each with LF */
	int legal[GAME_LEGAL_MAX];      /* of the seat that is to decide */
	int legal_count;
	struct json_writer line, move, said;
};

void table_init(struct table *table, const struct game *game, int seats,
		const int *rule, uint32_t links, uint64_t seed);

/* A fresh game on the dice of that board. */
void table_begin(struct table *table, uint32_t board);

/* Rolls what is due.  Returns the seat that is to decide, with its legal
   moves, or GAME_OVER. */
int table_turn(struct table *table);

/* What that seat sees: its view and the list of its legal moves. */
void table_show(struct table *table, int seat, struct json_writer *view,
		struct json_writer *legal);

/* The place of the move that the referee makes for a seat. */
int table_choose(struct table *table, int seat);

/* The seat makes that move. */
void table_move(struct table *table, int seat, int move);

/* The seat's answer is taken back: only the events know. */
void table_again(struct table *table, int seat);

void table_release(struct table *table);

#endif
