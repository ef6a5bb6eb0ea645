/*
 * play_site.h - the page of a tournament that is being played.
 *
 * Matches in play do not wait for it, and a page that cannot be written does
 * not stop the tournament.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_SITE_H
#define TOURNAMENTS_PLAY_PLAY_SITE_H

#include "tournaments/run/runner.h"
#include "tournaments/site/site_live.h"

/* All zeroes is none. */
struct play_site {
	struct site_live live;
	struct run_sink sink;   /* gets every event before the page does */
};

/* Writes the page `out` as it is now, before a match is played.  The record is
   borrowed until play_site_end.  Returns 0, or -1 with `err`. */
int play_site_begin(struct play_site *site, const struct record *record,
		    const char *out, struct error *err);

/* Makes the page follow a run: returns the sink to be used in place of `sink`,
   to which it passes every event. */
struct run_sink play_site_follow(struct play_site *site, struct run_sink sink);

/* Writes the page for the last time, from the folder of `record` as it is now.
   If the tournament is over, it is the page that `tournament site` writes.
   Warns on standard error if that fails; releases. */
void play_site_end(struct play_site *site, const struct record *record);

/* Writes the page of a tournament that is over.  Returns 0, or -1 with
   `err`. */
int play_site_write(struct record *record, const char *out, struct error *err);

#endif
