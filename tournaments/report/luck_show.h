/*
 * luck_show.h - the luck-adjusted ladder and the luck of pairs, as text for
 * people, as CSV and as JSON.
 *
 * All of these append to `out`, and give the same bytes for the same games on
 * every machine.
 */
#ifndef TOURNAMENTS_REPORT_LUCK_SHOW_H
#define TOURNAMENTS_REPORT_LUCK_SHOW_H

#include "base/text.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/rating/luck_pairs.h"
#include "tournaments/report/table.h"

/* Where the luck comes from. */
struct luck_show_source {
	const char *f;          /* "table", "race", "volle" */
	long beta;              /* millionths */
	bool fixed;             /* chosen before the first game: its hash is in
				   the manifest of every folder */
	bool kept;              /* from luck.csv, not from the logs now */
};

/* Both ladders and the luck of pairs, all from the same games. */
struct luck_show_ladders {
	const struct games_table *table;
	const struct ladder *raw;       /* the official one */
	const struct ladder *adjusted;  /* options.luck */
	const struct luck_pairs *pairs;
	struct luck_show_source source;
};

/*
 * The adjusted table: a heading that says that it is not official, warnings,
 * the table and mean luck.  It is printed below the raw one.  `columns` as in
 * ladder_show_text.
 */
void luck_show_ladder_text(const struct luck_show_ladders *ladders,
			   int columns, struct text *out);

/* The adjusted table alone: the file ladder-luck.csv. */
void luck_show_ladder_csv(const struct luck_show_ladders *ladders,
			  struct text *out);

/* Puts a member "luck" into an open object: source, mean luck, entrants. */
void luck_show_ladder_json(const struct luck_show_ladders *ladders,
			   struct json_writer *w);

/*
 * The pairs in any form; names are those of `table`.  JSON is one object and
 * a newline; CSV has the pairs only.
 */
void luck_show_pairs(const struct games_table *table,
		     const struct luck_pairs *pairs,
		     const struct luck_show_source *source,
		     enum report_form form, struct text *out);

#endif
