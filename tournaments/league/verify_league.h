/*
 * verify_league.h - verifies a league against the manifests of its rounds.
 */
#ifndef TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H
#define TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H

#include "tournaments/verify/verify.h"

struct league_verdict {
	int rounds;             /* verified, from the first one on */
	bool playing;           /* there is one more, which is not over */
	bool trouble;           /* something could not be read */
	struct error why;       /* what is wrong, or could not be read */
};

/*
 * Checks every round as verify_folder does, where `order->folder` is the
 * league's.  Also checks that no round before the last is missing, that no
 * folder has another name of the form round-*, that all rounds are signed with
 * the same operator's key, and that each has the pairings that follow from the
 * ladder of the rounds before it.  Each name of `order->pin` must occur in some
 * round.  Only the last round may still be in play.  `verified` is called for
 * each verified round.  True: verified; else as in verify.h.
 */
bool verify_league(const struct verify_order *order,
		   void (*verified)(void *context, const struct verdict *round),
		   void *context, struct league_verdict *verdict);

/* Adds what is not proved about a league, apart from the doubts about each of
   its rounds. */
void verify_league_doubts(const struct league_verdict *verdict,
			  struct doubts *doubts);

#endif
