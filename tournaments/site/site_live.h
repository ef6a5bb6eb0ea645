/*
 * site_live.h - a page that is kept up to date while its tournament is played.
 *
 * live.js is written at most once a second; what takes longer, the tables and
 * the logs of matches that have ended, at most a twentieth of the time.
 */
#ifndef TOURNAMENTS_SITE_SITE_LIVE_H
#define TOURNAMENTS_SITE_SITE_LIVE_H

#include "tournaments/site/site.h"
#include "tournaments/site/site_live_log.h"

/* All zeroes is none. */
struct site_live {
	struct site_order order;
	struct site_report report;
	struct site_luck luck;
	struct site *site;      /* owned; NULL: its folder is not taken */
	struct site_live_log *log;      /* owned; the matches in play */
	int logs;
	size_t room;
	size_t settled;         /* fixtures before it are decided */
	uint32_t shown;         /* matches that data.js knows */
	struct text written;    /* the live.js that is there, at beat 0 */
	long long beat;
	int64_t next;           /* no live.js before this moment, clock_us */
	int64_t next_tables;    /* the same of data.js */
	int64_t next_beat;
	bool failed;            /* it was said */
};

/*
 * Takes the folder `out` and writes the page as it is now.  The record is
 * borrowed until site_live_release, and may grow.  Returns 0, or -1 with `err`;
 * site_live_release is due either way.
 */
int site_live_begin(struct site_live *live, const struct record *record,
		    const char *out, struct error *err);

/*
 * Brings the page up to date where it is time.  Returns 0; -1 with `err` the
 * first time that the page cannot be written.  It is tried again later.
 */
int site_live_update(struct site_live *live, struct error *err);

/*
 * Nobody plays any more.  `record` is that of the same tournament as it is in
 * its folder; a tournament that is over has the page then that site_write
 * gives, whose table of chances is solved with so many threads.  Returns 0, or
 * -1 with `err`.
 */
int site_live_end(struct site_live *live, const struct record *record,
		  int threads, struct error *err);

void site_live_release(struct site_live *live);

#endif
