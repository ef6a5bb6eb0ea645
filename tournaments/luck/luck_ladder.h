/*
 * luck_ladder.h - the ladder with the luck taken out, from games and their
 * luck.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_LADDER_H
#define TOURNAMENTS_LUCK_LUCK_LADDER_H

#include "tournaments/luck/luck_book.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/report/luck_show.h"

/* Owns everything but the table; all zeroes is an empty one. */
struct luck_ladder {
	const struct games_table *table;
	struct ladder adjusted;
	struct luck_pairs pairs;
	struct luck_show_source source;
};

/*
 * Fits the games of a table that has luck.  `options` are those of the raw
 * ladder.  Returns 0, or -1 with `err`; luck_ladder_release is due either way,
 * before the table's.
 */
int luck_ladder_make(struct luck_ladder *ladder,
		     const struct games_table *table,
		     const struct ladder_options *options,
		     const struct luck_source *source, struct error *err);

/* The input of luck_show.h: it and the raw ladder of the same table. */
struct luck_show_ladders luck_ladder_shown(const struct luck_ladder *ladder,
					   const struct ladder *raw);

void luck_ladder_release(struct luck_ladder *ladder);

/* The bytes of ladder-luck.csv of one tournament, with the default options. */
int luck_ladder_file(const struct record *record,
		     const struct luck_source *source,
		     const struct luck_csv *csv, struct text *bytes,
		     struct error *err);

/*
 * Writes luck.csv and ladder-luck.csv of a tournament that is over, unless they
 * exist already.  Does nothing if its manifest has no luck file.  Returns 0, or
 * -1 with `err`.
 */
int luck_ladder_close(const struct record *record,
		      const struct luck_book_work *work, struct error *err);

#endif
