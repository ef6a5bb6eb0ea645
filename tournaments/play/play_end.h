/*
 * play_end.h - decides when a tournament is over.
 */
#ifndef TOURNAMENTS_PLAY_PLAY_END_H
#define TOURNAMENTS_PLAY_PLAY_END_H

#include "tournaments/luck/luck_book.h"
#include "tournaments/luck/luck_source.h"
#include "tournaments/tables/early_end.h"

/* The end of a tournament.  For a test on scores with the luck taken out, every
   match is analysed as soon as it has ended. */
struct play_end {
	struct early_end end;
	struct luck_source source;
	struct luck_book_work work;
	bool adjusted;          /* it is such a test */
	uint32_t analysed;      /* matches ended at the last analysis */
	bool failed;            /* `why` is set */
	struct error why;
};

/* Borrows all. */
void play_end_begin(struct play_end *end, const struct record *record,
		    const struct luck_book_work *work);

/* Is the tournament over before its format ends it?  `context` is the struct
   play_end.  A match that cannot be analysed ends it too, with `failed`. */
bool play_end_is_due(void *context);

void play_end_release(struct play_end *end);

#endif
