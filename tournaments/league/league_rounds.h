/*
 * league_rounds.h - the rounds of a league: folders, files and pairings.
 */
#ifndef TOURNAMENTS_LEAGUE_LEAGUE_ROUNDS_H
#define TOURNAMENTS_LEAGUE_LEAGUE_ROUNDS_H

#include "tournaments/record/record.h"
#include "tournaments/record/tournament_file.h"

enum { LEAGUE_ROUNDS_MAX = 999 };

/* DIR/round-007 and DIR/round-007.json; the caller frees them. */
char *league_rounds_folder(const char *league, int round);
char *league_rounds_file(const char *league, int round);

/* The round to play: the last one begun if it is not closed, else the next.
   Returns -1 with `err`. */
int league_rounds_next(const char *league, struct error *err);

/* The entrants and the format of a round, from a tournament file or from a
   manifest.  Borrows all. */
struct league_field {
	const struct contest *contest;
	const struct game *game;
	const struct logline_entrant *entrant;   /* contest->entrants of them */
};

/*
 * Chooses the pairings of a round from the games of the rounds before it.
 * `*pairs` gets them as groups of contest->seats entrants; the caller frees it.
 * Returns their number, or -1 with `err`.
 */
int league_rounds_choose(const char *league, int round,
			 const struct league_field *field, int **pairs,
			 struct error *err);

/* Is it the folder of a league, that is, does it have a league.json? */
bool league_rounds_is_league(const char *folder);

/* Writes the tournament file of a new round: league.json with its pairings.
   Returns 0, or -1 with `err`. */
int league_rounds_write(const char *league, int round, struct error *err);

/* Appends the ladder over all rounds begun.  Returns 0, or -1 with `err`. */
int league_rounds_ladder(const char *league, struct text *out,
			 struct error *err);

#endif
