/*
 * until_error.h - does a tournament end before its format has no more matches?
 *
 * A sequential test looks at the blocks in order, over the matches that are
 * complete without a gap, so that it stops at the same block on any number of
 * cores; later matches stand in the book and do not count.  A wanted error
 * (until_error) is looked at after a whole round.
 */
#ifndef TOURNAMENTS_TABLES_UNTIL_ERROR_H
#define TOURNAMENTS_TABLES_UNTIL_ERROR_H

#include "tournaments/rating/sprt.h"
#include "tournaments/record/record.h"

struct stopping {
	const struct record *record;    /* borrowed */
	bool tests;                     /* the format is sprt */
	struct sprt sprt;               /* then */
	uint32_t next;                  /* first match it has not looked at */
	uint32_t last;                  /* the one in which it stopped, or 0 */
	uint32_t last_games;            /* of that match, that count */
	uint32_t fitted;                /* the round of the last look */
	bool reached;                   /* until_error */
};

void stopping_init(struct stopping *stopping, const struct record *record);

/* Takes what is new; `context` is the struct.  Fits runner.is_over. */
bool stopping_is_due(void *context);

/* The games of a match that count, of `games` that it has. */
uint32_t stopping_counted(const struct stopping *stopping, uint32_t number,
			  uint32_t games);

/* The first round after which the wanted error was reached; 0: none was. */
uint32_t stopping_round(const struct record *record);

void stopping_release(struct stopping *stopping);

#endif
