/*
 * luck_mistakes.h - what the moves of each entrant have cost it, by a table of
 * exact chances.
 */
#ifndef TOURNAMENTS_LUCK_LUCK_MISTAKES_H
#define TOURNAMENTS_LUCK_LUCK_MISTAKES_H

#include "tournaments/luck/luck_book.h"
#include "tournaments/report/author_report.h"

/*
 * Analyses all games of the matches that have ended.  Returns a list of
 * entrants times entrants for author_report, the row's entrant against the
 * column's, which the caller frees.  Returns NULL with an empty text in `err`
 * if there are more than 1000 entrants, or if no table for this game, its rules
 * and its seats is installed or can be solved in 10 s; NULL with a reason in
 * `err` if the games could not be analysed.
 */
struct author_mistakes *luck_mistakes_find(const struct record *record,
					   const struct luck_book_work *work,
					   struct error *err);

#endif
