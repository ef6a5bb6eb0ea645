/*
 * solve.h - solves Bolo and Pig for two: computes the table of all chances.
 *
 * The numbers are the same, bit for bit, for all compilers, compiler options
 * and numbers of threads, so the hash of a table identifies it.
 */
#ifndef WORTH_SOLVE_H
#define WORTH_SOLVE_H

#include <signal.h>

#include "worth/duel.h"

/* All zeroes means one thread and no callbacks. */
struct solve_options {
	int threads;
	/* Called from time to time with the part that is done, 0..1; or
	   NULL. */
	void (*progress)(void *context, double done);
	void *context;
	const volatile sig_atomic_t *stop;      /* not 0: stop; or NULL */
};

/* Checks that the game can be solved.  Returns 0, or -1 with the reason:
   another game, a target above DUEL_TARGET_MAX units, max_turns below
   DUEL_TURNS_MIN. */
int solve_check(const struct game *game, const int *rule, struct error *err);

/* An estimate of the seconds that solving takes on one core, for rules that
   solve_check has accepted. */
double solve_seconds(const struct game *game, const int *rule);

/* Solves the game, with rules that solve_check has accepted.  The caller frees
   the table.  Returns NULL if it was stopped. */
struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options);

/* Solves only the end, after the target has been reached, for rules with any
   target; takes a tenth of a second. */
struct duel *solve_end(const struct game *game, const int *rule);

/* Recomputes what a table file does not contain. */
void solve_rest(struct duel *duel);

#endif
