/*
 * sequential_elo_show.h - the live Elo after each game of a ladder, for people,
 * as CSV and as JSON (see sequential_elo.h).
 */
#ifndef TOURNAMENTS_REPORT_SEQUENTIAL_ELO_SHOW_H
#define TOURNAMENTS_REPORT_SEQUENTIAL_ELO_SHOW_H

#include <stdio.h>

#include "tournaments/rating/ladder.h"
#include "tournaments/report/report_options.h"

/*
 * Takes the games in their order; unless `forfeits` is loss, blocks with a
 * fault are left out.  `game` is the name of the game.  The text has each
 * entrant's last value, in the order of the entrants, as it is not a ranking.
 * CSV and JSON have every game and are written piece by piece, so that memory
 * does not grow with their length.
 */
void sequential_elo_show(const struct games_table *table,
			 enum ladder_forfeits forfeits, const char *game,
			 enum report_form form, FILE *file);

#endif
