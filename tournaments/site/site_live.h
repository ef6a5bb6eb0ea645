/*
 * site_live.h - a page that is kept up to date while its tournament is played.
 *
 * live.js is written at most once a second.  The tables and the logs of ended
 * matches, which take longer, get at most a twentieth of the time.
 */
#ifndef TOURNAMENTS_SITE_SITE_LIVE_H
#define TOURNAMENTS_SITE_SITE_LIVE_H

#include "tournaments/record/follow.h"
#include "tournaments/site/site.h"

/* All zeroes is none. */
struct site_live {
	struct site_order order;
	struct site_report report;
	struct site_luck luck;
	struct site *site;      /* owned; NULL: its folder is not claimed */
	struct follow follow;
	struct game_rate rate;
	uint32_t shown;         /* matches that data.js knows */
	struct text written;    /* the last live.js, without `left` and `beat` */
	long long beat;
	/* Times of clock_us: */
	int64_t next;           /* no live.js before it */
	int64_t next_tables;    /* no data.js before it */
	int64_t next_beat;      /* then live.js is due even without news */
	bool failed;            /* a failure was reported */
};

/*
 * Claims the folder `out` and writes the page as of now.  The record is
 * borrowed until site_live_release and may grow.  Returns 0, or -1 with `err`;
 * site_live_release is due either way.
 */
int site_live_begin(struct site_live *live, const struct record *record,
		    const char *out, struct error *err);

/*
 * Brings the page up to date if that is due.  Returns 0; or -1 with `err` only
 * the first time that the page cannot be written.  It retries later.
 */
int site_live_update(struct site_live *live, struct error *err);

/*
 * Writes the page for the end of a run.  `record` is the same tournament, read
 * again from its folder.  If it is over, the page is that of site_write, whose
 * table of chances is solved with `threads` threads.  Returns 0, or -1 with
 * `err`.
 */
int site_live_end(struct site_live *live, const struct record *record,
		  int threads, struct error *err);

void site_live_release(struct site_live *live);

#endif
