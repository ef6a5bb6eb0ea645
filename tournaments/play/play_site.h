/*
 * play_site.h - the page of a tournament that is being played.
 *
 * No match waits for it, and none is lost when it cannot be written.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_SITE_H
#define TOURNAMENTS_PLAY_PLAY_SITE_H

#include "tournaments/run/runner.h"
#include "tournaments/site/site_live.h"

/* All zeroes is none. */
struct play_site {
	struct site_live live;
	struct run_sink sink;   /* who is told first */
};

/* Writes the page `out` as it is now, before a match is played.  The record is
   borrowed until play_site_end.  Returns 0, or -1 with `err`. */
int play_site_begin(struct play_site *site, const struct record *record,
		    const char *out, struct error *err);

/* Has the page follow a run: what the sink is to be that `sink` was. */
struct run_sink play_site_follow(struct play_site *site, struct run_sink sink);

/* Writes the page for the last time, as the folder of `record` is now: that of
   a tournament that is over is the one that `tournament site` writes.  Says on
   standard error when it cannot; releases. */
void play_site_end(struct play_site *site, const struct record *record);

/* Writes the page of a tournament that is over.  Returns 0, or -1 with
   `err`. */
int play_site_write(struct record *record, const char *out, struct error *err);

#endif
