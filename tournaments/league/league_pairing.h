/*
 * league_pairing.h - chooses the matches that say most about the ratings.
 *
 * docs/formats.md has the formulas.  The pairings depend on nothing but these
 * arrays, which league_rounds.c fills from the ladder.
 */
#ifndef TOURNAMENTS_LEAGUE_LEAGUE_PAIRING_H
#define TOURNAMENTS_LEAGUE_LEAGUE_PAIRING_H

#include <stddef.h>
#include <stdint.h>

/* The entrants of a round and what is known of them.  Borrows all. */
struct league_view {
	int entrants, seats;            /* entrants >= seats >= 2 */
	const double *strength;         /* logits */
	const double *covariance;       /* of the strengths, entrants x
					   entrants; only differences count */
	const uint32_t *games;          /* played so far; 0: a newcomer */
	int match_games;                /* games of one match */
	int each;                       /* matches per entrant, at least */
};

/* The number of matches of the round; every entrant has `each` or one more. */
size_t league_pairing_count(const struct league_view *view);

/* Chooses the matches: `pairs` gets `seats` entrants for each. */
void league_pairing_choose(const struct league_view *view, int *pairs);

#endif
