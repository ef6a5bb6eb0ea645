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
#ifndef TOURNAMENTS_RECORD_SPRT_END_H
#define TOURNAMENTS_RECORD_SPRT_END_H

#include "tournaments/rating/luck_csv.h"
#include "tournaments/rating/sprt.h"
#include "tournaments/record/tournament.h"

/* The test after a match. */
struct sprt_end_point {
	uint64_t blocks;
	double llr;
};

struct sprt_end {
	bool tests;                     /* the format is a test */
	struct sprt sprt;               /* if so */
	struct sprt_end_point *course;  /* owned; of each match taken */
	uint32_t room;
	uint32_t next;                  /* first match not taken yet */
	uint32_t last;                  /* the one with the answer, or 0 */
	uint32_t last_games;            /* of that match, that count */
	const char *folder;             /* borrowed */
	bool adjusted;                  /* luck is taken out */
	bool unread;                    /* luck.json could not be read, so that
					   nothing counts */
	struct error why;               /* luck.json or luck.csv could not be
					   read; "" if both could */
	struct luck_csv luck;
};

/* The test that the format of a tournament is. */
struct sprt_rules sprt_end_rules(const struct contest *contest);

void sprt_end_begin(struct sprt_end *end, const struct contest *contest,
		    const char *folder);

/* Takes the matches that have ended since the last call. */
void sprt_end_update(struct sprt_end *end, const struct contest *contest,
		     const struct book *book);

/* Passes a match that both play to a test of A against B; `csv` has the luck of
   every game of the match, whose number it is, or is NULL if luck is not taken
   out.  Returns how many of its boards count. */
int sprt_end_take(struct sprt *sprt, const struct contest *contest,
		  const struct luck_csv *csv, uint32_t number,
		  const struct book_match *match, int a, int b);

void sprt_end_release(struct sprt_end *end);

#endif
