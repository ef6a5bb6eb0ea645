/*
 * luck_book.h - luck.csv: the luck of every game of a tournament, kept in its
 * folder.
 *
 * Anybody can make the file again from the logs and the luck file, to the
 * byte.  Beside a tournament whose manifest has no luck file, luck.json is the
 * one that luck.csv was last made by.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_BOOK_H
#define TOURNAMENTS_LUCK_LUCK_BOOK_H

#include "tournaments/luck/luck_logs.h"
#include "tournaments/rating/luck_csv.h"

/* For `progress`: shows it on standard error where that is a terminal. */
void luck_book_progress(uint32_t done, uint32_t of);

/* How games are analysed; borrows everything. */
struct luck_book_work {
	const char *referee;
	int jobs;
	const volatile sig_atomic_t *stop;      /* or NULL */
	void (*progress)(uint32_t done, uint32_t of);   /* or NULL */
};

/*
 * The luck of every game of the matches that have ended, by `source`: from
 * luck.csv, as far as it has them, else analysed and then kept there, where
 * the folder can be written.  Returns 0, or -1 with `err`: a luck.csv that is
 * wrong, a game that cannot be analysed.  luck_csv_release is due either way.
 */
int luck_book_need(const struct record *record, struct luck_source *source,
		   const struct luck_book_work *work, struct luck_csv *csv,
		   struct error *err);

/* The bytes of the file, with all games analysed anew and no table trusted. */
int luck_book_recompute(const struct record *record,
			struct luck_source *source,
			const struct luck_book_work *work, struct text *bytes,
			struct error *err);

#endif
