/*
 * history_show.h - the course of a ladder as text, as CSV and as JSON.
 */
#ifndef TOURNAMENTS_REPORT_HISTORY_SHOW_H
#define TOURNAMENTS_REPORT_HISTORY_SHOW_H

#include "tournaments/rating/history.h"
#include "tournaments/report/table.h"

/*
 * Appends the course.  `ladder` is fitted to all games and provides the names
 * and the order; `game` is the name of the game.  The text has at most four
 * points, CSV and JSON have all.
 */
void history_show(const struct history *history, const struct ladder *ladder,
		  const char *game, enum report_form form, struct text *out);

#endif
