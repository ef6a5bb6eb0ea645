/*
 * site_data.h - what the page of a tournament knows before anybody asks for a
 * log: data.js, and folder.js for the checker.
 */
#ifndef TOURNAMENTS_SITE_SITE_DATA_H
#define TOURNAMENTS_SITE_SITE_DATA_H

#include "tournaments/rating/ladder.h"
#include "tournaments/record/record.h"
#include "tournaments/site/site_luck.h"

/* A log of the page: of a match, or of its void attempt from 1. */
struct site_log {
	uint32_t match, attempt;
	uint64_t size;          /* bytes of the file; 0: not published */
	uint64_t unpacked;      /* bytes of the log in a packed one; else 0 */
};

/* Which round of a series a tournament is.  Borrows the name. */
struct site_round {
	int number, of;         /* from 1; 0: of no series */
	const char *series;
};

/* The tables that a page shows, all of one ladder. */
struct site_tables {
	struct text ladder;     /* as `tournament ladder --json` prints it */
	struct text course;     /* JSON: see site_data.c; of the best alone */
	struct text courses;    /* of all */
	struct text rows;       /* of the ladder as a table in HTML */
};

int site_tables_make(const struct record *record, struct site_tables *tables,
		     struct error *err);
/* The same of games that are there, and of their ladder. */
void site_tables_of(const struct games_table *games,
		    const struct ladder *ladder, const char *game,
		    struct site_tables *tables);
void site_tables_release(struct site_tables *tables);

/* How data.js begins: it tells of which tournament a page is. */
void site_data_mark(const struct record *record, struct text *out);

/* Appends data.js; `logs` is in the order of matches and attempts, `luck` may
   be NULL. */
void site_data_add(const struct record *record,
		   const struct site_round *round,
		   const struct site_tables *tables,
		   const struct site_luck *luck,
		   const struct site_log *logs, size_t count,
		   struct text *out);

/* Appends folder.js: what `tournament verify` reads beside the logs, and what the
   ladder without luck was made of.  Returns 0, or -1 with `err`. */
int site_data_folder(const struct record *record,
		     const struct site_luck *luck, struct text *out,
		     struct error *err);

/* Appends course.js. */
void site_data_courses(const struct site_tables *tables, struct text *out);

/* More scripts of a page, before data.js and after it; NULL: none. */
struct site_scripts {
	const char *before, *after;
};

/* Appends index.html. */
void site_data_index(const char *name, const struct site_scripts *more,
		     const struct site_tables *tables, struct text *out);

#endif
