/*
 * early_end.h - does a tournament end before its format has no more matches?
 *
 * It does when its sequential test has an answer (sprt_end.h), or, with the
 * option "until_error", when all entrants are in one pool and every error is
 * small enough, after a whole cycle, or a round if the format has no cycles.
 */
#ifndef TOURNAMENTS_TABLES_EARLY_END_H
#define TOURNAMENTS_TABLES_EARLY_END_H

#include "tournaments/record/record.h"

struct early_end {
	const struct record *record;    /* borrowed; may grow */
	uint32_t fitted;        /* the last round whose errors were computed */
	bool reached;           /* they were small enough */
};

/* Does it end with the matches that have ended so far?  All but the record is
   zero in the first call. */
bool early_end_is_due(struct early_end *end);

/* The first round after which the wanted error was reached; 0: none. */
uint32_t early_end_round(const struct record *record);

#endif
