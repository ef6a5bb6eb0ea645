/*
 * seat_counts.h - who has played more often in one seat than in another.
 *
 * With as many rotations as seats nobody has; with fewer it depends on the
 * number of matches.
 */
#ifndef TOURNAMENTS_RATING_SEAT_COUNTS_H
#define TOURNAMENTS_RATING_SEAT_COUNTS_H

#include "tournaments/rating/games_table.h"

/* The numbers of games with `seats` seats, by entrant, then by seat; the caller
   frees them. */
long *seat_counts_make(const struct games_table *table, int seats);

struct seat_counts {
	int entrant;            /* index in the table */
	int seat;               /* the one they have had most often */
	long games;             /* in that seat */
	long games_all;         /* with as many seats */
};

/*
 * Finds the entrant whose most and least frequent seats differ by most games;
 * of several, the first one.  Games with different numbers of seats are counted
 * separately.  False: everyone has had every seat equally often.
 */
bool seat_counts_uneven(const struct games_table *table,
			struct seat_counts *worst);

#endif
