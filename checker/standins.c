/*
 * standins.c - what the linker wants and no command of the checker reaches.
 *
 * Each ends the program: a check that fails is never taken for a good one.
 */
#include <stdlib.h>

#include <sodium.h>

#include "worth/solve.h"

/* The rest of libsodium chooses among instructions of processors and opens the
   system's random numbers; what is built here does neither. */
int sodium_init(void)
{
	return 0;
}

void sodium_misuse(void)
{
	abort();
}

/* Tables are solved with threads. */
int solve_check(const struct game *game, const int *rule, struct error *err)
{
	(void)game;
	(void)rule;
	return error_set(err, "the checker solves no tables");
}

double solve_seconds(const struct game *game, const int *rule)
{
	(void)game;
	(void)rule;
	abort();
}

struct duel *solve(const struct game *game, const int *rule,
		   const struct solve_options *options)
{
	(void)game;
	(void)rule;
	(void)options;
	abort();
}

void solve_rest(struct duel *duel)
{
	(void)duel;
	abort();
}
