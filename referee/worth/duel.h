/*
 * duel.h - the chances of two perfect players of Bolo or Pig, from a solved
 * table: of every position, and of every move.
 *
 * solve.h makes tables, table_file.h reads and writes them.  Scores are in
 * units (turns.h).  max_turns is ignored.
 */
#ifndef WORTH_DUEL_H
#define WORTH_DUEL_H

#include "worth/turns.h"

enum {
	DUEL_TARGET_MAX = 400,          /* units of the largest target */
	DUEL_TURNS_MIN = 60             /* the least max_turns */
};

/* A solved game.  The caller frees it. */
struct duel {
	const struct game *game;
	int rule[GAME_RULES_MAX];
	struct turns *turns;            /* of these rules */
	int target;                     /* units */
	/* The chance of who begins a turn with `own` points, at
	   [own * target + other]; 0 for scores that nobody can have. */
	double *win;
	/*
	 * The chances of who begins the last turn, or a turn of the sudden
	 * death, so many units behind: at [distance], `reach` of them.  NULL
	 * when the rules have none.  For bolo5, whose last turn has a minimum,
	 * there is a list for each of DUEL_MINIMUMS, one after the other.
	 */
	int reach;
	double *last, *sudden;
};

enum { DUEL_MINIMUMS = 4 };

void duel_free(struct duel *duel);

/* Are these rules those of the table, as far as they matter to the chances?
   Not so: illegal_retries, ranking, start, max_turns of DUEL_TURNS_MIN or more
   and what is only told. */
bool duel_fits(const struct duel *duel, const struct game *game,
	       const int *rule);

/*
 * The turn that was solved last, which a caller keeps from one question to the
 * next: a new turn costs up to a millisecond, a further question about the
 * same one next to nothing.  All zeroes is none; duel_turn_release frees it.
 */
struct duel_turn {
	int phase, own, other;          /* which one it is */
	int rows;
	double *stop, *value;           /* as turns_values has them */
};

void duel_turn_release(struct duel_turn *turn);

/*
 * The chance of `seat` to win, a tie being half: in any state of the game for
 * two, also when it is over, by the best play of both.  The throw for the
 * start counts as half.  At a decision it is the best of duel_move.
 */
double duel_chance(const struct duel *duel, struct duel_turn *turn,
		   const void *state, int seat);

/* The chance of the seat that is to decide after this legal move. */
double duel_move(const struct duel *duel, struct duel_turn *turn,
		 const void *state, int move);

/*
 * The move to make: the best one; of those within 1e-12 of it a bank before a
 * roll, then the first in the order of `legal`.  `*second`, which may be NULL,
 * gets the chance by the best move that is worse than that, or a negative
 * number when there is none.
 */
int duel_best(const struct duel *duel, struct duel_turn *turn,
	      const void *state, double *second);

#endif
