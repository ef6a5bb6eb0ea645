/*
 * league_rounds.h - the rounds of a league: folders, files and pairings.
 */
#ifndef TOURNAMENTS_LEAGUE_LEAGUE_ROUNDS_H
#define TOURNAMENTS_LEAGUE_LEAGUE_ROUNDS_H

#include "tournaments/rating/games_table.h"
#include "tournaments/record/record.h"
#include "tournaments/record/tournament_file.h"

enum { LEAGUE_ROUNDS_MAX = 999 };

/* DIR/round-007 and DIR/round-007.json; the caller frees them. */
char *league_rounds_folder(const char *league, int round);
char *league_rounds_file(const char *league, int round);

/* The last round begun; 0: none. */
int league_rounds_last(const char *league);

/* The round to play: the last one begun if it is not closed, else the next.
   Returns -1 with `err`. */
int league_rounds_next(const char *league, struct error *err);

/* The entrants and the format of a round, from a tournament file or from a
   manifest.  Borrows all. */
struct league_field {
	const struct contest *contest;
	const struct game *game;
	const int *rule;
	const struct logline_entrant *entrant;   /* contest->entrants of them */
};

/* The rounds so far, the first of which says what all have in common.  Owns
   everything; all zeroes is none. */
struct league_past {
	char *name;                     /* of the league */
	cJSON *first;                   /* the manifest of round 1 */
	struct hash key;                /* its operator's */
	int rounds;
	struct games_table table;       /* their games */
	struct text notes;              /* on names: book_games_same_files */
};

/*
 * Is this the manifest, at `path`, of the round that is due?  Game, rules,
 * format, boards, processes, limits, sandbox and the operator's key must be
 * those of round 1, and its id NAME.rN with the NAME of round 1.  Returns 0, or -1 with `err`.
 */
int league_past_check(const struct league_past *past,
		      const struct manifest *manifest, const char *path,
		      struct error *err);

/* Adds the next round if it is the one that is due and its dice are not those
   of an earlier one.  Returns 0, or -1 with `err`. */
int league_past_add(struct league_past *past, const struct record *record,
		    struct error *err);

/* Appends the ladder; `rounds` is how many the league has, with those that are
   not among them.  Returns 0, or -1 with `err`. */
int league_past_ladder(const struct league_past *past, const char *league,
		       int rounds, struct text *out, struct error *err);

void league_past_release(struct league_past *past);

/*
 * Chooses the pairings of a round from the games of the rounds before it.
 * `*pairs` gets them as groups of contest->seats entrants; the caller frees it.
 * Returns their number, or -1 with `err`.
 */
int league_rounds_choose(struct league_past *past,
			 const struct league_field *field, int **pairs,
			 struct error *err);

/* Is it the folder of a league, that is, does it have a league.json? */
bool league_rounds_is_league(const char *folder);

/* Writes the tournament file of a new round: league.json with its pairings.
   `key` will sign it.  Returns 0, or -1 with `err`. */
int league_rounds_write(const char *league, int round, const struct hash *key,
			struct error *err);

/* Appends the ladder over all rounds begun, as far as their books go.  Returns
   0, or -1 with `err`. */
int league_rounds_ladder(const char *league, struct text *out,
			 struct error *err);

#endif
