/*
 * league_pairing.h - which matches would say most about the ratings.
 *
 * docs/formats.md has the formulas.  No pairing depends on anything but these
 * arrays; the league command fills them from the ladder.
 */
#ifndef TOURNAMENTS_LEAGUE_LEAGUE_PAIRING_H
#define TOURNAMENTS_LEAGUE_LEAGUE_PAIRING_H

#include <stddef.h>
#include <stdint.h>

/* The entrants of a round and what is known of them.  Borrows all. */
struct league_view {
	int entrants, seats;            /* entrants >= seats >= 2 */
	const double *strength;         /* logits */
	const double *covariance;       /* of them: entrants x entrants, of
					   which only differences count */
	const uint32_t *games;          /* played so far; 0: a newcomer */
	int match_games;                /* games of one match */
	int each;                       /* matches of an entrant, at least */
};

/* How many matches the round has; everyone has `each` or one more. */
size_t league_pairing_count(const struct league_view *view);

/* Chooses them: `pairs` gets `seats` entrants for each. */
void league_pairing_choose(const struct league_view *view, int *pairs);

#endif
