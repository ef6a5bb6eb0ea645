/*
 * sprt_end.h - where the sequential test of a tournament reaches its answer.
 *
 * The test takes the blocks in order, from the matches that have ended up to
 * the first gap, so that it stops at the same block on any number of cores.
 * Later matches are in the book but do not count.
 *
 * A test with luck taken out needs luck.json and luck.csv of the folder, and
 * goes only as far as luck.csv does.
 */
#ifndef TOURNAMENTS_TABLES_SPRT_END_H
#define TOURNAMENTS_TABLES_SPRT_END_H

#include "tournaments/rating/luck_csv.h"
#include "tournaments/rating/sprt.h"
#include "tournaments/record/record.h"

struct sprt_end {
	const struct record *record;    /* borrowed; may grow */
	bool tests;                     /* the format is a test */
	struct sprt sprt;               /* if so */
	uint32_t next;                  /* first match not taken yet */
	uint32_t last;                  /* the one with the answer, or 0 */
	uint32_t last_games;            /* of that match, that count */
	bool adjusted;                  /* luck is taken out */
	bool unread;                    /* luck.json could not be read, so that
					   nothing counts */
	struct luck_csv luck;
	/* If set, called after each match that was taken. */
	void (*taken)(void *context, const struct sprt *sprt);
	void *context;          /* borrowed */
};

void sprt_end_begin(struct sprt_end *end, const struct record *record);

/* Can the stop of a test that is over be found?  Returns 0, or -1 with `err` if
   the luck that it needs is missing. */
int sprt_end_check(const struct record *record, struct error *err);

/* Takes the matches that have ended since the last call.  True: the test has
   its answer; always false if the format is not a test. */
bool sprt_end_update(struct sprt_end *end);

/* Passes a match that both play to a test of A against B.  Returns how many of
   its boards count. */
int sprt_end_take(struct sprt *sprt, const struct contest *contest,
		  const struct book_match *match, int a, int b);

/* The same for a test with luck taken out; `csv` has the luck of every game of
   the match, whose number it is. */
int sprt_end_take_adjusted(struct sprt *sprt, const struct contest *contest,
			   const struct luck_csv *csv, uint32_t number,
			   const struct book_match *match, int a, int b);

/* How many of the `games` games of a match count. */
uint32_t sprt_end_counted(const struct sprt_end *end, uint32_t number,
			  uint32_t games);

void sprt_end_release(struct sprt_end *end);

#endif
