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

struct solve_options {
	int threads;            /* at least 1 */
	/* Called now and then with the part that is done, 0..1; or NULL. */
	void (*progress)(void *context, double done);
	void *context;
	const volatile sig_atomic_t *stop;      /* not 0: give up; or NULL */
};

/* Can it be solved?  Returns 0, or -1 with the reason: another game, a target
   of more than DUEL_TARGET_MAX units, max_turns below DUEL_TURNS_MIN. */
int solve_check(const struct game *game, const int *rule, struct error *err);

/* About how many seconds of one core it takes; the rules have passed
   solve_check. */
double solve_seconds(const struct game *game, const int *rule);

/* Solves the game.  Returns the table, which the caller frees; or NULL with
   `err`, also when it was told to stop. */
struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options, struct error *err);

#endif
