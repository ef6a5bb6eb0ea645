/*
 * seat_turns.h - who of a pairing gets which seat, if there are fewer rotations
 * than seats.
 *
 * A pairing can be turned: with turn t, place s of it goes to the entrant that
 * it has at (s + t) mod seats.  Its entrants get the seats that they have had
 * least often.  docs/formats.md defines it.
 */
#ifndef TOURNAMENTS_FORMAT_SEAT_TURNS_H
#define TOURNAMENTS_FORMAT_SEAT_TURNS_H

#include "tournaments/format/contest.h"

/* Do pairings of this contest depend on earlier seats? */
bool seat_turns_are_due(const struct contest *contest);

/* The numbers of games that each entrant has had in each seat in the matches so
   far, by entrant, then by seat; the caller frees them. */
long *seat_turns_had(const struct contest *contest);

/* The turn with which the entrants of a pairing have had their seats least
   often; of equally good ones the first from `first` on, cyclically. */
int seat_turns_best(const struct contest *contest, long *had,
		    const int *pairing, int first);

/* Counts the seats of a pairing that is to be played, as it is.  Seats that all
   its entrants have equally often are left out. */
void seat_turns_add(const struct contest *contest, long *had,
		    const int *pairing);

/* Turns a pairing. */
void seat_turns_turn(const struct contest *contest, int *pairing, int turn);

#endif
