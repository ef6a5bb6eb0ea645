/*
 * luck_mistakes.h - what the moves of each entrant have cost it, by a table of
 * exact chances.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_MISTAKES_H
#define TOURNAMENTS_LUCK_LUCK_MISTAKES_H

#include "tournaments/luck/luck_book.h"
#include "tournaments/report/author_report.h"

/*
 * Has all games that have ended analysed.  Returns a list of entrants times
 * entrants for author_report, the row's entrant against the column's, which the
 * caller frees.  NULL without `err` set, its text is empty: there is no table
 * for this game, its rules and seats that is installed or solved in seconds,
 * or there are more than 1000 entrants;
 * with it: the games could not be analysed.
 */
struct author_mistakes *luck_mistakes_find(const struct record *record,
					   const struct luck_book_work *work,
					   struct error *err);

#endif
