/*
 * site.h - writes the page of a tournament: a folder that any browser can show,
 * from a web server or as files.
 *
 * docs/site.md lists the files.
 */
#ifndef TOURNAMENTS_SITE_SITE_H
#define TOURNAMENTS_SITE_SITE_H

#include "base/options.h"
#include "tournaments/site/site_data.h"

/* Borrows everything. */
struct site_order {
	const struct record *record;
	const char *out;
	const struct site_luck *luck;   /* NULL: a page without chances */
	bool no_logs;
	struct options_list names;      /* only logs of matches of these
					   entrants; empty: all */
	int most_mb;            /* limit of report.bytes, by leaving out logs;
				   0: no limit */
	struct site_round round;
	bool live;              /* the page polls for news (site_live.h) */
};

struct site_report {
	uint32_t logs;          /* published */
	uint32_t missing;       /* logs that the folder does not have */
	uint64_t bytes;         /* of all files */
	struct error untold;    /* why the page does not have all that the
				   program of its game says; empty: it has */
};

/*
 * Writes the page and adds to `report`.  The same folder gives the same bytes.
 * Every file is written under another name and renamed, and files that refer to
 * others are written after them.  Returns 0, or -1 with `err`.
 */
int site_write(const struct site_order *order, struct site_report *report,
	       struct error *err);

/* ### the same in parts, for a page that is written again and again */

struct site;

/* Claims the folder order->out.  `order` and `report` are borrowed until
   site_close; the record may grow.  Returns NULL with `err` on failure. */
struct site *site_open(const struct site_order *order,
		       struct site_report *report, struct error *err);

/* Writes the page; logs written by an earlier update are left as they are.
   Returns 0, or -1 with `err`; it may be called again. */
int site_update(struct site *site, struct error *err);

/* Removes logs that are no longer published.  Returns 0, or -1 with `err`. */
int site_clean(struct site *site, struct error *err);

/* Frees; NULL is allowed. */
void site_close(struct site *site);

#endif
