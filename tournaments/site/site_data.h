/*
 * site_data.h - the data that the page of a tournament has before a log is
 * loaded: data.js, and folder.js for the checker.
 */
#ifndef TOURNAMENTS_SITE_SITE_DATA_H
#define TOURNAMENTS_SITE_SITE_DATA_H

#include "tournaments/rating/ladder.h"
#include "tournaments/record/record.h"
#include "tournaments/site/site_luck.h"

/* A log of the page: of a match (attempt 0), or of a void attempt, from 1. */
struct site_log {
	uint32_t match, attempt;
	uint64_t size;          /* bytes of the file; 0: not published */
	uint64_t unpacked;      /* bytes of a packed log once unpacked; else
				   0 */
};

/* Which round of a series a tournament is.  Borrows the name. */
struct site_round {
	int number, of;         /* `number` from 1; 0: not part of a series */
	const char *series;
};

/* The tables that a page shows, all from one ladder. */
struct site_tables {
	struct text ladder;     /* as `tournament ladder --json` prints it */
	struct text course;     /* JSON, see site_data.c; only the best */
	struct text courses;    /* the same of all entrants */
	struct text rows;       /* the ladder as rows of an HTML table */
};

/* Returns 0, or -1 with `err`; site_tables_release is due either way. */
int site_tables_make(const struct record *record, struct site_tables *tables,
		     struct error *err);
/* The same from games and their ladder. */
void site_tables_of(const struct games_table *games,
		    const struct ladder *ladder, const char *game,
		    struct site_tables *tables);
void site_tables_release(struct site_tables *tables);

/* Appends the beginning of data.js, which identifies the page's tournament. */
void site_data_mark(const struct record *record, struct text *out);

/* Puts the members of data.js that follow from the folder into the open object:
   all but "series" and "logs". */
void site_data_put(const struct record *record,
		   const struct site_tables *tables,
		   const struct site_luck *luck, struct json_writer *w);

/* Appends data.js; `logs` is in the order of matches and attempts, `luck` may
   be NULL. */
void site_data_add(const struct record *record,
		   const struct site_round *round,
		   const struct site_tables *tables,
		   const struct site_luck *luck,
		   const struct site_log *logs, size_t count,
		   struct text *out);

/* Appends folder.js: the files that `tournament verify` reads besides the logs,
   suspects.jsonl, and those that the ladder without luck was made from.
   Returns 0, or -1 with `err`. */
int site_data_folder(const struct record *record,
		     const struct site_luck *luck, struct text *out,
		     struct error *err);

/* Appends course.js. */
void site_data_courses(const struct site_tables *tables, struct text *out);

/* Appends the part of index.html that shows something without a script. */
void site_data_plain(const char *name, const struct site_tables *tables,
		     struct text *out);

/* Further scripts of a page, before and after data.js; NULL: none. */
struct site_scripts {
	const char *before, *after;
};

/* Appends index.html. */
void site_data_index(const char *name, const struct site_scripts *more,
		     const struct site_tables *tables, struct text *out);

#endif
