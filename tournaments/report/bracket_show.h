/*
 * bracket_show.h - the bracket of a knockout as text and as JSON.
 *
 * The entrants of the first round are on the left, the winner is on the right;
 * the number after a name is its points in the pair that it leads to.  A pair
 * that is not decided shows no winner yet.  Matches such as the one for third
 * place are drawn below, each by itself.
 */
#ifndef TOURNAMENTS_REPORT_BRACKET_SHOW_H
#define TOURNAMENTS_REPORT_BRACKET_SHOW_H

#include "base/json_write.h"
#include "tournaments/record/record.h"

/*
 * Of a tournament for which stages_have_bracket: appends lines of at most `columns` (40
 * or more), and at most `rows` of them (0: any number).  If there is not enough
 * room, the first rounds are left out, which the last line reports.  Returns the
 * number of lines; 0 and nothing appended if even the last round needs more than
 * `rows`.
 */
int bracket_show_text(const struct record *record, int columns, int rows,
		      struct text *out);

/*
 * Puts a member "bracket" into an open object, a list in the order of play:
 * {round, slot, side, title, due, entrants, points, winner, by_seed}.  `side` is
 * "winners", "losers" or "apart" (the grand final, the match for third place),
 * `title` names the round, such as "Losers' final".  Without `due` nobody comes
 * into that pair; `winner` is null while it is not known; `by_seed`: the points
 * were equal, and the better seed goes on.
 */
void bracket_show_json(const struct record *record, struct json_writer *w);

#endif
