/*
 * duel.h - the winning chances of two perfect players of Bolo or Pig, for every
 * position and every move, from a solved table.
 *
 * solve.h makes tables; table_file.h reads and writes them.  Scores are in
 * units (turns.h).  max_turns is ignored.
 */
#ifndef WORTH_DUEL_H
#define WORTH_DUEL_H

#include "base/memory.h"
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
	/* For each score below the target, the least totals that may be
	   banked: short of the target, and to reach it.  In units. */
	int *least_short, *least_reach;
	/* The chance of the player who begins a turn with `own` points, at
	   [own * target + other]; 0 for impossible scores.  NULL in a table of
	   the end only (solve_end). */
	double *win;
	/*
	 * The chance of the player who begins the last turn, or a turn of the
	 * sudden death, at [distance], the units that they are behind; `reach`
	 * entries.  NULL if the rules have no such turn.  `bank` is the chance
	 * to bank at least `distance`, for a last turn that has a minimum
	 * (bolo5).
	 */
	int reach;
	double *last, *sudden, *bank;
	int tail;                       /* rows of a turn beyond the end */
	/* The units by which the target of a game exceeds the table's.  Once
	   both scores are larger than that, the table applies to the scores
	   minus `shift` (see duel_shift). */
	int shift;
};

static inline double *duel_numbers(int count)
{
	return memory_new((size_t)count, sizeof(double));
}

/* Makes a table without numbers, for the caller to fill; duel_free frees it. */
struct duel *duel_new(const struct game *game, const int *rule);

/* Frees a table; NULL is allowed. */
void duel_free(struct duel *duel);

/*
 * Whether these rules are those of the table, as far as they affect the
 * chances.  Rules that do not are illegal_retries, ranking, start, a max_turns
 * of DUEL_TURNS_MIN or more, and those that only concern events.
 */
bool duel_fits(const struct duel *duel, const struct game *game,
	       const int *rule);

/* The same for rules with a larger target, in Bolo with seven dice and Pig.  If
   they fit, sets `shift`: from then on the table is used for the end of such a
   game; before that, turns are played for points. */
bool duel_shift(struct duel *duel, const struct game *game, const int *rule);

/* ### a game */

/*
 * The turn that was solved last.  The caller keeps it between queries, because
 * solving a new turn takes up to a millisecond, while a further query about the
 * same turn is almost free.  All zeroes is no turn; duel_turn_release frees it.
 */
struct duel_turn {
	int phase, own, other;          /* identify the turn */
	int rows;
	double lost;
	double *stop, *value;           /* see turns_values */
};

void duel_turn_release(struct duel_turn *turn);

/*
 * The chance of `seat` to win, counting a tie as half, if both play perfectly.
 * Takes any state of a two-player game with the rules of the table, even if the
 * game is over.  It is 0.5 at the throw for the start; at a decision, it is the
 * best of duel_move.
 */
double duel_chance(const struct duel *duel, struct duel_turn *turn,
		   const void *state, int seat);

/*
 * The chance, after this legal move, of the seat that is to decide.  With more
 * than two seats, it is the chance against the highest other score.  With a
 * table of the end only, and before the end of a game with a larger target, it
 * is the mean number of units that the turn banks.
 */
double duel_move(const struct duel *duel, struct duel_turn *turn,
		 const void *state, int move);

/*
 * The best move.  Of moves within 1e-12 of it, a bank is preferred to a roll,
 * then the first in the order of `legal`.  `second`, which may be NULL, gets
 * the worth of the best move that is worse, or -1 if there is none.
 */
int duel_best(const struct duel *duel, struct duel_turn *turn,
	      const void *state, double *second);

/* ### for the solver */

/* For a turn before the end: its rows, and what a bank is worth, -HUGE_VAL if
   it is not allowed.  Needs `last`, and `win` for larger sums of scores. */
int duel_rows(const struct duel *duel, int own, int other);
double duel_stop(const struct duel *duel, int own, int other, int total);

/* For a turn at the end: what it is worth to be ahead by `lead` >= 0. */
double duel_ahead_last(const struct duel *duel, int lead);
double duel_ahead_sudden(const struct duel *duel, int lead);

#endif
