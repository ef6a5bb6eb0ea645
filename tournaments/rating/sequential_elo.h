/*
 * sequential_elo.h - the live number: sequential Elo for streams and graphs.
 *
 * Never a table: it does not settle.  Two equal bots differ by 59 Elo, one
 * standard deviation, however long they play.  The ladder is the truth.
 */
#ifndef TOURNAMENTS_RATING_SEQUENTIAL_ELO_H
#define TOURNAMENTS_RATING_SEQUENTIAL_ELO_H

#include "games/game.h"

#define SEQUENTIAL_ELO_START 1500.0
#define SEQUENTIAL_ELO_K 20.0

/* What is to be printed with it. */
#define SEQUENTIAL_ELO_LABEL "live Elo, not the ladder"

/*
 * Moves the ratings, `elo` by entrant, by one game; all seats at once, from
 * the ratings before it.  Entrants and ranks by place, as in the book.
 */
void sequential_elo_add(double *elo, enum result result, int seats,
			const int *entrant, const unsigned char *rank,
			double k);

#endif
