/*
 * solve.h - solves Bolo and Pig for two: the table of all chances.
 *
 * The numbers are the same bit by bit whatever the compiler, its options and
 * the number of threads, so that the hash of a table stands for it.
 */
#ifndef WORTH_SOLVE_H
#define WORTH_SOLVE_H

#include <signal.h>

#include "worth/duel.h"

/* All zeroes: one thread and nothing else. */
struct solve_options {
	int threads;
	/* Called now and then with the part that is done, 0..1; or NULL. */
	void (*progress)(void *context, double done);
	void *context;
	const volatile sig_atomic_t *stop;      /* not 0: give up; or NULL */
};

/* Can it be solved?  Returns 0, or -1 with the reason: another game, a target
   of more than DUEL_TARGET_MAX units, max_turns below DUEL_TURNS_MIN. */
int solve_check(const struct game *game, const int *rule, struct error *err);

/* About how many seconds of one core it takes, by rules that have passed
   solve_check. */
double solve_seconds(const struct game *game, const int *rule);

/* Solves the game, by rules that have passed solve_check.  The caller frees
   the table.  Returns NULL when it was told to stop. */
struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options);

/* The end alone, after the target has been reached, by rules with any target;
   it takes a tenth of a second. */
struct duel *solve_end(const struct game *game, const int *rule);

/* Works out again what a table file does not hold. */
void solve_rest(struct duel *duel);

#endif
