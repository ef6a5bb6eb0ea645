/*
 * site_data.h - the data that the page of a tournament has before a log is
 * loaded: data.js, and folder.js for the checker.
 */
#ifndef TOURNAMENTS_SITE_SITE_DATA_H
#define TOURNAMENTS_SITE_SITE_DATA_H

#include "tournaments/luck/luck_source.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/record/record.h"

/*
 * ### site_script: text and bytes in a form that a page can load
 *
 * A page opened as a file can load only scripts, so all data are arguments of
 * calls in scripts.
 */

/*
 * Appends JSON that this program made, in ASCII for a script: `<` and all that
 * is not ASCII are escaped.  It must be UTF-8, as all text that was read is.
 */
void site_script_json(struct text *out, const char *json, size_t size);

/* Appends any text as a JSON string, in the same way. */
void site_script_string(struct text *out, const char *string);

/* Appends a call with the arguments that `begin` begins, as "log(1,0,", and the
   size and the bytes of a file, as page_bytes_add writes them. */
void site_script_file(struct text *out, const char *begin,
		      const struct text *bytes);

/* Appends the beginning of data.js, which identifies the page's tournament:
   `call` is "data" or "series". */
void site_script_mark(struct text *out, const char *call, const char *id);

/* ### site_luck: how browsers measure luck, and the ladder without it */

/* Owns everything; all zeroes is a game without luck. */
struct site_luck {
	bool known;             /* there is a way to measure it */
	struct luck_source source;
	struct text table;      /* bytes of the exact chances, if needed */
	struct text ladder;     /* member "luck" of `ladder --luck --json`; empty
				   without a luck.csv made with this luck
				   file */
};

/*
 * Finds how luck is measured: by the luck file of the manifest; else by
 * `given`, the path of one, or NULL; else by the one that luck.csv was made
 * with; else by the game's default.  Solves the table that it needs with
 * `threads` threads, which takes at most half a minute for the common targets;
 * with 0 it goes without the table.
 * Returns 0, or -1 with `err`; site_luck_release is due either way.
 */
int site_luck_make(struct site_luck *luck, const struct record *record,
		   const char *given, int threads, struct error *err);

void site_luck_release(struct site_luck *luck);

/* Appends chances.js: the luck file and the table. */
void site_luck_script(const struct site_luck *luck, struct text *out);

/* Puts members into an open object: "chances" says how luck is measured, "luck"
   is the ladder without it.  Puts nothing for a game without luck. */
void site_luck_json(const struct site_luck *luck, struct json_writer *w);

/* ### the data */

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
	struct text courses;    /* the same of all entrants, with the best and
				   worst games of each */
	struct text rows;       /* the ladder as rows of an HTML table */
	struct text won;        /* of standings_show_won; empty for a series */
};

/* Returns 0, or -1 with `err`; site_tables_release is due either way. */
int site_tables_make(const struct record *record, struct site_tables *tables,
		     struct error *err);
/* The same from games and their ladder, all of these records. */
void site_tables_of(struct games_table *games, const struct ladder *ladder,
		    const struct record *const *records, int count,
		    struct site_tables *tables);
void site_tables_release(struct site_tables *tables);

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
