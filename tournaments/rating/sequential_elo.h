/*
 * sequential_elo.h - the live number: sequential Elo for streams and graphs.
 *
 * Not for tables, because it does not settle: the difference of two equal bots
 * has a standard deviation of 59 Elo, however long they play.  The rating that
 * counts is the ladder's.
 */
#ifndef TOURNAMENTS_RATING_SEQUENTIAL_ELO_H
#define TOURNAMENTS_RATING_SEQUENTIAL_ELO_H

#include "games/game.h"

#define SEQUENTIAL_ELO_START 1500.0
#define SEQUENTIAL_ELO_K 20.0

/* The label that has to be printed with it. */
#define SEQUENTIAL_ELO_LABEL "live Elo, not the ladder"

/*
 * Updates the ratings, `elo` by entrant, after one game: all seats at once,
 * from the ratings before it.  `entrant` and `rank` are by place, as in the
 * book.
 */
void sequential_elo_add(double *elo, enum result result, int seats,
			const int *entrant, const unsigned char *rank,
			double k);

#endif
