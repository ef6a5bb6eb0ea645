/*
 * sequential_elo_show.h - the live number over all games of a ladder, for
 * people, as CSV and as JSON (see sequential_elo.h).
 */
#ifndef TOURNAMENTS_REPORT_SEQUENTIAL_ELO_SHOW_H
#define TOURNAMENTS_REPORT_SEQUENTIAL_ELO_SHOW_H

#include <stdio.h>

#include "tournaments/rating/ladder.h"
#include "tournaments/report/report_options.h"

/*
 * The games in their order; with `forfeits` other than loss without blocks
 * that have a fault.  `game` is its name.  The text has each entrant's last
 * value, in the order of the entrants: it is not a ranking.  CSV and JSON have
 * every game; they are written piece by piece, so that long ones take no
 * memory.
 */
void sequential_elo_show(const struct games_table *table,
			 enum ladder_forfeits forfeits, const char *game,
			 enum report_form form, FILE *file);

#endif
