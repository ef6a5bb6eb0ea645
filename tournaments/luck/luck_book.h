/*
 * luck_book.h - luck.csv: the luck of every game of a tournament, kept in its
 * folder.
 *
 * Anybody can reproduce the file byte for byte from the logs and the luck file.
 * If the manifest has no luck file, luck.json is the one that luck.csv was last
 * made with.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_BOOK_H
#define TOURNAMENTS_LUCK_LUCK_BOOK_H

#include "tournaments/luck/luck_logs.h"
#include "tournaments/rating/luck_csv.h"

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

#endif
