/*
 * verify_league.h - verifies a league against the manifests of its rounds.
 */
#ifndef TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H
#define TOURNAMENTS_LEAGUE_VERIFY_LEAGUE_H

#include "tournaments/league/league_rounds.h"
#include "tournaments/verify/verify.h"

struct league_verdict {
	struct league_past past;        /* the verified rounds; owned */
	bool playing;           /* there is one more, which is not over */
	bool trouble;           /* something could not be read */
	struct error why;       /* what is wrong, or could not be read */
};

/*
 * Checks every round as verify_folder does, where `order->folder` is the
 * league's.  Also checks that no round before the last is missing, that no
 * folder has another name of the form round-*, that all rounds are signed with
 * the same operator's key, that each is the round that its folder says
 * (league_past_add), and that it has the pairings that follow from the ladder of
 * the rounds before it.  Each name of `order->pin` must occur in some round.
 * Only the last round may still be in play.  `verified` is called for each
 * verified round.  True: verified; else as in verify.h.  Call
 * league_verdict_release in either case.
 */
bool verify_league(const struct verify_order *order,
		   void (*verified)(void *context, const struct verdict *round),
		   void *context, struct league_verdict *verdict);

/* Adds what is not proved about a league, apart from the doubts about each of
   its rounds. */
void verify_league_doubts(const struct league_verdict *verdict,
			  struct doubts *doubts);

void league_verdict_release(struct league_verdict *verdict);

#endif
