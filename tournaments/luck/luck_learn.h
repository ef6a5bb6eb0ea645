/*
 * luck_learn.h - a luck file for later tournaments, fitted to games that were
 * played.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_LEARN_H
#define TOURNAMENTS_LUCK_LUCK_LEARN_H

#include "tournaments/luck/luck_book.h"

/*
 * Fits the numbers of the formula of `source`, starting from its values, and
 * then beta, to all games of a tournament without a fault.  A table has no
 * numbers to fit; its hash is put in.  Returns 0 with a luck file in `learned`,
 * or -1 with `err`, for example for too few games.  luck_file_release is due
 * either way.
 */
int luck_learn(const struct record *record, struct luck_source *source,
	       const struct luck_book_work *work, struct luck_file *learned,
	       struct error *err);

#endif
