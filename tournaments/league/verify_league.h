/*
 * verify_league.h - is a league what the manifests of its rounds say?
 */
#ifndef TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H
#define TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H

#include "tournaments/verify/verify.h"

struct league_verdict {
	int rounds;             /* verified, from the first one on */
	bool playing;           /* there is one more, which is not over */
	bool trouble;           /* something could not be read */
	struct error why;       /* what is wrong, or why not */
};

/*
 * Checks every round as verify_folder does, `order->folder` being the league's;
 * that no round before the last is missing and no folder is called round-* in
 * another form, that all are signed with the same operator's key, and that each
 * has the pairings which follow from the ladder of the rounds before it.  A name
 * of `order->pin` has to be in some round.  Only the last one may still be
 * played.  `verified` is called for each verified round.  True: verified; else as in verify.h.
 */
bool verify_league(const struct verify_order *order,
		   void (*verified)(void *context, const struct verdict *round),
		   void *context, struct league_verdict *verdict);

/* Adds what is not proved of a league; what is not proved of its rounds comes
   besides. */
void verify_league_doubts(const struct league_verdict *verdict,
			  struct doubts *doubts);

#endif
