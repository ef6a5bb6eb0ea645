/*
 * duel.h - the chances of two perfect players of Bolo or Pig, from a solved
 * table: of every position, and of every move.
 *
 * solve.h makes tables, table_file.h reads and writes them.  Scores are in
 * units (turns_values.h).  max_turns is ignored.
 */
#ifndef WORTH_DUEL_H
#define WORTH_DUEL_H

#include "worth/turns.h"

enum {
	DUEL_TARGET_MAX = 400,          /* units of the largest target */
	DUEL_TURNS_MIN = 60             /* the least max_turns */
};

/* A solved game. */
struct duel {
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct turns *turns;            /* of these rules */
	int target;                     /* units */
	/* The least totals that a score, below the target, may bank: short of
	   the target, and to reach it.  Units. */
	int *least_short, *least_reach;
	/* The chance of who begins a turn with `own` points, at
	   [own * target + other]; 0 for scores that nobody can have.  NULL in
	   a table of the end alone (solve_end). */
	double *win;
	/*
	 * The chances of who begins the last turn, or a turn of the sudden
	 * death, so many units behind: at [distance], `reach` of them.  NULL
	 * when the rules have none.  `bank` is the chance to bank at least so
	 * much, for a last turn that has a minimum (bolo5).
	 */
	int reach;
	double *last, *sudden, *bank;
	int tail;                       /* rows of a turn beyond the end */
	/* Units by which the target of a game is larger: who has more than
	   them plays by the table without them, if both do and no minimum
	   depends on the score (see duel_shift). */
	int shift;
};

/* A table without any numbers, for those who fill it; duel_free frees it. */
struct duel *duel_new(const struct game *game, const int *rule);

/* NULL is allowed. */
void duel_free(struct duel *duel);

/*
 * Are these rules those of the table, as far as they matter to the chances?
 * Not so: illegal_retries, ranking, start, max_turns of DUEL_TURNS_MIN or more
 * and what is only told.
 */
bool duel_fits(const struct duel *duel, const struct game *game,
	       const int *rule);

/* The same of rules with a larger target, for Bolo with seven dice and Pig.
   Then the table is for the end of that game from here on: when both seats
   have that many points more; before that, turns are played for points. */
bool duel_shift(struct duel *duel, const struct game *game, const int *rule);

/* ### a game */

/*
 * The turn that was solved last, which a caller keeps from one question to the
 * next: a new turn costs up to a millisecond, a further question about the
 * same one next to nothing.  All zeroes is none; duel_turn_release frees it.
 */
struct duel_turn {
	int phase, own, other;          /* which one it is */
	int rows;
	double lost;
	double *stop, *value;           /* as turns_values has them */
};

void duel_turn_release(struct duel_turn *turn);

/*
 * The chance of `seat` to win, a tie being half, by the best play of both: in
 * any state of a game for two with the rules of the table, also when it is
 * over.  The throw for the start counts as half.  At a decision it is the best
 * of duel_move.
 */
double duel_chance(const struct duel *duel, struct duel_turn *turn,
		   const void *state, int seat);

/*
 * The chance of the seat that is to decide after this legal move.  With more
 * than two seats it is that against the highest score of the others.  In a
 * table of the end alone, and before the end of a larger target, it is the
 * mean of the units that the turn banks.
 */
double duel_move(const struct duel *duel, struct duel_turn *turn,
		 const void *state, int move);

/*
 * The move to make: the best one; of those within 1e-12 of it a bank before a
 * roll, then the first in the order of `legal`.  `*second`, which may be NULL,
 * gets the worth of the best move that is worse, or -1 when there is none.
 */
int duel_best(const struct duel *duel, struct duel_turn *turn,
	      const void *state, double *second);

/* ### for the solver */

/* A turn before the end: its rows, and what a bank is worth, -HUGE_VAL where
   it is not allowed.  It needs `last` and `win` for larger sums of scores. */
int duel_rows(const struct duel *duel, int own, int other);
double duel_stop(const struct duel *duel, int own, int other, int total);

/* A turn at the end: what it is worth to be ahead by so much, from 0. */
double duel_ahead_last(const struct duel *duel, int lead);
double duel_ahead_sudden(const struct duel *duel, int lead);

#endif
