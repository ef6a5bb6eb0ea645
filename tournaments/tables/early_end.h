/*
 * early_end.h - does a tournament end before its format has no more matches?
 *
 * By the answer of its sequential test (sprt_end.h), or when all entrants are
 * in one pool and every error is below the wanted one (the option
 * "until_error"), after a whole round or, where there are any, cycle.
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

/* Looks at what is new; `context` is the struct.  Fits runner.is_over. */
bool early_end_is_due(void *context);

/* The first round after which the wanted error was reached; 0: none. */
uint32_t early_end_round(const struct record *record);

void early_end_release(struct early_end *end);

#endif
