/*
 * site_live_state.h - live.js: the progress of a tournament, for a page that is
 * open while it is played.
 *
 * docs/site.md describes its keys.  Of a match in play it has only the names,
 * the number of finished games and their points, because games still to be
 * played use the same dice.
 */
#ifndef TOURNAMENTS_SITE_SITE_LIVE_STATE_H
#define TOURNAMENTS_SITE_SITE_LIVE_STATE_H

#include "tournaments/site/site_live_log.h"

struct site_live_state {
	const struct record *record;
	const struct site_live_log *log;        /* of the matches in play, in
						   the order of fixtures */
	int logs;
	bool running;
	uint32_t shown;         /* matches that data.js knows */
	long long beat;         /* grows as long as live.js is written */
};

/* Appends live.js. */
void site_live_state_add(const struct site_live_state *state,
			 struct text *out);

/* Writes the last live.js, for when nothing is played any more, into the folder
   of a page that is otherwise up to date.  Returns 0, or -1 with `err`. */
int site_live_state_put(const struct record *record, const char *out,
			struct error *err);

#endif
