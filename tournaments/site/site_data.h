/*
 * site_data.h - what the page of a tournament knows before anybody asks for a
 * log: data.js, and folder.js for the checker.
 */
#ifndef TOURNAMENTS_SITE_SITE_DATA_H
#define TOURNAMENTS_SITE_SITE_DATA_H

#include "tournaments/rating/ladder.h"
#include "tournaments/record/record.h"

/* A log of the page: of a match, or of its void attempt from 1. */
struct site_log {
	uint32_t match, attempt;
	uint64_t size;          /* bytes of the log; 0: not published */
};

/* The tables that a page shows, all of one ladder. */
struct site_tables {
	struct text ladder;     /* as `tournament ladder --json` prints it */
	struct text course;     /* JSON: see site_data.c */
	struct text rows;       /* of the ladder as a table in HTML */
};

int site_tables_make(const struct record *record, struct site_tables *tables,
		     struct error *err);
void site_tables_release(struct site_tables *tables);

/* How data.js begins: it tells of which tournament a page is. */
void site_data_mark(const struct record *record, struct text *out);

/* Appends data.js; `logs` is in the order of matches and attempts. */
void site_data_add(const struct record *record,
		   const struct site_tables *tables,
		   const struct site_log *logs, size_t count,
		   struct text *out);

/* Appends folder.js: what `tournament verify` reads beside the logs.  Returns
   0, or -1 with `err`. */
int site_data_folder(const struct record *record, struct text *out,
		     struct error *err);

/* Appends index.html; a `live` one loads live.js. */
void site_data_index(const struct record *record,
		     const struct site_tables *tables, bool live,
		     struct text *out);

#endif
