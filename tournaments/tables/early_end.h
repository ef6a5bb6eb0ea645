/*
 * early_end.h - does a tournament end before its format has no more matches?
 *
 * It does when its sequential test has an answer (sprt_end.h), or, with the
 * option "until_error", when all entrants are in one pool and every error is
 * small enough, after a whole cycle, or a round if the format has no cycles.
 */
#ifndef TOURNAMENTS_TABLES_EARLY_END_H
#define TOURNAMENTS_TABLES_EARLY_END_H

#include "tournaments/tables/sprt_end.h"

struct early_end {
	struct sprt_end test;
	uint32_t fitted;        /* the last round whose errors were computed */
	bool reached;           /* they were small enough */
};

void early_end_begin(struct early_end *end, const struct record *record);

/* Looks at the matches that are new; `context` is the struct early_end.  Can be
   used as runner.is_over. */
bool early_end_is_due(void *context);

/* The first round after which the wanted error was reached; 0: none. */
uint32_t early_end_round(const struct record *record);

void early_end_release(struct early_end *end);

#endif
