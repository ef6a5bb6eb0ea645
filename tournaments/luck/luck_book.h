/*
 * luck_book.h - luck.csv and ladder-luck.csv: the luck of every game of a
 * tournament, and the ladder without it, kept in its folder.
 *
 * Anybody can reproduce the files byte for byte from the logs and the luck file.
 * If the manifest has no luck file, luck.json is the one that luck.csv was last
 * made with.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_BOOK_H
#define TOURNAMENTS_LUCK_LUCK_BOOK_H

#include "tournaments/luck/luck_logs.h"
#include "tournaments/rating/ladder.h"
#include "tournaments/rating/luck_csv.h"
#include "tournaments/report/luck_show.h"

/* For `progress`: shows it on standard error if that is a terminal. */
void luck_book_progress(uint32_t done, uint32_t of);

/* How to analyse games; borrows everything. */
struct luck_book_work {
	const char *referee;
	int jobs;
	const volatile sig_atomic_t *stop;      /* or NULL */
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

/*
 * Gets the luck of every game of the matches that have ended, by `source`: from
 * luck.csv if it has the games; others are analysed, and written to luck.csv if
 * the folder is writable.  Returns 0, or -1 with `err`: luck.csv is wrong, or a
 * game cannot be analysed.  luck_csv_release is due either way.
 */
int luck_book_need(const struct record *record, struct luck_source *source,
		   const struct luck_book_work *work, struct luck_csv *csv,
		   struct error *err);

/* The bytes of the file, with all games analysed anew and no installed table
   trusted.  Returns 0, or -1 with `err`. */
int luck_book_recompute(const struct record *record,
			struct luck_source *source,
			const struct luck_book_work *work, struct text *bytes,
			struct error *err);

/* ### the ladder without luck */

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
